import { BILLING_MESSAGES } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createDatabase } from "../apps/server/src/platform/db/database.ts";
import { hearBell } from "./testing/bell.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { becomeAthlete, enterAthlete, fillCard, pay } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { askToDeactivate, confirmPassword, openTab } from "./testing/settings-steps.ts";

const { browser, product } = await openJourney({ maya: "Individual", kai: null, rae: null });

describe("a plan", () => {
  test("is paid, changed, changed back, canceled and resumed, and has a receipt", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "kai");
    await openTab(page, product.origin, "profile");
    await page.getByRole("link", { name: "Become an Earner" }).last().click();
    await page.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
    await becomeAthlete(page);

    await openTab(page, product.origin, "plan");
    await page.getByText(/^Renews on /).waitFor();
    await lookAt(page, "setting-plan");
    await change(page, "Team", BILLING_MESSAGES.planChanged);
    await page.getByText(/^Becomes Team for \$29\.99 a month on /).waitFor();
    await change(page, "Individual", BILLING_MESSAGES.planKept);
    await page.getByText(/^Renews on /).waitFor();
    await page.getByRole("button", { name: "Remove Visa ending in 4242" }).click();
    await page.getByText(BILLING_MESSAGES.lastCard).waitFor();
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await lookAt(page, "setting-cancel-plan");
    const phone = await visit(browser, { width: 360 });
    await beSignedIn(phone.page, product.origin, "kai");
    await phone.page.goto(`${product.origin}/explore`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText(/^Ends on /).waitFor();
    await hearBell(phone.page, /^Your plan ends on /);
    await phone.context.close();
    await page.getByRole("button", { name: "Resume plan" }).click();
    await page.getByText(BILLING_MESSAGES.resumed).waitFor();
    await page.getByText(/^Renews on /).waitFor();

    await page
      .getByRole("row", { name: /\$9\.99/ })
      .getByRole("link")
      .click();
    await page.getByRole("heading", { name: /^Receipt / }).waitFor();
    await page.getByText("Visa ending in 4242").waitFor();
    await lookAt(page, "receipt");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is restored with the earner account while it is paid, and must be paid again otherwise", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "light" });
    await beSignedIn(page, product.origin, "kai");
    await askToDeactivate(page, product.origin);
    await confirmPassword(page);
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await expect.poll(() => isEnding("kai")).toBe(true);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText(EARNER_MESSAGES.restoredEnding).waitFor();
    await page.getByText(/^Your plan ends on /).waitFor();
    await lookAt(page, "setting-plan-ends");
    await page.getByRole("button", { name: "Resume plan" }).click();
    await page.getByText(/^Renews on /).waitFor();
    await askToDeactivate(page, product.origin);
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await endPlan("kai");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.waitForURL("**/billing");
    await fillCard(page, "4242424242424242");
    await pay(page);
    await page.getByText(EARNER_MESSAGES.restored).waitFor();
    await openTab(page, product.origin, "plan");
    await page.getByText(/^Renews on /).waitFor();
    await context.close();
  });

  test("a card is added, pays, and is removed", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "dark" });
    await beSignedIn(page, product.origin, "maya");
    await openTab(page, product.origin, "plan");
    await page.getByRole("button", { name: "Add a card" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a card" });
    await dialog.getByLabel("Card number").fill("4242424242424242");
    await dialog.getByLabel("Expires").fill("1239");
    await dialog.getByLabel("Security code").fill("123");
    await dialog.getByLabel("Name on card").fill("Maya Lind");
    await dialog.getByLabel("Billing ZIP").fill("60601");
    await dialog.getByLabel("This card may be charged for my plan.").check();
    await lookAt(page, "setting-add-card");
    await dialog.getByRole("button", { name: "Add card" }).click();
    await page.getByText("Visa ending in 4242").waitFor();
    await page.getByRole("button", { name: "Remove Visa ending in 4242" }).click();
    await page.getByText("No saved cards.").waitFor();
    await context.close();
  });
});

describe("a price that changes", () => {
  test("while somebody fills in the card form is shown again before anything is paid", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "dark" });
    await beSignedIn(page, product.origin, "rae");
    await page.goto(`${product.origin}/normal-user`);
    await page.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
    await enterAthlete(page);
    await fillCard(page, "4242424242424242");
    await query("update plan_prices set price_cents = 1299 where plan = 'Individual'");
    await pay(page);
    await page.getByText(BILLING_MESSAGES.priceChanged).waitFor();
    await page.getByRole("region", { name: "Your plan" }).getByText("$12.99").waitFor();
    const consent = page.getByRole("checkbox", { name: /^I agree to pay \$12\.99/ });
    await expect.poll(() => consent.isChecked()).toBe(false);
    await expect.poll(() => page.getByLabel("Name on card").inputValue()).toBe("Maya Vega");
    await lookAt(page, "billing-price-changed");
    await consent.check();
    await pay(page);
    await page.waitForURL("**/explore");
    await context.close();
  });
});

async function change(page: Page, plan: string, message: string): Promise<void> {
  await page.getByRole("button", { name: "Change plan" }).click();
  const dialog = page.getByRole("dialog", { name: "Change plan" });
  await dialog.locator(`input[value="${plan}"]`).check();
  await dialog.getByRole("checkbox", { name: /^I agree to pay .* starting with the next renewal/ }).check();
  await lookAt(page, `setting-change-plan-${plan}`);
  await dialog.locator("[type=submit]").click();
  await page.getByText(message).waitFor();
  await dialog.waitFor({ state: "hidden" });
}

/** Like the end of an unpaid period. */
function endPlan(username: string): Promise<number> {
  return query(
    `update subscriptions set status = 'canceled', canceled_at = now()
     where account_id = (select id from accounts where username = $1)`,
    username,
  );
}

/** Whether the worker has stopped the renewal at the provider. */
async function isEnding(username: string): Promise<boolean> {
  const rows = await query(
    `select from subscriptions where cancel_at_period_end
       and account_id = (select id from accounts where username = $1)`,
    username,
  );
  return rows === 1;
}

async function query(statement: string, ...values: string[]): Promise<number> {
  const database = createDatabase(product.databaseUrl(), { connections: 1 });
  try {
    return (await database.pool.query(statement, values)).rowCount ?? 0;
  } finally {
    await database.close();
  }
}
