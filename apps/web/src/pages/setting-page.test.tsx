import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { A_CARD, aSubscription, aSummary, NO_INVOICES } from "#testing/a-summary.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { SettingPage } from "./setting-page.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

function openPlan(profile: ReturnType<typeof aProfile>, tab = "plan", status: "active" | "canceled" = "active"): void {
  setUser({ ...profile, plan: null, teams: [], can: {} } as never);
  setAccessToken("token");
  answerWith((path) => {
    if (path.includes("/user/profile")) return profile;
    if (path.includes("/payment-methods")) return [A_CARD];
    return path.includes("/invoices") ? NO_INVOICES : aSummary(aSubscription({ status }));
  });
  renderOnPage(<SettingPage />, `/?tab=${tab}`);
}

test("a General User can remove a card, and cancel a plan that was paid before the upgrade is complete", async () => {
  openPlan(aProfile());
  await screen.findByRole("button", { name: "Remove Visa ending in 4242" });
  expect(screen.getByRole("button", { name: "Cancel plan" })).toBeTruthy();
  expect(screen.queryByText(/is deactivated/)).toBeNull();
});

test("the plan of a deactivated earner is not changed until the earner account is restored", async () => {
  openPlan(aProfile({ deactivated: { at: "2026-11-24T10:00:00.000Z", restorable_until: inMs(86_400_000) } }));
  await screen.findByText(/^Your earner account is deactivated/);
  expect(screen.queryByRole("button", { name: "Cancel plan" })).toBeNull();
});

test("where it is too late to restore it, nothing says that the plan would not renew", async () => {
  openPlan(
    aProfile({ deactivated: { at: "2025-11-24T10:00:00.000Z", restorable_until: inMs(-86_400_000) } }),
    "plan",
    "canceled",
  );
  await screen.findByText("You do not have a paid plan.");
  expect(screen.queryByText(/is deactivated/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Restore it" })).toBeNull();
});

type Leaving = { upload?: boolean; in_transit_cents?: number };

/** @param plan null for a deactivated earner */
function openLeaving(
  plan: "Individual" | null,
  pending_cents: number,
  { upload = plan !== null, ...more }: Leaving = {},
): void {
  setUser({ ...aProfile(), plan, teams: [], can: { upload } } as never);
  setAccessToken("token");
  const opening = { pending_cents: 0, available_cents: 0, in_transit_cents: 0, paid_cents: 0 };
  const closing = { pending_cents, available_cents: 2_000, in_transit_cents: 500, paid_cents: 90_000, ...more };
  const sums = { earned_cents: 0, reversed_cents: 0, paid_out_cents: 0, lines: [] };
  answerWith((path) => {
    if (path.includes("/user/profile")) return aProfile();
    return { period: "2026-11", opening, closing: pending_cents === 0 ? opening : closing, ...sums };
  });
  renderOnPage(<SettingPage />, "/?tab=leave");
}

test.each([
  ["Individual", "Deactivate your earner account instead to be paid."],
  [null, "Wait until you are paid before you delete your account."],
] as const)(
  "who deletes their account reads how much they would lose, and how not to (plan %s)",
  async (plan, instead) => {
    openLeaving(plan, 1_000);
    const warning = `You have $35.00 that is not paid out. What is not paid within 30 days is lost. ${instead}`;
    await screen.findByText(warning);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete your account?" });
    expect(within(dialog).getByText((text) => text.endsWith(warning))).toBeTruthy();
  },
);

test.each([
  ["Individual", 0, "it"],
  [null, 0, "it"],
  [null, 500, "what is not on its way yet"],
] as const)(
  "who has less than a payout reads that it is not paid as it is (plan %s, %d on its way)",
  async (plan, in_transit_cents, what) => {
    openLeaving(plan, 400, { in_transit_cents });
    const text = `Payouts start at $25.00, so ${what} can only be paid once you have earned more.`;
    await screen.findByText((whole) => whole.endsWith(`What is not paid within 30 days is lost. ${text}`));
  },
);

test.each([
  ["Individual", true, /everything is restored\. Your plan stops renewing: .* if it has ended\.$/],
  // It has ended.
  ["Individual", false, /everything is restored\.$/],
  [null, false, /everything is restored\.$/],
] as const)(
  "who has nothing to lose but their plan is not warned of more (%s, paid: %s)",
  async (plan, paid, sentence) => {
    openLeaving(plan, 0, { upload: paid });
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete your account?" });
    expect(within(dialog).getByText(sentence)).toBeTruthy();
    expect(screen.queryByText(/not paid out/)).toBeNull();
  },
);

test.each([
  ["twelve months are over", 86_400_000, "button", "Restore"],
  ["it is too late, and then chooses a plan", -86_400_000, "link", "Choose a plan"],
])("an earner can restore the account until %s", async (_, leftMs, role, name) => {
  const restorable_until = inMs(leftMs);
  openPlan(aProfile({ deactivated: { at: "2025-11-24T10:00:00.000Z", restorable_until } }), "leave");
  const section = (await screen.findByText("Restore my earner account")).closest("section");
  if (!section) throw new Error("there is no section");
  expect(within(section).getByRole(role, { name })).toBeTruthy();
  expect(within(section).queryAllByRole("button")).toHaveLength(role === "button" ? 1 : 0);
});

test("whoever forgot the current password reads how to choose a new one", async () => {
  openPlan(aProfile(), "account");
  expect(await screen.findByLabelText("Current password")).toBeTruthy();
  expect(screen.getByText("If you forgot it, sign out and use “Forgot password?” in the Sign In form.")).toBeTruthy();
});
