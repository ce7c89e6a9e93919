import { screen } from "@testing-library/react";
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

function openPlan(profile: ReturnType<typeof aProfile>): void {
  setUser({ ...profile, plan: null, teams: [], can: {} } as never);
  setAccessToken("token");
  answerWith((path) => {
    if (path.includes("/user/profile")) return profile;
    if (path.includes("/payment-methods")) return [A_CARD];
    return path.includes("/invoices") ? NO_INVOICES : aSummary(aSubscription());
  });
  renderOnPage(<SettingPage />, "/?tab=plan");
}

test("a General User can remove a card, and cancel a plan that was paid before the upgrade is complete", async () => {
  openPlan(aProfile());
  await screen.findByRole("button", { name: "Remove Visa ending in 4242" });
  expect(screen.getByRole("button", { name: "Cancel plan" })).toBeTruthy();
  expect(screen.queryByText(/is deactivated/)).toBeNull();
});

test("the plan of a deactivated earner is not changed until the earner account is restored", async () => {
  openPlan(aProfile({ deactivated: { at: "2026-11-24T10:00:00.000Z", restorable_until: "2026-12-24T10:00:00.000Z" } }));
  await screen.findByText(/^Your earner account is deactivated/);
  expect(screen.queryByRole("button", { name: "Cancel plan" })).toBeNull();
});
