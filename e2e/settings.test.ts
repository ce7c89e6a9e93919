import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import type { Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { bringPeople } from "../apps/server/src/modules/earnings/testing/rewards.ts";
import { withOutsideDeps } from "../apps/server/src/testing/outside-deps.ts";
import { beSignedIn, signIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { askToDeactivate, confirmPassword, openTab } from "./testing/settings-steps.ts";
import { readZip } from "./testing/zip.ts";

const { browser, product } = await openJourney({
  maya: "Individual",
  ana: "Individual",
  eve: "Individual",
  tom: null,
  zoe: null,
  ivy: null,
});

const isSaved = (path: string) => (reply: Response) =>
  reply.request().method() === "POST" && reply.url().endsWith(path);

describe("settings", () => {
  test("notification and privacy settings persist, on the page and after a reload", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "maya");
    await openTab(page, product.origin, "notifications");
    const bell = page.getByLabel("Bell: Someone follows my channel");
    await bell.click();
    await page.getByLabel("Email: Someone replies to my comment").selectOption("Weekly");
    await expect.poll(() => page.getByRole("group", { name: "My account's security" }).innerText()).toContain("Always");
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    const savedQuietHours = page.waitForResponse(isSaved("/delivery-settings"));
    await page.getByLabel("From", { exact: true }).selectOption("11:30 PM");
    await savedQuietHours;
    await lookAt(page, "setting-notifications");
    await openTab(page, product.origin, "privacy");
    const savedPrivacy = page.waitForResponse(isSaved("/privacy-settings"));
    await page.getByLabel("Show my GPA").click();
    await savedPrivacy;
    await expect.poll(() => page.getByText("Set because of your age.").count()).toBe(0);
    await lookAt(page, "setting-privacy");
    await openTab(page, product.origin, "notifications");
    await expect.poll(() => bell.isChecked()).toBe(false);
    expect(await page.getByLabel("Email: Someone replies to my comment").inputValue()).toBe("weekly");
    await expect.poll(() => page.getByLabel("From", { exact: true }).inputValue()).toBe("23:30");
    await openTab(page, product.origin, "privacy");
    await expect.poll(() => page.getByLabel("Show my GPA").isChecked()).toBe(false);
    await context.close();
  });
});

describe("the export of personal data", () => {
  test("arrives as a ZIP that contains the profile", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "tom");
    await openTab(page, product.origin, "data");
    await page.getByRole("button", { name: "Export my data" }).click();
    await confirmPassword(page);
    const link = page.getByRole("link", { name: /^Download/ });
    await link.waitFor();
    await lookAt(page, "setting-data");
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const file = path.join(mkdtempSync(path.join(tmpdir(), "fieldhouse-export-")), "data.zip");
    await download.saveAs(file);
    const files = await readZip(file);
    expect(JSON.parse(files.get("account.json") ?? "null")).toMatchObject([{ username: "tom" }]);
    await context.close();

    // On another device the password is asked first.
    const other = await visit(browser);
    await beSignedIn(other.page, product.origin, "tom");
    await openTab(other.page, product.origin, "data");
    await other.page.getByRole("button", { name: /^Download/ }).click();
    const [later] = await Promise.all([other.page.waitForEvent("download"), confirmPassword(other.page)]);
    expect(later.suggestedFilename()).toBe("fieldhouse-data.zip");
    await other.page.getByRole("link", { name: /^Download/ }).waitFor();
    await other.context.close();
  });
});

describe("leaving", () => {
  test("an earner deactivates, and continues as a Registered User", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "ana");
    await askToDeactivate(page, product.origin);
    await confirmPassword(page);
    await page.getByRole("heading", { name: "Restore my earner account" }).waitFor();
    await page.getByRole("button", { name: "Become an Earner" }).first().waitFor();
    await lookAt(page, "setting-restore");
    await context.close();
  });

  test("what was earned is still paid out: its page stays, with the payouts only", async () => {
    const database = openJourneyDatabase(product);
    const { rows } = await database.pool.query(
      "update accounts set user_type = 'General User', plan = null, deactivated_at = now() where username = 'eve' returning id",
    );
    await withOutsideDeps(database, (deps) => bringPeople(deps, rows[0].id, { count: 1, at: deps.now() }));
    const { context, page, faults } = await visit(browser, { width: 360 });
    await beSignedIn(page, product.origin, "eve");
    await openTab(page, product.origin, "leave");
    await page.getByRole("link", { name: "your payouts" }).click();
    await page.getByRole("heading", { level: 1, name: "What you have earned" }).waitFor();
    await page.getByRole("button", { name: "Choose: Payout method" }).click();
    await page.getByRole("radio", { name: /PayPal/ }).check();
    await page.getByLabel("PayPal email").fill("eve.pay@mail.test");
    await page.getByRole("button", { name: "Save" }).click();
    await confirmPassword(page);
    await page.getByText("e•••@mail.test", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "People who joined" }).waitFor({ state: "hidden" });
    await page.getByRole("row", { name: "Earned through referrals $10.00" }).waitFor();
    await lookAt(page, "referral-page-deactivated");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a General User who has earned nothing is shown how to become an earner", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "tom");
    await page.goto(`${product.origin}/referral-page`);
    await page.waitForURL("**/normal-user");
    await context.close();
  });

  test("deleting an account signs it out everywhere, and signing in restores it", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "zoe");
    await openTab(page, product.origin, "leave");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
    await confirmPassword(page);
    await Promise.all([
      page.waitForURL(`${product.origin}/`, { waitUntil: "commit" }),
      page.getByText("Your account will be deleted in 30 days.").waitFor(),
    ]);
    // From before that, because the message is there for five seconds only.
    const told = page.getByText(LOGIN_MESSAGES.restored).waitFor();
    await signIn(page, product.origin, "zoe");
    await told;
    await openTab(page, product.origin, "leave");
    await page.getByRole("button", { name: "Delete" }).waitFor();
    await context.close();
  });

  test("closing the password prompt changes nothing", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "ivy");
    await openTab(page, product.origin, "leave");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("dialog", { name: "Confirm it's you" }).getByRole("button", { name: "Close" }).click();
    const question = page.getByRole("alertdialog");
    await expect.poll(() => question.evaluate((box) => box.contains(box.ownerDocument.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Delete");
    await page.reload();
    await page.getByRole("button", { name: "Delete" }).waitFor();
    await context.close();
  });
});
