import { EARNER_MESSAGES } from "@app/contract/earners";
import { USERNAME_HINT } from "@app/contract/sign-up";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signIn, visit } from "./testing/browser.ts";
import {
  becomeAthlete,
  browserStorage,
  chooseCategory,
  choosePlan,
  fillAddress,
  fillAthlete,
  fillBasics,
  fillCard,
  fillPerson,
  fillSport,
  pay,
  SSN,
  signUpAsCreator,
} from "./testing/earner-steps.ts";
import { consentOnPage } from "./testing/guardian-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";

/** A gray square. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWPowAEYhpYEANsRZgE07zdlAAAAAElFTkSuQmCC",
  "base64",
);
const WORKS = "4242424242424242";
const DECLINED = "4000000000000002";
const ASKS_BANK = "4000002500003155";

const { browser, product } = await openJourney({ leo: null });

/** The size, in CSS pixels, and the shape of an image's preview before it is sent. */
async function previewOf(page: Page, label: string): Promise<string> {
  const preview = page.getByLabel(label, { exact: true }).locator("xpath=ancestor::div[2]/span");
  const { width, height } = (await preview.boundingBox()) ?? { width: 0, height: 0 };
  const radius = await preview.evaluate((element: { computedStyleMap(): { get(name: string): unknown } }) =>
    String(element.computedStyleMap().get("border-top-left-radius")),
  );
  return `${width} x ${height}, ${Number.parseFloat(radius) * 2 >= width ? "round" : radius}`;
}

