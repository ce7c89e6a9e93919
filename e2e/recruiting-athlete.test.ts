import { accountRoutes } from "@app/contract/accounts";
import type { ChannelId } from "@app/contract/ids";
import { type RecruitingLink, recruitingRoutes } from "@app/contract/recruiting";
import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { type Caller, createCaller } from "../apps/server/src/testing/caller.ts";
import { consentAsGuardian, withdrawConsent } from "../apps/server/src/testing/guardian.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { publishItem } from "../apps/server/src/testing/publish.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";
import { qrFaults } from "./testing/read-qr.ts";

const { browser, product } = await openJourney({ maya: "Individual", mia: "Individual", lena: "Individual" });
const database = openJourneyDatabase(product);

/** On a busy machine a reply may take a while. */
const eventually = <Value>(read: () => Value) => expect.poll(read);
const change = (sql: string, username: string) => database.pool.query(`${sql} where username = $1`, [username]);

const signedIn = new Map<string, Caller>();

/** The server's state, whatever the page shows. */
async function linkOf(username: string): Promise<RecruitingLink> {
  const known = signedIn.get(username);
  if (known) return known.call(recruitingRoutes.link);
  const session = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin(username, PASSWORD),
  });
  signedIn.set(username, createCaller(product.origin, session.access_token));
  return linkOf(username);
}

async function openPanel(username: string) {
  const opened = await visit(browser);
  await opened.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await beSignedIn(opened.page, product.origin, username);
  await opened.page.goto(`${product.origin}/profile?tab=about`);
  await opened.page.getByRole("heading", { name: "Recruiting page" }).waitFor();
  return opened;
}

/** What somebody without an account sees at this URL. */
async function coachFinds(address: string): Promise<{ page: Page; close: () => Promise<void> }> {
  const { context, page } = await visit(browser);
  await page.goto(address);
  return { page, close: () => context.close() };
}

const CLOSED = "This recruiting page is not available";
const switchOf = (page: Page, name: string) => page.getByRole("switch", { name });
const addressOn = (page: Page) => page.getByText(`${product.origin}/recruit/`).innerText();
const kept = (page: Page) => page.getByText("Your recruiting page was saved.").first().waitFor();

test("an athlete opens a page, orders its highlights, shares its link, revokes it and closes the page", async () => {
  await publishClip(product, "maya", "State final, all my saves");
  const { rows } = await database.pool.query<{ id: ChannelId; category: number }>(
    "select c.id, (select min(id) from categories where id <> 88) as category from channels c join accounts a on a.id = c.owner_id where a.username = 'maya'",
  );
  const [channel] = rows;
  const deps = { sql: database.sql, now: () => new Date() };
  if (channel) await publishItem(deps, { channelId: channel.id }, "Penalty practice", { categoryId: channel.category });

  const { context, page, faults } = await openPanel("maya");
  await switchOf(page, "Your page is closed").click();
  await switchOf(page, "Your page is open").waitFor();
  await kept(page);
  const hint = page.getByText("There is nothing to watch on your page yet");
  await hint.waitFor();
  await page.getByRole("checkbox", { name: "Penalty practice" }).click();
  await page.getByRole("checkbox", { name: "State final, all my saves" }).click();
  await page.getByRole("button", { name: "Move State final, all my saves up" }).click();
  const titles = async () => (await linkOf("maya")).highlights.length;
  await eventually(titles).toBe(2);
  await hint.waitFor({ state: "hidden" });
  const first = page.getByRole("list").filter({ hasText: "Penalty practice" }).getByRole("listitem").first();
  await eventually(() => first.innerText()).toContain("State final");

  await expect.poll(() => switchOf(page, "City and state").isEnabled()).toBe(true);
  expect(await page.getByText("Never shown for athletes under 18.").count()).toBe(0);
  await page.getByText("Your first and last name").waitFor();

  const address = await addressOn(page);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("The link was copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
  await lookAt(page, "recruiting-panel");
  const code = page.getByRole("img", { name: "QR code of your recruiting page" });
  expect(await qrFaults(code, address)).toEqual([]);
  expect(await qrFaults(code, `${address}x`)).not.toEqual([]);

  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.waitForURL(address);
  await page.getByRole("heading", { level: 1, name: "maya's channel" }).waitFor();
  await page.goBack();
  const coach = await coachFinds(address);
  const shown = coach.page.getByRole("list", { name: "Highlights" }).getByRole("button");
  await eventually(() => shown.allInnerTexts()).toEqual([
    expect.stringContaining("State final, all my saves"),
    expect.stringContaining("Penalty practice"),
  ]);

  await page.getByRole("button", { name: "New link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New link" }).click();
  await eventually(() => addressOn(page)).not.toBe(address);
  const newer = await addressOn(page);
  await coach.page.reload();
  await coach.page.getByText(CLOSED).waitFor();
  await coach.page.goto(newer);
  await coach.page.getByRole("heading", { level: 1, name: "maya's channel" }).waitFor();

  await switchOf(page, "Your page is open").click();
  await switchOf(page, "Your page is closed").waitFor();
  await expect.poll(() => page.getByRole("img", { name: "QR code of your recruiting page" }).count()).toBe(0);
  await eventually(async () => (await linkOf("maya")).is_on).toBe(false);
  await coach.page.reload();
  await coach.page.getByText(CLOSED).waitFor();
  await coach.close();
  expect(faults).toEqual([]);
  await context.close();
});

test("of two quick changes the last one wins, however late the first one arrives", async () => {
  const { context, page } = await openPanel("lena");
  await switchOf(page, "Your page is closed").click();
  await kept(page);
  const isSave = (response: Response) =>
    response.request().method() === "POST" && response.url().endsWith("/recruiting-link");
  await Promise.all([page.waitForResponse(isSave), switchOf(page, "GPA").click()]);
  expect((await linkOf("lena")).shows_gpa).toBe(true);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const sent: (string | null)[] = [];
  let answered = 0;
  page.on("response", (response) => {
    if (isSave(response)) answered++;
  });
  await page.route("**/api/v1/recruiting-link", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent.push(route.request().postData());
    if (sent.length === 1) await held;
    return route.continue();
  });
  await switchOf(page, "GPA").click();
  await switchOf(page, "Your page is open").click();
  // Both show at once; the second request waits for the first.
  await switchOf(page, "Your page is closed").waitFor();
  await expect.poll(() => switchOf(page, "GPA").isChecked()).toBe(false);
  await page.waitForTimeout(500);
  expect(sent).toEqual(['{"shows_gpa":false}']);
  release();
  await eventually(() => answered).toBe(2);
  await expect.poll(() => linkOf("lena")).toMatchObject({ is_on: false, shows_gpa: false });
  await eventually(() => switchOf(page, "GPA").isChecked()).toBe(false);
  await switchOf(page, "Your page is closed").waitFor();
  await context.close();
});

