import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LOGIN_MESSAGES } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { signIn, visit } from "./testing/browser.ts";
import { choosePlan, fillBasics, fillCard, fillSport, pay } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { readZip } from "./testing/zip.ts";

const { browser, product } = await openJourney({
  maya: "Individual",
  ana: "Individual",
  leo: null,
  tom: null,
  zoe: null,
  ivy: null,
  kai: null,
});

async function open(page: Page, tab: string): Promise<void> {
  await page.goto(`${product.origin}/setting?tab=${tab}`);
  await page.getByRole("tabpanel").waitFor();
}

/** Whatever needs a fresh password asks for it once. */
async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Is it you?" });
  await dialog.getByLabel("Your password").fill(PASSWORD);
  // By Enter, as most people do: a dialog that is still coming in moves under a click.
  await dialog.getByLabel("Your password").press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

describe("two-factor sign-in", () => {
  test("is switched on with a code, asked for at the next sign-in, and a recovery code opens once", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await open(page, "security");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("dialog", { name: "Is it you?" }).getByLabel("Your password").fill("wrong");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This is not your password.").waitFor();
    await confirmPassword(page);
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = (await page.getByText(/^([A-Z2-7]{1,4} ?){6,}$/).innerText()).replaceAll(" ", "");
    await lookAt(page, "setting-two-factor-scan");
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("This code is not valid. Please enter a new one.").waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await page.getByRole("button", { name: "Switch on" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await codes.getByRole("listitem").first().waitFor();
    const [recovery = "", second = ""] = await codes.getByRole("listitem").allInnerTexts();
    await lookAt(page, "setting-recovery-codes");
    await page.keyboard.press("Escape");
    await codes.getByText("Have you kept them?").waitFor();
    await codes.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText("10 recovery codes are left").waitFor();
    await context.close();

    const again = await visit(browser);
    await again.page.goto(`${product.origin}/login`);
    await again.page.getByLabel("Email or username").fill("leo");
    await again.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.getByLabel("Code").fill("123456");
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.getByText("This code is not valid. Please enter a new one.").waitFor();
    expect(await again.page.getByLabel("Email or username").inputValue()).toBe("leo");
    await again.page.getByLabel("Code").fill(recovery);
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.waitForURL("**/explore");
    await open(again.page, "security");
    await again.page.getByText("9 recovery codes are left").waitFor();
    await again.page.getByRole("button", { name: "New recovery codes" }).click();
    const renewing = again.page.getByRole("dialog", { name: "New recovery codes" });
    await lookAt(again.page, "setting-new-recovery-codes");
    await renewing.getByRole("textbox").fill(second);
    await renewing.getByRole("button", { name: "New recovery codes" }).click();
    await confirmPassword(again.page);
    await again.page
      .getByRole("dialog", { name: "Recovery codes", exact: true })
      .getByRole("listitem")
      .first()
      .waitFor();
    await again.page.getByRole("button", { name: "I have kept them" }).click();
    await again.page.getByText("10 recovery codes are left").waitFor();
    await again.page.getByRole("button", { name: "Switch off" }).click();
    const off = again.page.getByRole("dialog", { name: "Switch two-factor sign-in off" });
    await off.getByRole("textbox").fill(new TOTP({ secret, period: 30 }).generate({ timestamp: Date.now() + 30_000 }));
    await off.getByRole("button", { name: "Switch off" }).click();
    await again.page.getByText("Two-factor sign-in is off.").waitFor();
    await again.page.getByRole("button", { name: "Switch on" }).waitFor();
    await again.context.close();
  });
});

describe("what one chooses", () => {
  test("notifications and privacy stay as they were switched, on the page and after a reload", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "maya");
    await open(page, "notifications");
    const bell = page.getByLabel("Bell: Somebody follows my channel");
    await bell.click();
    expect(await page.getByLabel("Email: My account's security").isDisabled()).toBe(true);
    await lookAt(page, "setting-notifications");
    await open(page, "privacy");
    await page.getByLabel("Show my GPA").click();
    await expect.poll(() => page.getByText("Set by your age.").count()).toBe(3);
    await lookAt(page, "setting-privacy");
    await page.waitForLoadState("networkidle");
    await open(page, "notifications");
    await expect.poll(() => bell.isChecked()).toBe(false);
    await open(page, "privacy");
    await expect.poll(() => page.getByLabel("Show my GPA").isChecked()).toBe(false);
    await context.close();
  });

  test("a card is added, pays, and is removed", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "dark" });
    await signIn(page, product.origin, "maya");
    await open(page, "plan");
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
    await page.getByText("No card is kept.").waitFor();
    await context.close();
  });
});

