import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aRegistration } from "#testing/a-registration.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { NormalUserPage } from "./normal-user-page.tsx";
import { SignUpPage } from "./sign-up-page.tsx";

const ATHLETE = aRegistration({
  plan: "Individual",
  next: "billing",
  individual: {
    ssn_last4: "4321",
    profile_url: null,
    street: "1 Main St",
    city: "Austin",
    state: "TX",
    zipcode: "78701",
    bio: "",
    first_name: "Maya",
    last_name: "Vega",
    date_of_birth: "02/2000",
    phone: "+15551234567",
    sport: null,
  },
});

function openSignUp(at: string): void {
  markOwnRegistration();
  answerWith((path) => {
    if (path.includes("/draft")) return null;
    return path.includes("/earner-registration") ? ATHLETE : [];
  });
  renderOnPage(
    <main tabIndex={-1}>
      <SignUpPage />
    </main>,
    at,
  );
}

async function pressEnterOn(role: "button" | "link", name: string | RegExp): Promise<void> {
  (await screen.findByRole(role, { name })).focus();
  await userEvent.keyboard("{Enter}");
}

const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name })));

test("whoever goes through the sign-up with the keyboard is in each step when it appears", async () => {
  openSignUp("/?as=earner&step=account");
  await screen.findByRole("group", { name: "Your account" });
  expect(document.activeElement).toBe(document.body);
  await pressEnterOn("button", "Choose your plan");
  const picker = await screen.findByRole("dialog", { name: "Choose your plan" });
  await expect.poll(() => picker.contains(document.activeElement)).toBe(true);
  await pressEnterOn("button", "Continue");
  await hasFocus("Student Athlete - Individuals, step 1 of 2");
  await pressEnterOn("button", "Back");
  await pressEnterOn("button", "Back");
  await hasFocus("Your account");
});

test("the focus is in the form that the second step or the payment leads back to", async () => {
  openSignUp('/?as=earner&plan=Individual&step="2"');
  await screen.findByText("Step 2 of 2");
  await pressEnterOn("button", "Back");
  await screen.findByText("Step 1 of 2");
  await hasFocus("Student Athlete - Individuals, step 1 of 2");
});

test("the focus is in the form whose details are changed before the payment", async () => {
  openSignUp("/?as=earner");
  await pressEnterOn("button", "Change your details");
  await hasFocus("Student Athlete - Individuals, step 1 of 2");
});

test("the choice of a role does not lose the focus while the page looks for a sign-up that was begun", async () => {
  openSignUp("/");
  vi.stubGlobal("fetch", async () => Response.json({ kind: "gone", message: "Gone.", errors: {} }, { status: 410 }));
  await pressEnterOn("button", /^Content Creator/);
  await screen.findByText("You are signing up as a Content Creator.");
  expect(document.activeElement).not.toBe(document.body);
});

test("the upgrade takes the focus from the promo, and returns it", async () => {
  setUser({ id: "0190a1b2-0000-7000-8000-0000000000a1", type: "General User", plan: null, teams: [] } as never);
  setAccessToken("token");
  const upgrade = { ...ATHLETE, is_upgrade: true };
  answerWith((path) => (path.includes("/earner-registration") ? upgrade : []));
  renderOnPage(
    <main tabIndex={-1}>
      <NormalUserPage />
    </main>,
    "/normal-user",
  );
  await pressEnterOn("link", "Upgrade to Athletic Earner");
  await screen.findByRole("heading", { name: "Almost there" });
  expect(document.activeElement).toBe(screen.getByRole("main"));
  await pressEnterOn("button", "Change your details");
  await hasFocus("Student Athlete - Individuals, step 1 of 2");
  await pressEnterOn("button", "Back");
  await pressEnterOn("button", "Back");
  await screen.findByRole("heading", { name: "Join Thousands Of Athletes" });
  screen.getByText(/earn \$10\.00 for every referral\.$/);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
