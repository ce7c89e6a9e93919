import { SIGN_UP_MESSAGES, USERNAME_HINT } from "@app/contract/sign-up";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { continueAs, fillSignUp } from "./testing/sign-up-steps.ts";

const NEW_PASSWORD = "Right-Horse-2";

const { browser, product } = await openJourney({ leo: null, ana: null, ida: null });

/** The page's session, as the header shows it. */
function profileMenu(page: Page): Locator {
  return page.getByRole("banner").getByRole("button", { name: "Profile menu" });
}

describe("somebody new", () => {
  test("signs up over the current page, opens the emailed link and is signed in", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/explore`);
    await page.getByRole("banner").getByRole("button", { name: "Join Now" }).click();
    const modal = page.getByRole("dialog");
    await modal.getByRole("button", { name: /^Registered User/ }).click();

    await modal.getByRole("textbox", { name: `Username ${USERNAME_HINT}`, exact: true }).waitFor();
    await fillSignUp(modal, "maya");
    await modal.getByLabel("Username").fill("Admin");
    await modal.getByLabel("Phone").fill("(555) 123-4567");
    await expect.poll(() => modal.getByLabel("Phone").inputValue()).toBe("+15551234567");
    await modal.getByRole("button", { name: "Sign Up", exact: true }).click();
    await modal.getByText(SIGN_UP_MESSAGES.usernameTaken).waitFor();

    await modal.getByRole("button", { name: "Back" }).click();
    await modal.getByRole("button", { name: /^Content Creator/ }).click();
    await expect.poll(() => modal.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
    await modal.getByRole("button", { name: "Back" }).click();
    await modal.getByRole("button", { name: /^Registered User/ }).click();
    await expect.poll(() => modal.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
    await modal.getByLabel("Username").fill("maya");
    await modal.getByRole("button", { name: "Sign Up", exact: true }).click();

    await page.waitForURL("**/verify-email");
    await page.getByText("maya@people.test").waitFor();
    await page.getByRole("button", { name: /^Resend in \d+ s$/ }).waitFor();
    await page.reload();
    await page.getByText("maya@people.test").waitFor();

    const link = await mailedLink(product.origin, "maya@people.test", "email-verification");
    // From before the page loads, because the message is there for five seconds only.
    const told = page.getByText(SIGN_UP_MESSAGES.verified).waitFor();
    await page.goto(link);
    await Promise.all([page.waitForURL("**/explore", { waitUntil: "commit" }), told]);
    await profileMenu(page).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain(new URL(link).pathname);

    const stranger = await visit(browser);
    await stranger.page.goto(link);
    await stranger.page.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
    await stranger.page.waitForURL(`${product.origin}/email-verification`);
    await stranger.page.getByLabel("Email or username").fill("maya");
    await stranger.page.getByRole("main").getByRole("button", { name: "Resend" }).click();
    await stranger.page.getByText(SIGN_UP_MESSAGES.sent).waitFor();
    expect([...faults, ...stranger.faults]).toEqual([]);
    await context.close();
    await stranger.context.close();
  });

  test("followed a link to a page for members, and is there once the address is verified, in another tab too", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/liked`);
    const modal = page.getByRole("dialog");
    await modal.getByRole("button", { name: "Sign Up Now" }).click();
    await modal.getByRole("button", { name: /^Registered User/ }).click();
    await fillSignUp(modal, "lena");
    await modal.getByRole("button", { name: "Sign Up", exact: true }).click();
    await page.waitForURL("**/verify-email");
    const tab = await context.newPage();
    await tab.goto(await mailedLink(product.origin, "lena@people.test", "email-verification"));
    await tab.waitForURL("**/liked");
    await tab.getByRole("heading", { name: "Liked" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("arrives by a friend's link, keeps the code, and cannot sign in before the address is verified", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await page.goto(`${product.origin}/referral/FRIEND1`);
    const code = page.getByLabel("Referral code");
    await expect.poll(() => code.inputValue()).toBe("FRIEND1");
    await expect.poll(() => code.getAttribute("readonly")).not.toBeNull();
    await fillSignUp(page.getByRole("main"), "noa");
    await page.getByText("Saved for 7 days, without the password.").waitFor();
    await page.reload();
    await continueAs(page, "noa");
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("noa");
    await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const sent = page.waitForRequest("**/api/v1/register");
    await page.getByRole("main").getByRole("button", { name: "Sign Up", exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      username: "noa",
      email: "noa@people.test",
      date_of_birth: "2000-02-29",
      phone: null,
      password: PASSWORD,
      gender: "Other",
      user_type: "General User",
      referral_code: "FRIEND1",
    });
    await page.waitForURL("**/verify-email");

    await page.goto(`${product.origin}/login`);
    await page.getByLabel("Email or username").fill("noa");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByRole("main").getByRole("button", { name: "Resend" }).click();
    await page.getByText(SIGN_UP_MESSAGES.sent).waitFor();

    await page.getByRole("link", { name: "Enter the code or correct the address" }).click();
    await page.waitForURL("**/verify-email");
    await page.getByText("noa@people.test").waitFor();

    // Another browser does not know the address, and asks for it.
    const other = await visit(browser);
    await other.page.goto(`${product.origin}/verify-email`);
    await other.page.getByLabel("Email or username").fill("noa");
    await other.page.getByRole("main").getByRole("button", { name: "Resend" }).click();
    await other.page.getByText(/^We have just sent an email\. Please wait \d+ seconds/).waitFor();
    await expect.poll(() => other.page.getByLabel("Email or username").inputValue()).toBe("noa");
    await other.context.close();
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("a user who forgot their password chooses a new one by email", async () => {
  const { context, page, faults } = await visit(browser);
  await page.goto(`${product.origin}/login`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("main").getByLabel("Email").fill("leo@people.test");
  await page.getByRole("main").getByRole("button", { name: "Reset Password" }).click();
  await page.getByText(SIGN_UP_MESSAGES.resetSent).waitFor();

  const link = await mailedLink(product.origin, "leo@people.test", "reset-password");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Repeat the new password").fill("longer");
  await page.getByRole("main").getByRole("button", { name: "Reset Password" }).click();
  await page.getByText("This password does not meet the set requirements.").waitFor();
  await page.getByText("Passwords must match").waitFor();
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Repeat the new password").fill(NEW_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Reset Password" }).click();
  await Promise.all([page.waitForURL("**/login"), page.getByText(SIGN_UP_MESSAGES.reset).waitFor()]);

  await page.getByLabel("Email or username").fill("leo");
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/explore");

  const other = await visit(browser);
  await other.page.goto(link);
  await other.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await other.page.getByLabel("Repeat the new password").fill(PASSWORD);
  await other.page.getByRole("main").getByRole("button", { name: "Reset Password" }).click();
  await other.page.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
  await other.page.waitForURL(`${product.origin}/reset-password`);
  expect([...faults, ...other.faults]).toEqual([]);
  await context.close();
  await other.context.close();
});

describe("in the settings", () => {
  test("an email address changes once its link is opened, and a password changes at once", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "ana");
    await page.goto(`${product.origin}/setting?tab=account`);
    await page.getByLabel("New email").fill("ana@new.test");
    await page.getByLabel("Your password").fill("not-it");
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByText(SIGN_UP_MESSAGES.wrongPassword).waitFor();
    await page.getByLabel("Your password").fill(PASSWORD);
    const asked = page.getByText(SIGN_UP_MESSAGES.emailAsked).waitFor();
    await page.getByRole("button", { name: "Change email" }).click();
    await asked;
    await page.getByRole("button", { name: /^Resend in \d+ s$/ }).waitFor();
    await page.reload();
    await page.getByText("Waiting for ana@new.test").waitFor();
    await lookAt(page, "settings-email-pending");

    const link = await mailedLink(product.origin, "ana@new.test", "change-email-verification");
    const stranger = await visit(browser, { width: 360 });
    await stranger.page.goto(link);
    await stranger.page.getByText("You are not signed in to that account in this browser.").waitFor();
    await lookAt(stranger.page, "email-change-elsewhere");
    await stranger.context.close();
    // From before the page loads, because the message is there for five seconds only.
    const told = page.getByText(SIGN_UP_MESSAGES.emailChanged).waitFor();
    await page.goto(link);
    await Promise.all([page.waitForURL("**/explore", { waitUntil: "commit" }), told]);
    await page.goto(`${product.origin}/setting?tab=account`);
    await page.getByText("Your address is ana@new.test").waitFor();

    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Repeat the new password").fill(NEW_PASSWORD);
    const changed = page.getByText(SIGN_UP_MESSAGES.passwordChanged).waitFor();
    await page.getByRole("button", { name: "Change password" }).click();
    await changed;
    await expect.poll(() => page.getByLabel("Current password").inputValue()).toBe("");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a pending change can be canceled, and its link stops working", async () => {
    const { context, page, faults } = await visit(browser, { width: 360, scheme: "light" });
    await beSignedIn(page, product.origin, "ida");
    await page.goto(`${product.origin}/setting?tab=account`);
    await page.getByLabel("New email").fill("ida@new.test");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change email" }).click();
    const link = await mailedLink(product.origin, "ida@new.test", "change-email-verification");
    await page.getByRole("button", { name: "Cancel the change" }).click();
    await page.getByText(SIGN_UP_MESSAGES.emailChangeCanceled).waitFor();
    await expect.poll(() => page.getByText("Waiting for ida@new.test").count()).toBe(0);
    await page.goto(link);
    await page.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the theme can be chosen", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "ida");
    await page.goto(`${product.origin}/setting`);
    await page.getByRole("tab", { name: "Appearance" }).click();
    await page
      .getByRole("main")
      .getByRole("radio", { name: /^Light/ })
      .check();
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("light");
    await context.close();
  });
});
