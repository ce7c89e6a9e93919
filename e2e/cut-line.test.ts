import { BILLING_MESSAGES } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { usernameKey } from "../apps/server/src/modules/identity/accounts/names.policy.ts";
import { signIn, visit } from "./testing/browser.ts";
import { choosePlan, enterAthlete, fillAthlete, fillCard, pay, signUpAsCreator } from "./testing/earner-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";

const WORKS = "4242424242424242";

const { browser, product } = await openJourney({ lou: null });
const { pool } = openJourneyDatabase(product);

/** Stops at the card form, with everything entered. */
async function atBilling(page: Page, username: string): Promise<void> {
  await page.goto(`${product.origin}/signup`);
  await signUpAsCreator(page, username);
  await choosePlan(page, "Student Athlete - Individuals");
  await fillAthlete(page);
  await fillCard(page, WORKS);
}

/** Messages that a page must never show after a payment. */
async function expectNothingToPay(page: Page): Promise<void> {
  expect(await page.getByText(/to be paid|Pay \$/).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(Pay|Abort)/ }).count()).toBe(0);
}

async function accountOf(username: string) {
  const { rows } = await pool.query(
    `select a.plan, a.erased_at is not null as is_erased, s.status,
       (select coalesce(sum(r.amount_cents), 0)::int from refunds r join invoices i on i.id = r.invoice_id
        where i.account_id = a.id) as refunded
     from accounts a join subscriptions s on s.account_id = a.id where a.username_key = $1`,
    [usernameKey(username)],
  );
  return rows[0];
}

describe("the connection is lost after the payment", () => {
  test("the browser closes at once: the server still completes the registration and sends the email", async () => {
    const { context, page } = await visit(browser);
    await atBilling(page, "ada");
    // No request after the payment reaches the server.
    await page.route("**/complete-earner-registration", () => context.close());
    await Promise.all([page.waitForEvent("close"), pay(page)]);

    const link = await mailedLink(product.origin, "ada@people.test", "email-verification");
    const elsewhere = await visit(browser);
    await elsewhere.page.goto(link);
    // A different browser from the one that signed up.
    await elsewhere.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await elsewhere.page.getByRole("button", { name: "Verify", exact: true }).click();
    await elsewhere.page.waitForURL("**/explore");
    await elsewhere.page.getByRole("banner").getByRole("link", { name: "Earner's Hub" }).waitFor();
    expect(elsewhere.faults).toEqual([]);
    await elsewhere.context.close();
  });

  test("the network drops: no page asks for payment again, and the sign-up continues once it is back", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "light" });
    await atBilling(page, "bea");
    await page.route("**/complete-earner-registration", async (route) => {
      await context.setOffline(true);
      await route.abort();
    });
    await pay(page);
    await page.getByText(BILLING_MESSAGES.subscribed).waitFor();
    await expectNothingToPay(page);
    await lookAt(page, "billing-cut-offline");

    await page.unroute("**/complete-earner-registration");
    await context.setOffline(false);
    for (const path of ["/billing", "/signup?as=earner"]) {
      await page.goto(product.origin + path);
      await page.getByText("Verify your email to sign in").waitFor();
      await expectNothingToPay(page);
      await lookAt(page, `paid${path.slice(0, 5).replace("/", "-")}`);
    }
    await page.getByRole("link", { name: "Verify your email" }).click();
    await page.waitForURL("**/verify-email");
    await page.getByText("bea@people.test").waitFor();
    await page.getByRole("button", { name: "Change", exact: true }).waitFor();
    await context.close();
  });

  test("the reply to the payment is lost: it is requested again, and charged once", async () => {
    const { context, page } = await visit(browser);
    await atBilling(page, "cal");
    await page.route("**/create-subscription", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay(page);
    await page.getByText(BILLING_MESSAGES.subscribed).waitFor();
    await expectNothingToPay(page);
    await page.unroute("**/create-subscription");
    await page.reload();
    await page.getByText("Verify your email to sign in").waitFor();
    const { rows } = await pool.query(
      "select count(*)::int as invoices from invoices where account_id = (select id from accounts where username = 'cal')",
    );
    expect(rows).toEqual([{ invoices: 1 }]);
    await context.close();
  });
});

describe("giving up after the payment", () => {
  test("Abort is not offered; the sign-up ends with a refund, and nothing of it remains", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await atBilling(page, "dot");
    await page.route("**/complete-earner-registration", (route) => route.abort());
    await pay(page);
    await page.getByText(BILLING_MESSAGES.subscribed).waitFor();
    await page.goto(`${product.origin}/signup?as=earner`);
    await page.getByText("Verify your email to sign in").waitFor();
    await expectNothingToPay(page);
    await page.getByRole("button", { name: "End my sign-up with a refund" }).click();
    const question = page.getByRole("alertdialog", { name: "End your sign-up?" });
    await question.waitFor();
    await lookAt(page, "end-sign-up");
    await question.getByRole("button", { name: "End it" }).click();
    await page.getByText(EARNER_MESSAGES.endedWithRefund).waitFor();
    await expect
      .poll(() => accountOf("dot"))
      .toEqual({ plan: null, is_erased: true, status: "canceled", refunded: 999 });
    await page.goto(`${product.origin}/billing`);
    await page.getByText("There is nothing to pay at the moment.").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a page left open does not abort a sign-up that was paid in another tab", async () => {
    const { context, page } = await visit(browser);
    await page.goto(`${product.origin}/signup`);
    await signUpAsCreator(page, "eli");
    const picker = page.getByRole("dialog", { name: "Choose your plan" });
    await picker.waitFor();
    const other = await context.newPage();
    await other.goto(`${product.origin}/signup?as=earner`);
    await other.getByRole("heading", { name: "Continue where you left off?" }).waitFor();
    expect(await other.getByRole("main").innerText()).not.toContain("eli");
    await lookAt(other, "continue-registration");
    await other.getByLabel("Email").fill("eli@people.test");
    await other.getByRole("button", { name: "Continue" }).click();
    await choosePlan(other, "Student Athlete - Individuals");
    await fillAthlete(other);
    await fillCard(other, WORKS);
    await pay(other);
    await other.waitForURL("**/verify-email");

    await picker.getByRole("button", { name: "Close" }).click();
    await page.getByRole("alertdialog", { name: "Abort Sign up?" }).getByRole("button", { name: "Confirm" }).click();
    await page.getByText(EARNER_MESSAGES.abortPaid).waitFor();
    await page.getByText("Verify your email to sign in").waitFor();
    await expectNothingToPay(page);
    expect(await accountOf("eli")).toMatchObject({ plan: "Individual", is_erased: false, status: "active" });
    await context.close();
  });
});

test("a General User who loses the connection after paying is an earner on the next page", async () => {
  const { context, page } = await visit(browser);
  await signIn(page, product.origin, "lou");
  await page.goto(`${product.origin}/normal-user?step=next`);
  await enterAthlete(page);
  await fillCard(page, WORKS);
  await page.route("**/complete-upgrade", (route) => route.abort());
  await pay(page);
  await page.getByText(BILLING_MESSAGES.subscribed).waitFor();
  await expectNothingToPay(page);
  await page.unroute("**/complete-upgrade");
  await page.goto(`${product.origin}/billing`);
  await page.getByText("There is nothing to pay at the moment.").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Earner's Hub" }).waitFor();
  await context.close();
});
