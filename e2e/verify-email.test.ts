import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import {
  choosePlan,
  fillAthlete,
  fillBasics,
  fillCard,
  fillSport,
  pay,
  SSN,
  signUpAsCreator,
} from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedCode, mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { fillSignUp } from "./testing/sign-up-steps.ts";

const { browser, product } = await openJourney({});
const { origin } = product;
const INDIVIDUAL = "Student Athlete - Individuals";
const CARD = "4242424242424242";

async function correctTo(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("Correct email").fill(email);
  await page.getByRole("button", { name: "Change email" }).click();
}

function hub(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Earner's Hub" });
}

describe("a typing error in the address", () => {
  test("is visible beside the price, and can be corrected before and after the payment, even on a bad connection", async () => {
    const { context, page } = await visit(browser, { width: 360 });
    await page.goto(`${origin}/signup`);
    await signUpAsCreator(page, "maya");
    await choosePlan(page, INDIVIDUAL);
    await fillAthlete(page);
    const offer = page.getByRole("region", { name: "Your plan" });
    await offer.getByText("maya@people.test").waitFor();
    await lookAt(page, "billing-with-address");

    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("Correct email").fill("maya@second.test");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByText("The server could not be reached.").first().waitFor();
    await expect.poll(() => page.getByLabel("Correct email").inputValue()).toBe("maya@second.test");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByText(SIGN_UP_MESSAGES.emailCorrected).waitFor();
    await offer.getByText("maya@second.test").waitFor();
    const dead = await mailedLink(origin, "maya@second.test", "email-verification");

    await fillCard(page, CARD);
    await pay(page);
    await page.waitForURL("**/verify-email");
    // The tab is closed at the worst moment; the browser still knows whose sign-up it is.
    await page.close();
    const later = await context.newPage();
    await later.goto(`${origin}/verify-email`);
    await later.getByRole("heading", { name: "Continue where you left off?" }).waitFor();
    expect(await later.getByRole("main").innerText()).not.toContain("maya");
    await later.getByLabel("Email").fill("maya@second.test");
    await later.getByRole("button", { name: "Continue" }).click();
    await later.getByText("maya@second.test").waitFor();
    await lookAt(later, "verify-here");
    await correctTo(later, "maya@right.test");
    await later.getByText(SIGN_UP_MESSAGES.emailCorrected).waitFor();

    await later.getByLabel("Code from the email").fill("0000 0000");
    await later.getByRole("button", { name: "Verify", exact: true }).click();
    await later.getByText(SIGN_UP_MESSAGES.wrongCode).waitFor();
    await later.getByLabel("Code from the email").fill(await mailedCode(origin, "maya@right.test"));
    await later.getByRole("button", { name: "Verify", exact: true }).click();
    await later.waitForURL("**/explore");
    await later.getByRole("button", { name: "Profile menu" }).click();
    await later.getByText("PREMIUM").waitFor();
    await later.goto(dead);
    await later.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
    await later.getByRole("main").getByRole("link", { name: "Go to Explore" }).waitFor();
    await context.close();
  });
});

