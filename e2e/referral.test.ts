import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeReferralsAvailableJob } from "../apps/server/src/modules/earnings/referrals/referrals.service.ts";
import { bringPeople } from "../apps/server/src/modules/earnings/testing/rewards.ts";
import { enqueue } from "../apps/server/src/platform/jobs/jobs.ts";
import { withOutsideDeps } from "../apps/server/src/testing/outside-deps.ts";
import { hearBell } from "./testing/bell.ts";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { qrFaults } from "./testing/read-qr.ts";
import { fillSignUp } from "./testing/sign-up-steps.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ ana: "Individual", boss: null });
const { origin } = product;
const database = openJourneyDatabase(product);

const DAY_MS = 86_400_000;
/** One day longer than a reward is pending. */
const DAYS_LATER = 31;
const later = new Date(Date.now() + DAYS_LATER * DAY_MS);

async function readDownload(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** More people who joined by Ana's link. @returns their ids */
async function moreVerify(count: number): Promise<string[]> {
  const { rows } = await database.pool.query("select id from accounts where username = 'ana'");
  return withOutsideDeps(database, (deps) => bringPeople(deps, rows[0].id, { count, at: deps.now() }));
}

/** One more person, whom staff have to review. */
async function oneIsFlagged(): Promise<void> {
  const ids = await moreVerify(1);
  await database.pool.query(
    "update referrals set review = 'open', signals = '{same-device,many-a-day}' where referred_id = any($1)",
    [ids],
  );
}

/** Restarts the product with its clock ahead, and runs the hourly job. Open pages stay open and reconnect. */
async function moveTimeOn(): Promise<void> {
  await product.stop();
  await product.start({ CLOCK_AHEAD_DAYS: String(DAYS_LATER) });
  // If the test runs in December, nobody has entered this tax year yet. It may begin earlier here than on the platform.
  await database.pool.query(
    "insert into tax_years (year, threshold_cents) select $1::int - ago, 200000 from generate_series(0, 1) ago on conflict do nothing",
    [later.getUTCFullYear()],
  );
  await enqueue(database.sql, makeReferralsAvailableJob, {});
}

/** Without the browser's own messages while the product restarts. */
function faultsOf({ faults }: Visit): string[] {
  return faults.filter((fault) => !fault.startsWith("WebSocket connection to"));
}

async function choosePayPal(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByText("Choose how you want to be paid.").waitFor();
  await page.getByRole("button", { name: "Choose: Payout method" }).click();
  await dialog.getByRole("radio", { name: /^PayPal/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Please enter the email address of your PayPal account.").waitFor();
  await dialog.getByLabel("PayPal email").fill("ana.pay@mail.test");
  await dialog.getByRole("button", { name: "Save" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirmation.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("a•••@mail.test", { exact: true }).waitFor();
}

async function giveW9(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Submit a W-9: W-9 tax form" }).click();
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
}

test("an earner shares a link, a friend joins by it, and ten dollars become pending, available, paid and part of the statement", async () => {
  const earner = await visit(browser);
  await earner.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await beSignedIn(earner.page, origin, "ana");
  await earner.page.goto(`${origin}/explore`);
  await earner.page.getByRole("button", { name: "Profile menu" }).click();
  await earner.page.getByRole("menuitem", { name: "Refer to a Friend" }).click();
  const balance = earner.page.getByRole("region", { name: "Your earnings" });
  await balance.getByText("Nobody has joined with your links yet.").waitFor();
  await earner.page.getByText("Nobody has signed up with your links yet.").waitFor();

  await earner.page.getByRole("button", { name: "New link" }).click();
  await earner.page.getByRole("button", { name: "Create link" }).click();
  await earner.page.getByText("Give the link a label, such as where you will share it.").waitFor();
  await earner.page.getByLabel("Label", { exact: true }).fill("Locker room");
  await earner.page.getByRole("button", { name: "Create link" }).click();
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
  await friend.page.goto(`${origin}/explore`);
  await friend.page.getByRole("banner").getByRole("button", { name: "Join Now" }).click();
  const form = friend.page.getByRole("dialog");
  await form.getByRole("button", { name: /^Registered User/ }).click();
  await form.getByText("@ana").waitFor();
  await fillSignUp(form, "bea");
  await form.getByRole("button", { name: "Sign Up", exact: true }).click();
  await friend.page.waitForURL("**/verify-email");
  const people = earner.page.getByRole("region", { name: "People who joined" });
  await people.getByText("They have not verified their email address yet.").waitFor();
  await hearBell(earner.page, /joined with your link$/);

  await friend.page.goto(await mailedLink(origin, "bea@people.test", "email-verification"));
  await friend.page.waitForURL("**/explore");
  expect((await friend.context.cookies()).map((cookie) => cookie.name)).not.toContain("fieldhouse_referral");
  await people.getByText(/^They verified their email address\. Available on \w+ \d+, \d{4}\.$/).waitFor();
  await balance.getByText("1 person earned you a reward.").waitFor();
  await hearBell(earner.page, /^You earned a reward for referring /);
  expect(await balance.getByRole("status").innerText()).toContain("$10.00");
  expect(await links.innerText()).toMatch(/1 open\s+1 sign-up\s+\$10\.00 earned/);

  expect(friend.faults).toEqual([]);
  await friend.context.close();

  // So that the balance reaches the payout minimum.
  await moreVerify(2);
  await balance.getByText("3 people earned you a reward.").waitFor();
  await choosePayPal(earner.page);
  await giveW9(earner.page);
  await earner.page.getByText("Your balance is kept until it reaches that. $25.00 to go.").waitFor();

  await moveTimeOn();
  const bea = people.getByRole("listitem").filter({ has: earner.page.getByText("bea", { exact: true }) });
  await bea.getByText("Ready for your next payout.").waitFor();
  expect(await balance.getByRole("definition").filter({ hasText: "$30.00" }).count()).toBe(1);
  await earner.page.getByText("we send you $30.00").waitFor();

  // In this time zone it is tomorrow already for most of the platform's day.
  const desk = await visit(browser, { timezoneId: "Pacific/Kiritimati" });
  await desk.page.clock.setFixedTime(later);
  await beStaff(desk.page, "boss", { origin, database, role: "admin" });
  await desk.page.goto(`${origin}/admin/payouts`);
  await desk.page.getByRole("button", { name: "Make this month's batch" }).click();
  await desk.page.getByRole("alertdialog").getByRole("button", { name: "Make the batch" }).click();
  await desk.page.getByRole("heading", { name: /^Batch 1/ }).waitFor();
  await desk.page.getByRole("button", { name: "Show 1 payout" }).click();
  await desk.page.getByText("@ana").waitFor();
  await lookAt(desk.page, "admin-payouts");
  await earner.page.getByText(/^On its way since/).waitFor();
  await bea.getByText("The reward is on its way to you.").waitFor();
  await hearBell(earner.page, "Your payout of $30.00 is on its way");
  await desk.page.getByRole("button", { name: "Mark all as paid" }).click();
  await desk.page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await desk.page.getByText("1 paid").waitFor();
  await earner.page.getByText(/^Paid on/).waitFor();
  await bea.getByText("Paid", { exact: true }).waitFor();
  await hearBell(earner.page, "Your payout of $30.00 was paid");
  const statement = earner.page.getByRole("table", { name: /^Statement for/ });
  for (const line of ["Became available (3) $30.00", "Payout arrived -$30.00", "Closing balance $0.00"])
    await statement.getByRole("row", { name: line }).waitFor();

  // The table has the chart's figures, and the URL the list's filters.
  await earner.page.getByLabel("Show as a table").check();
  const table = earner.page.getByRole("region", { name: "Money earned by month" });
  expect(await table.getByRole("row", { name: "All twelve months" }).innerText()).toContain("$30.00");
  await people.getByLabel("Stage").selectOption("Pending");
  await people.getByText("Nobody matches this search and these filters.").waitFor();
  expect(earner.page.url()).toContain("filter_type=pending");
  await people.getByRole("button", { name: "Clear filters" }).last().click();
  await people.getByLabel("Search").fill("BE");
  await earner.page.waitForURL("**/referral-page?search_term=BE");
  const download = earner.page.waitForEvent("download");
  await people.getByRole("button", { name: "Download these people as CSV" }).click();
  const csv = await readDownload(await download);
  expect(csv.split("\r\n").find((line) => line.startsWith("bea,"))).toMatch(
    /^bea,\d{4}-\d{2},Locker room,Paid,10\.00,[^,]*,?[^,]*,,\d{4}-\d{2}-\d{2}$/,
  );

  await oneIsFlagged();
  for (const [path, heading] of [
    ["referrals", "Referrals"],
    ["tax", "Tax"],
  ] as const) {
    await desk.page.goto(`${origin}/admin/${path}`);
    await desk.page.getByRole("heading", { name: heading, exact: true }).waitFor();
    await desk.page.waitForLoadState("networkidle");
    await lookAt(desk.page, `admin-${path}`);
  }
  await lookAt(earner.page, "referral-page-paid");
  for (const one of [earner, desk]) {
    expect(faultsOf(one)).toEqual([]);
    await one.context.close();
  }
});

test("a link is a QR code and a file, and a withdrawn one invites nobody", async () => {
  const { context, page, faults } = await visit(browser, { width: 360 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The device's share sheet, which a headless browser does not have.
  await page.addInitScript(
    "navigator.share = async (what) => { window.shared = what; if (window.fault) throw new DOMException('', window.fault); }",
  );
  await beSignedIn(page, origin, "ana");
  await page.goto(`${origin}/referral-page`);
  await page.getByRole("button", { name: "Share link", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const url = await dialog.locator("p.font-mono").innerText();
  const share = dialog.getByRole("button", { name: "More ways to share" });
  await share.click();
  expect(await page.evaluate("window.shared")).toEqual({ title: "Join me on Fieldhouse", url });
  // Closing the sheet is not an error.
  await page.evaluate("window.fault = 'AbortError'");
  await share.click();
  await page.evaluate("window.fault = 'NotAllowedError'");
  await share.click();
  await page.getByText("The link could not be shared.").waitFor();
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Referral link copied to clipboard!").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url);
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
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("button", { name: "Show deactivated links (1)" }).click();
  const withdrawn = page.getByRole("list", { name: "Deactivated links" });
  await withdrawn.getByText(/^Deactivated on/).waitFor();
  const path = new URL(await withdrawn.locator("p.font-mono").innerText()).pathname;
  expect(faults).toEqual([]);
  await context.close();

  const stranger = await visit(browser, { width: 360 });
  await stranger.page.goto(origin + path);
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
    await page.goto(origin + path);
    await page.getByText("You want to be a").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/referral\/?$/);
  }
  await beSignedIn(page, origin, "ana");
  for (const path of ["/referral", "/referral/", "/referral/NOBODYS2"]) {
    await page.goto(origin + path);
    await page.waitForURL("**/explore");
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("an unknown link does not block the sign-up", async () => {
  const { context, page, faults } = await visit(browser, { width: 360 });
  await page.goto(`${origin}/referral/NOBODYS2`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.getByText("You were referred by").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

/** Checked at 1440 px in the dark theme above; with screenshots, in all four. */
const LOOKS = [
  { width: 360, scheme: "light" as const },
  ...(process.env.SHOTS_DIR
    ? [
        { width: 360, scheme: "dark" as const },
        { width: 1440, scheme: "light" as const },
      ]
    : []),
];

test.each(LOOKS)("money looks right at $width px in $scheme", async ({ width, scheme }) => {
  const { context, page } = await visit(browser, { width, scheme });
  await beSignedIn(page, origin, "ana");
  await page.goto(`${origin}/referral-page`);
  await page.getByText(/^Paid on/).waitFor();
  await lookAt(page, "referral-page-paid");
  await context.close();
  const desk = await visit(browser, { width, scheme });
  await beStaff(desk.page, "boss", { origin, database, role: "admin" });
  for (const path of ["payouts", "tax", "referrals"]) {
    await desk.page.goto(`${origin}/admin/${path}`);
    await desk.page.getByRole("main").getByRole("heading").first().waitFor();
    await desk.page.waitForLoadState("networkidle");
    await lookAt(desk.page, `admin-${path}`);
  }
  await desk.context.close();
});
