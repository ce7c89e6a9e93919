import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { createFakeStripe } from "../apps/server/src/testing/fake-stripe/fake-stripe.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { visit } from "./testing/browser.ts";
import { fakeStripe } from "./testing/fake-stripe.ts";
import { consent, stateGuardian } from "./testing/guardian-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";

const fake = await createFakeStripe();
afterAll(() => fake.stop());
const { browser, product } = await openJourney({ mia: "Individual" }, fake.environment);
const database = openJourneyDatabase(product);

test("with Stripe, a guardian's card goes to Stripe, which never sees the link; then the minor can add a card", async () => {
  await database.pool.query("update accounts set date_of_birth = (now() - interval '16 years')::date");
  const visitor = createCaller(product.origin, null);
  const { access_token } = await visitor.call(accountRoutes.login, { body: toLogin("mia", PASSWORD) });
  const mia = createCaller(product.origin, access_token);
  await mia.call(guardianRoutes.ask, { body: { guardian_email: "rosa@people.test", guardian_name: "Rosa Vega" } });

  const { context, page, faults } = await visit(browser, { width: 360 });
  const seenByStripe = await fakeStripe(page, fake);
  await page.goto(await mailedLink(product.origin, "rosa@people.test", "guardian-consent"));
  await stateGuardian(page);
  const number = page.getByLabel("Stripe's card number");
  await number.fill("4000000000000002");
  await consent(page);
  await page.getByText(GUARDIAN_MESSAGES.notConsented).waitFor();
  await page.getByRole("checkbox", { name: /^I am 18 or older/ }).check();
  await consent(page);
  await page.getByText("Your card was declined.").waitFor();
  await lookAt(page, "guardian-stripe");
  await number.fill("5105105105105100");
  await consent(page);
  await page.getByText(GUARDIAN_MESSAGES.prepaid).waitFor();
  // The card fields are new, because a confirmed card cannot be confirmed again; everything else entered stays.
  await expect.poll(() => number.inputValue()).toBe("");
  await page.getByText(GUARDIAN_MESSAGES.prepaid).waitFor();
  await expect.poll(() => page.getByLabel("Your name").inputValue()).toBe("Rosa Vega");
  await number.fill("4242424242424242");
  await consent(page);
  await page.getByRole("button", { name: "Withdraw my consent" }).waitFor();
  expect((await mia.call(billingRoutes.createSetupIntent, { body: {} })).id).toMatch(/^seti_/);
  expect([...new Set(seenByStripe)]).toEqual([`${product.origin}/guardian-consent`]);
  expect(fake.seen.join("\n")).not.toContain("4242424242424242");
  expect(faults).toEqual([]);
  await context.close();
});