describe("a plan", () => {
  test("is paid, changed, changed back, cancelled and resumed; its receipt is there", async () => {
    const { context, page, faults } = await visit(browser);
    await signIn(page, product.origin, "kai");
    await open(page, "profile");
    await page.getByRole("link", { name: "Become an Earner" }).last().click();
    await page.getByRole("link", { name: "Upgrade to Athletic Earner" }).click();
    await becomeAthlete(page);

    await open(page, "plan");
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
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
    await page.getByText(/^Ends on /).waitFor();
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

  test("is restored with the earner's side while it is paid, and paid again when it is not", async () => {
    const { context, page } = await visit(browser, { width: 360, scheme: "light" });
    await signIn(page, product.origin, "kai");
    await deactivate(page);
    await confirmPassword(page);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText(EARNER_MESSAGES.restored).waitFor();
    await deactivate(page);
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await endPlan("kai");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.waitForURL("**/billing");
    await fillCard(page, "4242424242424242");
    await pay(page);
    await page.getByText(EARNER_MESSAGES.restored).waitFor();
    await open(page, "plan");
    await page.getByText(/^Renews on /).waitFor();
    await context.close();
  });
});

async function becomeAthlete(page: Page): Promise<void> {
  await choosePlan(page, "Student Athlete - Individuals");
  await page.getByText("Step 1 of 2").waitFor();
  await page.getByRole("group", { name: "Date of birth" }).getByLabel("Year").selectOption("1999");
  await fillBasics(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2 of 2").waitFor();
  await fillSport(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL("**/billing");
  await fillCard(page, "4242424242424242");
  await pay(page);
  await page.waitForURL("**/explore");
}

async function change(page: Page, plan: string, message: string): Promise<void> {
  await page.getByRole("button", { name: "Change plan" }).click();
  const dialog = page.getByRole("dialog", { name: "Change plan" });
  await dialog.locator(`input[value="${plan}"]`).check();
  await dialog.getByRole("checkbox", { name: /^I agree to pay .* from the next renewal/ }).check();
  await lookAt(page, `setting-change-plan-${plan}`);
  await dialog.locator("[type=submit]").click();
  await page.getByText(message).waitFor();
  await dialog.waitFor({ state: "hidden" });
}

async function deactivate(page: Page): Promise<void> {
  await open(page, "leave");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
}

/** As at the end of a period that nobody paid. */
async function endPlan(username: string): Promise<void> {
  const database = openDatabase(product.databaseUrl(), { connections: 1 });
  try {
    await database.pool.query(
      `update subscriptions set status = 'canceled', canceled_at = now()
       where account_id = (select id from accounts where username = $1)`,
      [username],
    );
  } finally {
    await database.close();
  }
}

describe("one's data", () => {
  test("comes as a ZIP that holds the profile", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "tom");
    await open(page, "data");
    await page.getByRole("button", { name: "Export my data" }).click();
    await confirmPassword(page);
    const link = page.getByRole("link", { name: /^Download/ });
    await link.waitFor({ timeout: 60_000 });
    await lookAt(page, "setting-data");
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const file = path.join(mkdtempSync(path.join(tmpdir(), "fieldhouse-export-")), "data.zip");
    await download.saveAs(file);
    const files = await readZip(file);
    expect(JSON.parse(files.get("account.json") ?? "null")).toMatchObject([{ username: "tom" }]);
    await context.close();

    // On another device the password comes first.
    const other = await visit(browser);
    await signIn(other.page, product.origin, "tom");
    await open(other.page, "data");
    await other.page.getByRole("button", { name: /^Download/ }).click();
    const [later] = await Promise.all([other.page.waitForEvent("download"), confirmPassword(other.page)]);
    expect(later.suggestedFilename()).toBe("fieldhouse-data.zip");
    await other.page.getByRole("link", { name: /^Download/ }).waitFor();
    await other.context.close();
  });
});

describe("leaving", () => {
  test("an earner deactivates, and goes on as a Registered User", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "ana");
    await open(page, "leave");
    await page.getByRole("button", { name: "Deactivate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
    await confirmPassword(page);
    await page.getByRole("heading", { name: "Restore my earner account" }).waitFor();
    await page.getByRole("button", { name: "Become an Earner" }).first().waitFor();
    await lookAt(page, "setting-restore");
    await context.close();
  });

  test("an account that is deleted is signed out everywhere, and signing in brings it back", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "zoe");
    await open(page, "leave");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
    await confirmPassword(page);
    await page.waitForURL(`${product.origin}/`);
    await page.getByText("Your account will be deleted in 30 days.").waitFor();
    await signIn(page, product.origin, "zoe");
    await page.getByText(LOGIN_MESSAGES.kept).waitFor();
    await open(page, "leave");
    await page.getByRole("button", { name: "Delete" }).waitFor();
    await context.close();
  });

  test("nothing happens for whoever closes the question for the password", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "ivy");
    await open(page, "leave");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("dialog", { name: "Is it you?" }).getByRole("button", { name: "Close" }).click();
    const question = page.getByRole("alertdialog");
    await expect.poll(() => question.evaluate((box) => box.contains(box.ownerDocument.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Delete");
    await page.reload();
    await page.getByRole("button", { name: "Delete" }).waitFor();
    await context.close();
  });
});