test("a page that is switched on but still closed says why, and what to do", async () => {
  const { context, page } = await openPanel("lena");
  await switchOf(page, "Your page is closed").click();
  const address = await addressOn(page);
  await kept(page);
  await change("update accounts set plan_lapsed_at = now()", "lena");
  await page.reload();
  await switchOf(page, "Your page is on, but closed for now").waitFor();
  await page.getByText("Your plan has ended.").waitFor();
  await lookAt(page, "recruiting-lapsed");
  await expect.poll(() => page.getByText(address).count()).toBe(0);
  await expect
    .poll(() => page.getByRole("link", { name: "Pay for a plan again" }).getAttribute("href"))
    .toBe("/billing");
  await switchOf(page, "Measurables").click();
  await kept(page);
  const coach = await coachFinds(address);
  await coach.page.getByText(CLOSED).waitFor();
  await coach.close();
  await context.close();
});

test("a minor asks a guardian; the page opens on consent and closes when it is withdrawn", async () => {
  await change("update accounts set date_of_birth = (now() - interval '16 years')::date", "mia");
  const { context, page } = await openPanel("mia");
  await expect.poll(() => switchOf(page, "City and state").isDisabled()).toBe(true);
  await page.getByText("Never shown for athletes under 18.").waitFor();
  await switchOf(page, "Your page is closed").click();
  await switchOf(page, "Your page is on, but closed for now").waitFor();
  await page.getByText("A parent or guardian has to consent.").waitFor();
  await page.getByLabel("Guardian name").fill("Rosa");
  await page.getByLabel("Guardian email").fill("rosa@people.test");
  await lookAt(page, "recruiting-guardian");
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await page.getByText("Waiting for rosa@people.test").waitFor();
  const link = await mailedLink(product.origin, "rosa@people.test", "guardian-consent");
  const token = new URL(link).pathname.split("/")[2] ?? "";
  const guardian = createCaller(product.origin, null);
  await consentAsGuardian(guardian, token);
  await switchOf(page, "Your page is open").waitFor();
  const coach = await coachFinds(await addressOn(page));
  await coach.page.getByRole("heading", { level: 1, name: "mia's channel" }).waitFor();
  await withdrawConsent(guardian, token);
  await page.reload();
  await page.getByText("Your guardian has withdrawn their consent.").waitFor();
  await expect.poll(() => page.getByRole("img", { name: "QR code of your recruiting page" }).count()).toBe(0);
  await coach.page.reload();
  await coach.page.getByText(CLOSED).waitFor();
  await coach.close();
  await context.close();
});
