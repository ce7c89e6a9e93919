import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { BELL_PANEL as PANEL } from "./testing/bell.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAround, lookAt, lookInto, restingPx } from "./testing/look.ts";
import { mailedLink, mailedLinks } from "./testing/mailbox.ts";
import { publishBrokenClip, publishClip, sendClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ana: null });
const database = openJourneyDatabase(product);
const CLIP = { size: "160x90", kbps: 60 };
const path = await publishClip(product, "maya", "Cup final", { ...CLIP, lengthS: 90 });
// Each visit signs in on a new device, which would also notify.
await database.pool.query(
  `insert into notification_settings (account_id, kind, bell, email_frequency, push)
   select id, 'security', false, 'at_once', false from accounts`,
);

/** @returns a growing list: `joined` and `told` are live messages, `fetched` is a request for notifications */
function noteNotifications(page: Page): string[] {
  const happened: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes("subscription_succeeded")) happened.push("joined");
      if (String(payload).includes("notifications.changed")) happened.push("told");
    }),
  );
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/v1/notifications") happened.push("fetched");
  });
  return happened;
}

test("a fan comments, the athlete's bell rings, a click opens the comment, and the answer reaches the fan", async () => {
  await database.pool.query("delete from notifications");
  const athlete = await visit(browser);
  await beSignedIn(athlete.page, product.origin, "maya");
  const happened = noteNotifications(athlete.page);
  await athlete.page.goto(`${product.origin}/explore`);
  await athlete.page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await expect.poll(() => happened).toEqual(expect.arrayContaining(["joined", "fetched"]));
  const fan = await visit(browser, { width: 360, scheme: "light" });
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(product.origin + path);
  await fan.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await fan.page.getByLabel("Add a comment").fill("The turn at 1:23 is great");
  happened.length = 0;
  await fan.page.keyboard.press("Enter");

  const bell = athlete.page.getByRole("button", { name: "Notifications, 1 unread" });
  await bell.waitFor();
  // The socket reported it, and no request came before. `bench/live/bell.ts` measures how long that takes.
  expect([...new Set(happened)]).toEqual(["told", "fetched"]);
  await bell.click();
  const panel = athlete.page.locator(PANEL);
  await panel.getByText("commented on “Cup final”").waitFor();
  await lookAround(athlete.page, "bell", (page, name) => lookInto(page, PANEL, name));
  await panel.getByRole("tab", { name: "Unread" }).click();
  await panel.getByRole("link", { name: /The turn at 1:23/ }).click();
  await athlete.page.waitForURL(/\/video\/.*#comment:/);
  const comment = athlete.page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: "The turn" });
  await comment.waitFor();
  await expect.poll(() => athlete.page.evaluate("document.activeElement?.id")).toMatch(/^comment:/);
  await athlete.page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  await comment.getByRole("button", { name: "Play from 1:23" }).click();
  const seconds = () => athlete.page.locator("video").evaluate((video: { currentTime: number }) => video.currentTime);
  await expect.poll(seconds).toBeGreaterThanOrEqual(83);
  await comment.getByRole("button", { name: /^Reply to/ }).click();
  await athlete.page.getByRole("textbox", { name: /^Reply to/ }).fill("Thank you");
  await athlete.page.keyboard.press("Enter");
  await fan.page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const fanPanel = fan.page.locator(PANEL);
  await fanPanel.getByText("replied to your comment").waitFor();

  // Read and unread again, from the menu; then all at once.
  const actions = fanPanel.getByRole("button", { name: /^Actions for: .*replied/ });
  await actions.click();
  await fan.page.getByRole("menuitem", { name: "Mark as Read" }).click();
  await fan.page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await actions.click();
  await fan.page.getByRole("menuitem", { name: "Mark as Unread" }).click();
  await fan.page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await fanPanel.getByRole("button", { name: "Mark all as read" }).click();
  await fan.page.getByText("All notifications marked as read.").waitFor();
  await fanPanel.getByRole("tab", { name: "Unread" }).click();
  await fanPanel.getByText("Sorry, no notifications found").waitFor();
  await fan.page.keyboard.press("Escape");
  await fanPanel.waitFor({ state: "detached" });

  await fan.page.goto(`${product.origin}/notification/`);
  await fan.page.getByRole("link", { name: /replied to your comment/ }).waitFor();
  await lookAround(fan.page, "notifications");
  expect([...athlete.faults, ...fan.faults]).toEqual([]);
  await athlete.context.close();
  await fan.context.close();
});

