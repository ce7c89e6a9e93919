import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { choosePlan, fillAthlete, fillCard, pay } from "./testing/earner-steps.ts";
import { consent, consentOnPage, fillGuardiansCard, stateGuardian } from "./testing/guardian-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAround, lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { openTab } from "./testing/settings-steps.ts";

const { browser, product } = await openJourney({ mia: "Individual", olga: null });
const database = openJourneyDatabase(product);

const beSixteen = (username: string) =>
  database.pool.query("update accounts set date_of_birth = (now() - interval '16 years')::date where username = $1", [
    username,
  ]);

const linkTo = (address: string) => mailedLink(product.origin, address, "guardian-consent");

test("a minor can add a card in Settings only after a guardian, who first declined, consents to the price", async () => {
  await beSixteen("mia");
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "mia");
  await openTab(page, product.origin, "plan");
  await page.getByText("You are under 18.").waitFor();
  expect(await page.getByRole("button", { name: "Add a card" }).count()).toBe(0);
  await page.getByLabel("Guardian name").fill("Rosa <3");
  await page.getByLabel("Guardian email").fill("mia+mum@people.test");
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await page
    .getByText("Guardian name can contain only letters, spaces, hyphens, apostrophes, and periods at the end of a word")
    .waitFor();
  await page.getByLabel("Guardian name").fill("Rosa Vega");
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await page.getByText(GUARDIAN_MESSAGES.ownAddress).waitFor();
  await lookAround(page, "guardian-ask-settings");
  const address = "mum.mia@people.test";
  await page.getByLabel("Guardian email").fill(address);
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await page.getByText(`Waiting for ${address}`).waitFor();

  const guardian = await visit(browser, { width: 360, scheme: "light" });
  await guardian.page.goto(await linkTo(address));
  await guardian.page.getByText("The Student Athlete plan costs $9.99 a month.").waitFor();
  await lookAround(guardian.page, "guardian-consent");
  await guardian.page.getByRole("button", { name: "I do not consent" }).click();
  await guardian.page.getByRole("main").getByText(GUARDIAN_MESSAGES.declined).waitFor();
  await page.getByText("Your guardian has not consented.").waitFor();
  await lookAround(page, "guardian-declined-settings");
  await guardian.page.reload();
  await stateGuardian(guardian.page);
  await guardian.page.getByLabel("Your name").fill("");
  await consent(guardian.page);
  await guardian.page.getByText("Your name is a required field").waitFor();
  await guardian.page.getByText("Card number is a required field").waitFor();
  await lookAround(guardian.page, "guardian-consent-faults");
  await guardian.page.getByLabel("Your name").fill("Rosa Vega");
  await fillGuardiansCard(guardian.page, "4000000000000002");
  await consent(guardian.page);
  await guardian.page.getByText("Your card was declined.").waitFor();
  await fillGuardiansCard(guardian.page, "5105105105105100");
  await consent(guardian.page);
  await guardian.page.getByText(GUARDIAN_MESSAGES.prepaid).waitFor();
  await fillGuardiansCard(guardian.page, "4000002500003155");
  await consent(guardian.page);
  const bank = guardian.page.getByRole("dialog", { name: "Confirm your card" });
  await bank.waitFor();
  await lookAround(guardian.page, "guardian-bank");
  await bank.getByRole("button", { name: "Complete" }).click();
  await guardian.page.getByRole("main").getByText(GUARDIAN_MESSAGES.accepted.replace("Thank you. ", "")).waitFor();
  await lookAround(guardian.page, "guardian-consented");

  await page.reload();
  await page.getByRole("button", { name: "Add a card" }).click();
  await page.getByLabel("Card number").waitFor();
  await page.keyboard.press("Escape");
  await guardian.page.getByRole("button", { name: "Withdraw my consent" }).click();
  const question = guardian.page.getByRole("alertdialog");
  await question.waitFor();
  await lookAround(guardian.page, "guardian-withdraw");
  await question.getByRole("button", { name: "Withdraw" }).click();
  await guardian.page.getByRole("main").getByText(GUARDIAN_MESSAGES.withdrawn).waitFor();
  await page.reload();
  await page.getByText("Your guardian has withdrawn their consent.").waitFor();
  expect([...faults, ...guardian.faults]).toEqual([]);
  await context.close();
  await guardian.context.close();
});

test("a member under 18 must ask a guardian before paying, and loses the cards when the consent is withdrawn", async () => {
  await beSixteen("olga");
  const { context, page, faults } = await visit(browser, { width: 360 });
  await beSignedIn(page, product.origin, "olga");
  await page.goto(`${product.origin}/normal-user`);
  await page.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
  await choosePlan(page, "Student Athlete - Individuals");
  await fillAthlete(page);
  await page.getByText("A parent or guardian has to consent before your plan can be paid.").waitFor();
  expect(await page.getByLabel("Card number").count()).toBe(0);
  await page.getByLabel("Guardian name").fill("Rosa Vega");
  await page.getByLabel("Guardian email").fill("mum.olga@people.test");
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await page.getByText("Waiting for mum.olga@people.test").waitFor();

  const guardian = await visit(browser, { scheme: "light" });
  await guardian.page.goto(await linkTo("mum.olga@people.test"));
  await guardian.page.getByText("The Student Athlete plan costs $9.99 a month.").waitFor();
  await consentOnPage(guardian.page);
  await page.getByRole("button", { name: "Continue to the payment" }).click();
  await fillCard(page, "4242424242424242");
  await pay(page);
  await page.waitForURL("**/explore");
  await openTab(page, product.origin, "plan");
  await page.getByText(/^Renews on /).waitFor();
  await page.getByText("Visa ending in 4242").waitFor();

  await guardian.page.getByRole("button", { name: "Withdraw my consent" }).click();
  await guardian.page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await guardian.page.getByRole("main").getByText(GUARDIAN_MESSAGES.withdrawn).waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      return page
        .getByText(/^Ends on /)
        .waitFor({ timeout: 30_000 })
        .then(
          () => true,
          () => false,
        );
    })
    .toBe(true);
  await page.getByText("No saved cards.").waitFor();
  expect(await page.getByRole("button", { name: /Resume plan|Change plan|Add a card/ }).count()).toBe(0);
  await lookAt(page, "guardian-withdrawn-plan");
  expect([...faults, ...guardian.faults]).toEqual([]);
  await context.close();
  await guardian.context.close();
});
