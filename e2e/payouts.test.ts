import { expect, test } from "vitest";
import { earnAvailable } from "../apps/server/src/modules/earnings/testing/rewards.ts";
import { withOutsideDeps } from "../apps/server/src/testing/outside-deps.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ ana: "Individual", boss: null });
const { origin } = product;
const database = openJourneyDatabase(product);

test("an earner chooses how to be paid, staff pay the month's batch, and the statement shows it", async () => {
  const { rows } = await database.pool.query("select id from accounts where username = 'ana'");
  await withOutsideDeps(database, (deps) => earnAvailable(deps, rows[0].id, 3));

  const earner = await visit(browser);
  await beSignedIn(earner.page, origin, "ana");
  await earner.page.goto(`${origin}/referral-page`);
  const page = earner.page;
  await page.getByText("Choose how you want to be paid.").waitFor();
  await page.getByRole("button", { name: "Choose: How you are paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^PayPal/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Give the email address of your PayPal account.").waitFor();
  await dialog.getByLabel("PayPal email").fill("ana.pay@mail.test");
  await dialog.getByRole("button", { name: "Save" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirmation.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("a•••@mail.test", { exact: true }).waitFor();
  await page.getByText("we send you $30.00").waitFor();

  await page.getByRole("button", { name: "Give a W-9: W-9 tax form" }).click();
  await dialog.getByRole("button", { name: "Submit this W-9" }).click();
  await dialog.getByText("Please certify this to submit your W-9.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Ana Lee");
  await dialog.getByLabel("Number", { exact: true }).fill("123456789");
  await dialog.getByLabel("Street").fill("1 Main St");
  await dialog.getByLabel("City").fill("Troy");
  await dialog.getByLabel("State").selectOption("NY");
  await dialog.getByLabel("ZIP").fill("12180");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Submit this W-9" }).click();
  await page.getByText("SSN ending in 6789").waitFor();
  await lookAt(page, "referral-page-payouts");

  const desk = await visit(browser);
  await beStaff(desk.page, "boss", { origin, database, role: "admin" });
  await desk.page.goto(`${origin}/admin/payouts`);
  await desk.page.getByRole("button", { name: "Make this month's batch" }).click();
  await desk.page.getByRole("heading", { name: /^Batch 1/ }).waitFor();
  await desk.page.getByRole("button", { name: "Show 1 payout" }).click();
  await desk.page.getByText("@ana").waitFor();
  await lookAt(desk.page, "admin-payouts");
  // The earner's open page follows.
  await page.getByText(/^On its way since/).waitFor();
  await desk.page.getByRole("button", { name: "Mark all as paid" }).click();
  await desk.page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await desk.page.getByText("1 paid").waitFor();
  await page.getByText(/^Paid on/).waitFor();
  await page.getByRole("row", { name: /Payout arrived/ }).waitFor();

  for (const [path, heading] of [
    ["referrals", "Referrals"],
    ["tax", "Tax"],
  ] as const) {
    await desk.page.goto(`${origin}/admin/${path}`);
    await desk.page.getByRole("heading", { name: heading, exact: true }).waitFor();
    await desk.page.waitForLoadState("networkidle");
    await lookAt(desk.page, `admin-${path}`);
  }
  for (const { context, faults } of [earner, desk]) {
    expect(faults).toEqual([]);
    await context.close();
  }
});

test("both look right on a phone, in light", async () => {
  const { context, page } = await visit(browser, { width: 360, scheme: "light" });
  await beSignedIn(page, origin, "ana");
  await page.goto(`${origin}/referral-page`);
  await page.getByText(/^Paid on/).waitFor();
  await lookAt(page, "referral-page-payouts");
  await context.close();
  const desk = await visit(browser, { width: 360, scheme: "light" });
  await beStaff(desk.page, "boss", { origin, database, role: "admin" });
  for (const path of ["payouts", "tax"]) {
    await desk.page.goto(`${origin}/admin/${path}`);
    await desk.page.getByRole("heading", { level: 2 }).first().waitFor();
    await lookAt(desk.page, `admin-${path}`);
  }
  await desk.context.close();
});
