import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { expect, test } from "vitest";
import { makeDueReferralsAvailable } from "../apps/server/src/modules/earnings/index.ts";
import { withOutsideDeps } from "../apps/server/src/testing/outside-deps.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { qrFaults } from "./testing/read-qr.ts";
import { fillSignUp } from "./testing/sign-up-steps.ts";

const { browser, product } = await openJourney({ ana: "Individual" });
const database = openJourneyDatabase(product);

/** Runs the hourly job as if it were `days` later. */
async function daysLater(days: number): Promise<void> {
  await withOutsideDeps(database, (deps) =>
    makeDueReferralsAvailable({ ...deps, now: () => new Date(Date.now() + days * 86_400_000) }),
  );
}

async function readDownload(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

test("an earner shares a link, a friend joins by it, and the earner sees ten dollars pending and available, live", async () => {
  const earner = await visit(browser);
  await earner.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await beSignedIn(earner.page, product.origin, "ana");
  await earner.page.goto(`${product.origin}/explore`);
  await earner.page.getByRole("button", { name: "Profile menu" }).click();
  await earner.page.getByRole("menuitem", { name: "Refer to a Friend" }).click();
  const balance = earner.page.getByRole("region", { name: "Your earnings" });
  await balance.getByText("Nobody has joined with your links yet.").waitFor();
  await earner.page.getByText("Nobody has signed up with your links yet.").waitFor();

  await earner.page.getByRole("button", { name: "New link" }).click();
  await earner.page.getByRole("button", { name: "Make the link" }).click();
  await earner.page.getByText("Give the link a label, such as where you will share it.").waitFor();
  await earner.page.getByLabel("Label", { exact: true }).fill("Locker room");
  await earner.page.getByRole("button", { name: "Make the link" }).click();
  const links = earner.page.getByRole("list", { name: "Labeled links" });
  await links.getByRole("button", { name: "Copy link of Locker room" }).click();
  await earner.page.getByText("Referral link copied to clipboard!").waitFor();
  const url = String(await earner.page.evaluate("navigator.clipboard.readText()"));
  await earner.page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))");
  await links.getByRole("button", { name: "Copy link of Locker room" }).click();
  await earner.page.getByText("Failed to copy referral link").waitFor();

  const friend = await visit(browser);
  await friend.page.goto(url);
  await friend.page.getByRole("heading", { name: "ana's channel invites you to Fieldhouse" }).waitFor();
  await friend.page.getByText("ana's channel earns $10.00 when you verify your email address.").waitFor();
  await friend.page.getByText("You were referred by").waitFor();
  await expect.poll(() => friend.page.getByLabel("Referral code").inputValue()).toBe(url.slice(-8));
  expect(String(await friend.page.evaluate("document.cookie"))).not.toContain(url.slice(-8));
  // Signing up later, elsewhere on the site.
  await friend.page.goto(`${product.origin}/explore`);
  await friend.page.getByRole("banner").getByRole("button", { name: "Join Now" }).click();
  const form = friend.page.getByRole("dialog");
  await form.getByRole("button", { name: /^Registered User/ }).click();
  await form.getByText("@ana").waitFor();
  await fillSignUp(form, "bea");
  await form.getByRole("button", { name: "Sign Up", exact: true }).click();
  await friend.page.waitForURL("**/verify-email");
  const people = earner.page.getByRole("region", { name: "People who joined" });
  await people.getByText("They have not verified their email address yet.").waitFor();

  await friend.page.goto(await mailedLink(product.origin, "bea@people.test", "email-verification"));
  await friend.page.waitForURL("**/explore");
  expect((await friend.context.cookies()).map((cookie) => cookie.name)).not.toContain("fieldhouse_referral");
  await people.getByText(/^They verified their email address\. Available on \w+ \d+, \d{4}\.$/).waitFor();
  await balance.getByText("1 person earned you a reward.").waitFor();
  expect(await balance.getByRole("status").innerText()).toContain("$10.00");
  expect(await links.innerText()).toMatch(/1 open\s+1 sign-up\s+\$10\.00 earned/);

  await daysLater(29);
  await daysLater(31);
  await people.getByText("Ready for your next payout.").waitFor();
  const available = balance.getByRole("definition").filter({ hasText: "$10.00" });
  expect(await available.count()).toBe(1);

  // The table says what the chart shows, and the URL what the list shows.
  await earner.page.getByLabel("Show as table").check();
  const table = earner.page.getByRole("region", { name: "Money earned by month" });
  expect(await table.getByRole("row", { name: "All twelve months" }).innerText()).toContain("$10.00");
  await people.getByLabel("Stage").selectOption("Paid");
  await people.getByText("Nobody matches this search and these filters.").waitFor();
  expect(earner.page.url()).toContain("filter_type=paid");
  await people.getByRole("button", { name: "Clear filters" }).last().click();
  await people.getByLabel("Search").fill("BE");
  await earner.page.waitForURL("**/referral-page?search_term=BE");
  const download = earner.page.waitForEvent("download");
  await people.getByRole("button", { name: "Download these people as CSV" }).click();
  const csv = await readDownload(await download);
  expect(csv.split("\r\n")[1]).toMatch(/^bea,\d{4}-\d{2},Locker room,Available,10\.00,Ready for your next payout\.,,$/);

  expect(friend.faults).toEqual([]);
  expect(earner.faults).toEqual([]);
  await friend.context.close();
  await earner.context.close();
});