describe("a Content Creator signs up", () => {
  test("as a student athlete, reloads midway, pays, and is an earner once the address is verified", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/explore`);
    await page.getByRole("button", { name: "Join Now" }).click();
    await signUpAsCreator(page, "maya");
    await page.waitForURL("**/signup?as=earner");
    await page.getByRole("dialog", { name: "Choose your plan" }).waitFor();
    await lookAt(page, "plan-picker");
    await choosePlan(page, "Student Athlete - Individuals");

    await page.getByText("Step 1 of 2").waitFor();
    await lookAt(page, "individual-1");
    await expect.poll(() => previewOf(page, "Choose a profile picture")).toBe("60 x 60, round");
    await fillBasics(page);
    await page.getByText("Saved, without the SSN.").waitFor();
    expect(await browserStorage(page)).not.toMatch(/Vega|Main St|987654321|5551234567/);
    await page.reload();
    await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Maya");
    await expect.poll(() => page.getByLabel("State", { exact: true }).inputValue()).toBe("TX");
    await expect.poll(() => page.getByLabel("Phone").inputValue()).toBe("+15551234567");
    await expect.poll(() => page.getByLabel("SSN", { exact: true }).inputValue()).toBe("");
    const username = page.getByRole("textbox", { name: `Username ${USERNAME_HINT}`, exact: true });
    await expect.poll(() => username.getAttribute("readonly")).not.toBeNull();
    await page.getByLabel("SSN", { exact: true }).fill(SSN);
    const sent = page.waitForRequest("**/individual/step-1");
    await page.getByRole("button", { name: "Next" }).click();
    expect((await sent).postData()).toMatch(/name="date_of_birth"\s+02\/2000/);
    expect((await sent).postData()).toMatch(/name="phone"\s+5551234567/);

    await page.getByText("Step 2 of 2").waitFor();
    await fillSport(page);
    await page.getByRole("button", { name: "Add an offer" }).click();
    await page.getByLabel("College name").fill("duke");
    await page.getByRole("option", { name: "Duke University" }).click();
    const logo = page.getByLabel("Choose a college logo", { exact: true });
    await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("GIF89a") });
    await page.getByText("This file is not a picture that we can use.").waitFor();
    await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
    await page.getByRole("button", { name: "Remove: Choose a college logo" }).waitFor();
    await expect.poll(() => previewOf(page, "Choose a college logo")).toBe("50 x 50, round");
    await page.getByRole("button", { name: "Add a visit" }).click();
    await page.getByLabel("College name").last().fill("A college of my own");
    await page.keyboard.press("Escape");
    await page.getByText("Saved, without the SSN.").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("College name").first().inputValue()).toBe("Duke University");
    await page.getByRole("button", { name: "Remove: Choose a college logo" }).waitFor();
    await expect.poll(() => page.getByLabel("College name").last().inputValue()).toBe("A college of my own");
    await lookAt(page, "individual-2");
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Maya");
    await page.goBack();
    await page.getByRole("button", { name: "Submit" }).click();

    await page.waitForURL("**/billing");
    await page.getByLabel("Card number").waitFor();
    expect(await browserStorage(page)).not.toMatch(/Vega|Main St|4321|Duke/);
    await page.goto(`${product.origin}/signup?as=earner&plan=Individual&step=2`);
    await expect.poll(() => page.getByLabel("College name").first().inputValue()).toBe("Duke University");
    await page.getByRole("button", { name: "Remove Soccer" }).waitFor();
    await page.goto(`${product.origin}/billing`);
    await page.getByLabel("Card number").waitFor();
    await lookAt(page, "billing");
    await pay(page);
    await page.getByText("Card number is a required field").waitFor();
    await page.getByText("Please agree to the price and the renewal.").waitFor();
    await fillCard(page, WORKS);
    await pay(page);
    await page.getByText("You are now an earner. Please check your email.").waitFor();
    await page.waitForURL("**/verify-email");
    await page.getByText("maya@people.test").waitFor();

    await page.goto(await mailedLink(product.origin, "maya@people.test", "email-verification"));
    await page.waitForURL("**/explore");
    await page.getByRole("banner").getByRole("link", { name: "Earner's Hub" }).waitFor();
    await page.goto(`${product.origin}/billing`);
    await page.getByText("There is nothing to pay at the moment.").waitFor();
    await page.goto(`${product.origin}/profile-info`);
    await page.getByLabel("Channel name").waitFor();
    await lookAt(page, "profile-info");
    await page.getByLabel("Bio").fill("Point guard");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(EARNER_MESSAGES.updated).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("as a team: the contact person is copied into the coach, and a declined card loses nothing", async () => {
    const { context, page, faults } = await visit(browser, { width: 360, scheme: "light" });
    await page.goto(`${product.origin}/signup`);
    await signUpAsCreator(page, "hornets");
    await choosePlan(page, "Team");
    await page.getByText("Step 1 of 1").waitFor();
    await page.getByLabel("Team name").fill("Northgate Hornets");
    await page.getByLabel("SSN or EIN", { exact: true }).fill(SSN);
    await chooseCategory(page);
    await fillAddress(page.getByRole("group", { name: "Address" }));
    await fillPerson(page, "Contact person");
    await page.getByRole("checkbox", { name: "The coach is the contact person" }).check();
    await expect
      .poll(() => page.getByRole("group", { name: "Coach" }).getByLabel("Email").inputValue())
      .toBe("ana@club.test");
    await lookAt(page, "team");
    await page.getByRole("button", { name: "Submit" }).click();

    await page.waitForURL("**/billing");
    await fillCard(page, DECLINED);
    await pay(page);
    await page.getByText("Your card was declined.").waitFor();
    await lookAt(page, "billing-declined");
    await expect.poll(() => page.getByLabel("Name on card").inputValue()).toBe("Maya Vega");
    await page.getByLabel("Card number").fill(WORKS);
    await pay(page);
    await page.waitForURL("**/verify-email");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("as an organization, whose bank asks for approval: a refusal is shown at the card, and an approval continues", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/signup`);
    await signUpAsCreator(page, "harbor");
    await choosePlan(page, "Organization");
    await page.getByLabel("Organization name").fill("Harbor Aquatics");
    await page.getByLabel("SSN or EIN", { exact: true }).fill(SSN);
    await chooseCategory(page);
    await fillAddress(page.getByRole("group", { name: "Address" }));
    await fillPerson(page, "Contact person");
    await lookAt(page, "organization");
    await page.getByRole("button", { name: "Submit" }).click();

    await page.waitForURL("**/billing");
    await fillCard(page, ASKS_BANK);
    await pay(page);
    const bank = page.getByRole("dialog", { name: "Confirm the payment" });
    await bank.waitFor();
    await lookAt(page, "bank");
    await bank.getByRole("button", { name: "Fail" }).click();
    await page.getByText(/unable to authenticate|was declined/).waitFor();
    await pay(page);
    // The bank may challenge the card, and again the payment.
    while (!page.url().includes("verify-email")) {
      const asked = bank.getByRole("button", { name: "Complete", disabled: false }).click({ timeout: 1_000 });
      await asked.catch(() => undefined);
    }
    await page.getByText("harbor@people.test").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("and gives up: closing the plan picker asks first, then deletes the registration", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await page.goto(`${product.origin}/signup`);
    await signUpAsCreator(page, "quitter");
    const picker = page.getByRole("dialog", { name: "Choose your plan" });
    await picker.getByRole("button", { name: "Continue" }).click();
    await picker.getByText("Plan is a required field").waitFor();
    await picker.getByRole("button", { name: "Close" }).click();
    const question = page.getByRole("alertdialog", { name: "Abort Sign up?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await picker.getByRole("button", { name: "Back" }).click();
    await page.getByText("quitter@people.test").waitFor();
    await lookAt(page, "creator-account");
    await page.getByRole("button", { name: "Choose your plan" }).click();
    await picker.getByRole("button", { name: "Close" }).click();
    await question.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL("**/login");
    await page.goto(`${product.origin}/signup?as=earner`);
    await page.getByLabel("Email", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("quitter@people.test").count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("under 18: a guardian consents by email before anything is paid", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/signup`);
    await signUpAsCreator(page, "junior", String(new Date().getUTCFullYear() - 15));
    await choosePlan(page, "Student Athlete - Individuals");
    await fillAthlete(page);
    await page.getByLabel("Guardian name").fill("Rosa Vega");
    await page.getByLabel("Guardian email").fill("rosa@people.test");
    await lookAt(page, "guardian-ask");
    await page.getByRole("button", { name: "Ask for consent" }).click();
    await page.getByText("Waiting for rosa@people.test").waitFor();

    const guardian = await visit(browser, { width: 360 });
    await guardian.page.goto(await mailedLink(product.origin, "rosa@people.test", "guardian-consent"));
    await consentOnPage(guardian.page);

    await page.getByRole("button", { name: "Continue to the payment" }).click();
    await fillCard(page, WORKS);
    await pay(page);
    await page.waitForURL("**/verify-email");
    expect([...faults, ...guardian.faults]).toEqual([]);
    await context.close();
    await guardian.context.close();
  });
});

describe("a General User", () => {
  test("becomes an earner from the crown button on a phone, without signing in again", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await signIn(page, product.origin, "leo");
    await page.getByRole("button", { name: "Become an Earner" }).click();
    const modal = page.getByRole("dialog", { name: "Become an Earner" });
    await modal.getByText("Unlimited Referrals Link").waitFor();
    await lookAt(page, "upgrade-modal");
    await modal.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
    await becomeAthlete(page);
    await page.getByText(EARNER_MESSAGES.completed).waitFor();
    await page.getByRole("button", { name: "Profile menu" }).click();
    await page.getByText("PREMIUM").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("a visitor sees the promo, no payment, and a way to join", async () => {
  const { context, page } = await visit(browser, { width: 360 });
  await page.goto(`${product.origin}/normal-user`);
  await page.getByRole("heading", { name: "Join Thousands Of Athletes" }).waitFor();
  await lookAt(page, "promo");
  await page.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
  await page.getByText("You are signing up as a Content Creator.").waitFor();
  await page.goto(`${product.origin}/billing`);
  await page.getByText("There is nothing to pay at the moment.").waitFor();
  await lookAt(page, "billing-nothing");
  await page.goto(`${product.origin}/profile-info`);
  await page.getByRole("button", { name: "Join Now" }).last().waitFor();
  await page.goto(`${product.origin}/guardian-consent/not-a-link`);
  await page.getByText("This link is no longer valid.").waitFor();
  await page.goto(`${product.origin}/signup?as=general-user`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await page.getByText("Date of birth is a required field.").waitFor();
  await context.close();
});