/** Opens the bell and its notification. */
async function openFromBell(page: Page, message: string): Promise<void> {
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  await page.locator(PANEL).getByRole("tab", { name: "Unread" }).click();
  await page.locator(PANEL).getByRole("link", { name: message }).click();
  await page.locator(PANEL).waitFor({ state: "detached" });
}

test("a like, a follow, an upload and a failed upload ring in the other browser, and each opens its page", async () => {
  for (const table of ["notifications", "content_likes", "follows"]) await database.pool.query(`delete from ${table}`);
  await database.pool.query("update contents set total_likes = 0");
  const athlete = await visit(browser, { width: 1440, scheme: "light" });
  await beSignedIn(athlete.page, product.origin, "maya");
  await athlete.page.goto(`${product.origin}/explore`);
  const fan = await visit(browser, { width: 360, scheme: "dark" });
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(product.origin + path);

  await fan.page.getByRole("button", { name: "Like 0 likes", exact: true }).click();
  await openFromBell(athlete.page, "leo's channel liked “Cup final”");
  await athlete.page.waitForURL(product.origin + path);
  await fan.page.getByRole("button", { name: "Follow maya's channel" }).click();
  await openFromBell(athlete.page, "leo's channel followed your channel");
  await athlete.page.waitForURL(/\/profile\//);
  await athlete.page.getByRole("heading", { name: "leo's channel" }).waitFor();

  const second = await sendClip(product, "maya", "Second heat", { ...CLIP, lengthS: 3 });
  await openFromBell(athlete.page, "“Second heat” is ready");
  await athlete.page.waitForURL(product.origin + second);
  await openFromBell(fan.page, "maya's channel published “Second heat”");
  await fan.page.waitForURL(product.origin + second);

  const edit = await publishBrokenClip(product, database, "maya", "Torn tape");
  await openFromBell(athlete.page, "“Torn tape” could not be processed");
  await athlete.page.waitForURL(product.origin + edit);
  await athlete.page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  // Its followers are never notified of it: only of the one that is ready.
  const { rows } = await database.pool.query(
    "select count(*)::int as uploads from notifications where kind = 'new_upload' and account_id = (select id from accounts where username = 'leo')",
  );
  expect(rows).toEqual([{ uploads: 1 }]);
  expect([...athlete.faults, ...fan.faults]).toEqual([]);
  for (const { context } of [athlete, fan]) await context.close();
});

test("a long list loads as you scroll, in two tabs that agree", async () => {
  await database.pool.query("delete from notifications");
  await database.pool.query(
    `insert into notifications (id, account_id, kind, cause, updated_at)
     select uuidv7(), a.id, 'follow', 'follow:' || n, now() - make_interval(hours => n)
     from accounts a, generate_series(1, 120) n where a.username = 'leo'`,
  );
  const { context, page } = await visit(browser, { width: 1440 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/explore`);
  const other = await context.newPage();
  await other.goto(`${product.origin}/explore`);
  await page.getByRole("button", { name: "Notifications, 99+ unread" }).click();
  const items = page.locator(`${PANEL} ul[aria-label=Notifications] > li`);
  await expect.poll(() => items.count()).toBe(10);
  await page.locator(`${PANEL} ul[aria-label=Notifications]`).hover();
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => items.count()).toBe(20);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("Something went wrong.").waitFor();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await other.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await other.close();
  await keepPlace(page);
  await context.close();
});

/** The bell and the browser's Back button leave a reader of the whole list where they were. */
async function keepPlace(page: Page): Promise<void> {
  await page.goto(`${product.origin}/notification/`);
  const items = page.locator("main ul[aria-label=Notifications] > li");
  const more = page.getByRole("button", { name: "Load more" });
  await more.waitFor();
  const onePagePx = await page.evaluate<number>("document.documentElement.scrollHeight - innerHeight");
  await more.click();
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(20);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  const placePx = () => page.evaluate<number>("Math.round(scrollY)");
  const leftPx = await restingPx(placePx);
  expect(leftPx).toBeGreaterThan(onePagePx);
  // Playwright's own click scrolls the page before it clicks in the header.
  const click = (element: { click(): void }) => element.click();
  await page.getByRole("button", { name: "Notifications", exact: true }).evaluate(click);
  await page.locator(PANEL).getByRole("list").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(PANEL).waitFor({ state: "detached" });
  expect(await items.count()).toBeGreaterThanOrEqual(20);
  expect(await restingPx(placePx)).toBe(leftPx);
  await page.getByRole("banner").getByRole("link", { name: "Following" }).evaluate(click);
  await page.waitForURL(/\/following$/);
  await page.goBack();
  await expect.poll(placePx).toBe(leftPx);
}

/** Notifications not caused by another person: reason, detail, the bell's sentence, and its target. */
const OF_ACCOUNT = [
  ["security", "new_device", "Chrome on Windows", "New sign-in: Chrome on Windows", "/setting?tab=devices"],
  ["security", "password_changed", null, "Your password was changed", "/setting?tab=security"],
  ["billing", "payment_failed", "$9.99", "Your payment of $9.99 did not go through", "/setting?tab=plan"],
  ["payout", "payout_paid", "$25.00", "Your payout of $25.00 was paid", "/referral-page"],
  ["moderation", "channel_hidden", "The name is somebody else's.", "Your channel was hidden", "/setting?tab=reports"],
  ["referral_joined", "referral_joined", null, "leo's channel joined with your link", "/referral-page"],
  ["referral_earned", "referral_earned", null, "You earned a reward for referring leo's channel", "/referral-page"],
] as const;

test("notifications about your own account say so, and open the right page", async () => {
  await database.pool.query("delete from notifications");
  for (const [kind, reason, detail] of OF_ACCOUNT)
    await database.pool.query(
      `insert into notifications (id, account_id, kind, cause, detail, actor_id)
       select uuidv7(), a.id, $1, $2::text || ':' || uuidv7(), $3, case when $1 like 'referral%' then leo.id end
       from accounts a join accounts leo on leo.username = 'leo' where a.username = 'maya'`,
      [kind, reason, detail],
    );
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/notification/`);
  await page.getByText("The name is somebody else's.").waitFor();
  expect(await page.getByText("Unknown User").count()).toBe(0);
  await lookAround(page, "account-notifications");
  for (const [, , , message, href] of OF_ACCOUNT) {
    await page.getByRole("main").getByRole("link", { name: message }).click();
    await page.waitForURL(product.origin + href);
    await page.goBack();
  }
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a comment rings and is emailed, one click unsubscribes, and Settings show it", async () => {
  await database.pool.query("delete from comments");
  await database.pool.query("delete from notifications");
  const fan = await visit(browser);
  await beSignedIn(fan.page, product.origin, "ana");
  await fan.page.goto(product.origin + path);
  await fan.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await fan.page.getByLabel("Add a comment").fill("Tell me how you train");
  await fan.page.keyboard.press("Enter");
  const athlete = await visit(browser, { width: 360, scheme: "light" });
  await beSignedIn(athlete.page, product.origin, "maya");
  await athlete.page.goto(`${product.origin}/explore`);
  await athlete.page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();

  // The five minutes in which more events are collected are over.
  await database.pool.query("update notification_emails set due_at = now()");
  await database.pool.query("select graphile_worker.add_job('notifications:send-emails')");
  const unsubscribe = await mailedLink(product.origin, "maya@people.test", "unsubscribe");
  // Opening it from the email marks it as read.
  const [opened = ""] = await mailedLinks(product.origin, "maya@people.test", "video");
  await athlete.page.goto(opened);
  await athlete.page.getByText("Tell me how you train").waitFor();
  await athlete.page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await athlete.page.goto(unsubscribe);
  await athlete.page.getByText("Do you want to stop getting emails about comments on your content?").waitFor();
  await lookAt(athlete.page, "unsubscribe");
  const settings = `${product.origin}/setting?tab=notifications`;
  await athlete.page.goto(settings);
  const emails = athlete.page.getByLabel("Email: Someone comments on my content");
  await expect.poll(() => emails.inputValue()).toBe("at_once");

  // Like a mail program, without a session.
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(unsubscribe, { method: "POST", body })).status).toBe(200);
  await athlete.page.goto(settings);
  await expect.poll(() => emails.inputValue()).toBe("off");
  await lookAt(athlete.page, "setting-notifications-360");
  await athlete.page.goto(unsubscribe);
  await athlete.page.getByText("You are unsubscribed.").waitFor();

  // The other link of the email is for all kinds; a visitor presses the button.
  const all = (await mailedLinks(product.origin, "maya@people.test", "unsubscribe"))[1] ?? "";
  const visitor = await visit(browser);
  await visitor.page.goto(all);
  await visitor.page.getByRole("button", { name: "Unsubscribe" }).click();
  await visitor.page.getByText("You are unsubscribed.").waitFor();
  await lookAt(visitor.page, "unsubscribed");
  await athlete.page.goto(settings);
  await expect.poll(() => athlete.page.getByLabel("Email: Someone replies to my comment").inputValue()).toBe("off");
  expect([...athlete.faults, ...fan.faults, ...visitor.faults]).toEqual([]);
  for (const { context } of [athlete, fan, visitor]) await context.close();
});