describe("somebody who verifies before paying", () => {
  test("keeps the form in the other tab, and continues there", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${origin}/signup`);
    await signUpAsCreator(page, "nora");
    await choosePlan(page, INDIVIDUAL);
    await fillBasics(page);
    const other = await context.newPage();
    await other.goto(await mailedLink(origin, "nora@people.test", "email-verification"));
    // In a new tab the sign-up continues at the step that the server knows.
    await other.waitForURL("**/normal-user?step=next");
    await other.close();
    await page.getByRole("banner").getByRole("button", { name: "Profile menu" }).waitFor();
    await expect.poll(() => page.getByLabel("SSN", { exact: true }).inputValue()).toBe(SSN);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Step 2 of 2").waitFor();
    await fillSport(page);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL("**/billing");
    await fillCard(page, CARD);
    await pay(page);
    await page.waitForURL("**/explore");
    await hub(page).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("signs in elsewhere as a General User, and is taken to where they stopped", async () => {
    const { context, page } = await visit(browser);
    await page.goto(`${origin}/signup`);
    await signUpAsCreator(page, "olga");
    await choosePlan(page, INDIVIDUAL);
    await fillAthlete(page);
    const phone = await visit(browser, { width: 360, scheme: "light" });
    await phone.page.goto(await mailedLink(origin, "olga@people.test", "email-verification"));
    await phone.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await phone.page.getByRole("button", { name: "Verify", exact: true }).click();
    await phone.page.getByRole("link", { name: "Go to billing" }).click();
    await phone.page.getByText("olga@people.test").waitFor();
    // The browser that signed up continues by itself.
    await page.goto(`${origin}/billing`);
    await page.getByText("(Verified)").waitFor();
    await fillCard(page, CARD);
    await pay(page);
    await page.waitForURL("**/login");
    await page.getByLabel("Email or username").fill("olga");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/explore");
    await hub(page).waitFor();
    expect([...phone.faults]).toEqual([]);
    await Promise.all([context.close(), phone.context.close()]);
  });
});

describe("a link that is opened in another browser than the one that signed up", () => {
  /** A sign-up by somebody who may not own the mailbox. */
  async function signedUp(username: string) {
    const begun = await visit(browser);
    await begun.page.goto(`${origin}/signup?as=general-user`);
    const form = begun.page.locator("form");
    await fillSignUp(form, username);
    await form.getByRole("button", { name: "Sign Up", exact: true }).click();
    await begun.page.waitForURL("**/verify-email");
    return { begun, link: await mailedLink(origin, `${username}@people.test`, "email-verification") };
  }

  test("asks for the password, survives a lost connection, and updates the waiting page", async () => {
    const { begun, link } = await signedUp("pia");
    const { context, page } = await visit(browser, { width: 360 });
    await page.goto(link);
    await page.getByText("You opened this link in a different browser").waitFor();
    await lookAt(page, "verify-elsewhere");
    await page.getByLabel("Password", { exact: true }).fill("not-it");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText(SIGN_UP_MESSAGES.wrongPassword).waitFor();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText("The server could not be reached.").first().waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.waitForURL("**/explore");
    await begun.page.getByText("This sign-up is no longer open in this browser.").waitFor();
    await lookAt(begun.page, "verified-elsewhere");
    await begun.page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await begun.page.waitForURL("**/login");
    await Promise.all([context.close(), begun.context.close()]);
  });

  test("lets the owner of the mailbox start over, without the person who signed up", async () => {
    const { begun, link } = await signedUp("rita");
    const { context, page, faults } = await visit(browser);
    await page.goto(link);
    await page.getByRole("button", { name: "I don't know the password" }).click();
    await page.getByRole("button", { name: "Start over and verify" }).click();
    await page.getByText("Date of birth is a required field.").waitFor();
    await lookAt(page, "claim-sign-up");
    await page.getByLabel("New password", { exact: true }).fill("Right-Horse-2");
    await page.getByLabel("Repeat the new password").fill("Right-Horse-2");
    await page.getByLabel("Month").selectOption("February");
    await page.getByLabel("Day").selectOption("28");
    await page.getByLabel("Year").selectOption("1999");
    await page.getByRole("button", { name: "Start over and verify" }).click();
    await page.waitForURL("**/explore");
    await page.getByRole("banner").getByRole("button", { name: "Profile menu" }).waitFor();
    await begun.page.goto(`${origin}/login`);
    await begun.page.getByLabel("Email or username").fill("rita");
    await begun.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await begun.page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await begun.page.getByText("These credentials do not match our records.").waitFor();
    expect(faults).toEqual([]);
    await Promise.all([context.close(), begun.context.close()]);
  });

  test("accepts ‘I did not sign up’", async () => {
    const { begun, link } = await signedUp("sven");
    const { context, page, faults } = await visit(browser, { width: 360, scheme: "light" });
    await page.goto(link);
    await page.getByRole("button", { name: "I did not sign up" }).click();
    await page.getByText(SIGN_UP_MESSAGES.disowned).waitFor();
    await lookAt(page, "disowned");
    await page.goto(link);
    await page.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).waitFor();
    expect(faults).toEqual([]);
    await Promise.all([context.close(), begun.context.close()]);
  });
});