test("a link is a QR code and a file, and a withdrawn one invites nobody", async () => {
  const { context, page, faults } = await visit(browser, { width: 360 });
  await beSignedIn(page, product.origin, "ana");
  await page.goto(`${product.origin}/referral-page`);
  await page.getByRole("button", { name: "Share link", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const url = await dialog.locator("p.font-mono").innerText();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the QR code as PNG" }).click();
  expect((await download).suggestedFilename()).toBe(`fieldhouse-${url.slice(-8)}.png`);
  const drawing = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the QR code as SVG" }).click();
  expect(await readDownload(await drawing)).toContain("<svg");
  expect(await qrFaults(dialog.getByRole("img"), url)).toEqual([]);
  await page.keyboard.press("Escape");

  const links = page.getByRole("list", { name: "Labeled links" });
  await links.getByRole("button", { name: "Actions for Locker room" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Label", { exact: true }).fill("Team bus");
  await page.getByRole("button", { name: "Save" }).click();
  await links.getByRole("button", { name: "Actions for Team bus" }).click();
  await page.getByRole("menuitem", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Show withdrawn links (1)" }).click();
  const withdrawn = page.getByRole("list", { name: "Withdrawn links" });
  await withdrawn.getByText(/^Withdrawn on/).waitFor();
  const path = new URL(await withdrawn.locator("p.font-mono").innerText()).pathname;
  expect(faults).toEqual([]);
  await context.close();

  const stranger = await visit(browser, { width: 360 });
  await stranger.page.goto(product.origin + path);
  await stranger.page.getByRole("button", { name: "Sign Up", exact: true }).waitFor();
  await stranger.page.waitForLoadState("networkidle");
  await expect.poll(() => stranger.page.getByText("invites you").count()).toBe(0);
  await expect.poll(() => stranger.page.getByText("You were referred by").count()).toBe(0);
  expect(stranger.faults).toEqual([]);
  await stranger.context.close();
});

test("without a code it shows the sign-up to a visitor, and Explore to a signed-in user", async () => {
  const { context, page, faults } = await visit(browser);
  for (const path of ["/referral", "/referral/"]) {
    await page.goto(product.origin + path);
    await page.getByText("You want to be a").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/referral\/?$/);
  }
  await beSignedIn(page, product.origin, "ana");
  for (const path of ["/referral", "/referral/", "/referral/NOBODYS2"]) {
    await page.goto(product.origin + path);
    await page.waitForURL("**/explore");
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("an unknown link does not block the sign-up", async () => {
  const { context, page, faults } = await visit(browser, { width: 360 });
  await page.goto(`${product.origin}/referral/NOBODYS2`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.getByText("You were referred by").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
