import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import type { Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { askToDeactivate, confirmPassword, openTab } from "./testing/settings-steps.ts";
import { readZip } from "./testing/zip.ts";

const { browser, product } = await openJourney({
  maya: "Individual",
  ana: "Individual",
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
    await signIn(page, product.origin, "zoe");
    await page.getByText(LOGIN_MESSAGES.restored).waitFor();
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
