import type { ContentType, Visibility } from "@app/contract/contents";
import { channelHref } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawPicture } from "../apps/server/src/testing/pictures.ts";
import { publishItem } from "../apps/server/src/testing/publish.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { findChannels } from "./testing/people.ts";

const VIDEOS = 30;

let category: number;

const { browser, product } = await openJourney({
  maya: "Individual",
  hornets: "Team",
  asleep: "Individual",
  banned: "Individual",
  leo: null,
  ana: null,
});
const database = openJourneyDatabase(product);
const channels = await findChannels(database);
await openWorld();

async function openWorld(): Promise<void> {
  const { pool } = database;
  category = (await pool.query<{ id: number }>("select id from categories where slug = 'soccer'")).rows[0]?.id ?? 0;
  for (let n = 1; n <= VIDEOS; n++) await publish(`Relay ${n}`);
  await publish("Playbook of the season", { type: "document" });
  await publish("Rehearsal", { visibility: "private" });
  await pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode, graduation_year, gpa)
     select id, 'Individual', 'Maya', 'Vega', '1 Secret Street', 'Austin', 'TX', '73301', 2027, 3.85
     from accounts where username = 'maya'`,
  );
  await pool.query(
    `insert into college_entries (account_id, kind, position, college_name, category_id, happened_on, date_precision)
     select id, 'offer', 0, 'Rice University', 88, '2026-03-01', 'month' from accounts where username = 'maya'`,
  );
  await pool.query("update channels set content_count = $1 where id = $2", [VIDEOS + 1, channels.get("maya")]);
  const hide = "update channels set hidden_at = now(), hidden_for = $1 where id = $2";
  await pool.query(hide, [["deactivation"], channels.get("asleep")]);
  await pool.query(hide, [["staff"], channels.get("banned")]);
}

async function publish(title: string, more: { type?: ContentType; visibility?: Visibility } = {}): Promise<void> {
  const channelId = channels.get("maya");
  const deps = { sql: database.sql, now: () => new Date() };
  if (channelId) await publishItem(deps, { channelId }, title, { categoryId: category, ...more });
}

const addressOf = (username: string) => product.origin + channelHref(channels.get(username) ?? "");
/** On a busy machine a reply may take a while. */
const eventually = <Value>(read: () => Value) => expect.poll(read);
const cards = (page: Page) => page.getByRole("main").getByRole("article");

async function lookAtBoth(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  await page.setViewportSize({ width: 360, height: 780 });
  await lookAt(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens one of the last cards and goes back: the list is unchanged. Nothing is loading by then. */
async function comesBack(page: Page): Promise<void> {
  await cards(page).last().scrollIntoViewIfNeeded();
  await eventually(() => cards(page).count()).toBe(VIDEOS);
  await cards(page).nth(20).scrollIntoViewIfNeeded();
  await page.waitForTimeout(400);
  const y = await page.evaluate("window.scrollY");
  await cards(page).nth(20).getByRole("link").click();
  await page.waitForURL("**/video/*");
  await page.goBack();
  await eventually(() => cards(page).count()).toBe(VIDEOS);
  await eventually(() => page.evaluate("window.scrollY")).toBe(y);
}

/** Goes back from a card whose page is still loading: its placeholder is shorter than the list, and scrolls the window. */
async function comesBackFromLoading(page: Page): Promise<void> {
  await page.route("**/api/v1/content/*", () => undefined);
  await cards(page).nth(20).scrollIntoViewIfNeeded();
  await page.waitForTimeout(400);
  const y = await page.evaluate("window.scrollY");
  await cards(page).nth(20).getByRole("link").click();
  await eventually(() => page.evaluate("window.scrollY")).not.toBe(y);
  await page.goBack();
  await eventually(() => page.evaluate("window.scrollY")).toBe(y);
  await page.unroute("**/api/v1/content/*");
}

test("a visitor browses a category, filters it by URL, and is asked to join on clicking a card", async () => {
  const { context, page, faults } = await visit(browser, { scheme: "light" });
  await page.goto(`${product.origin}/category-listing/${category}`);
  await page.getByRole("heading", { level: 1, name: "Soccer" }).waitFor();
  await eventually(() => cards(page).count()).toBe(12);
  await lookAtBoth(page, "category");
  await page.mouse.wheel(0, 20_000);
  await eventually(() => cards(page).count()).toBeGreaterThan(12);
  await page.getByLabel("Sort by").selectOption("Oldest");
  await page.waitForURL("**sort=oldest**");
  await eventually(() => cards(page).first().innerText()).toContain("Relay 1");
  await page.getByLabel("Length").selectOption("Over 20 minutes");
  await page.getByText("No data available").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await eventually(() => cards(page).count()).toBeGreaterThanOrEqual(12);
  await page.getByRole("tab", { name: "Documents" }).click();
  await page.waitForURL("**type=document");
  await page.getByRole("tab", { name: "Images" }).click();
  await page.waitForURL("**type=image");
  // Back leads through the tabs and skips filters.
  await page.goBack();
  await page.waitForURL("**type=document");
  await page.goBack();
  await page.getByRole("tab", { name: "Videos", selected: true }).waitFor();
  await page.goForward();
  await cards(page).getByRole("button", { name: "Playbook of the season" }).click();
  await page.getByRole("dialog").waitFor();
  await page.goto(`${product.origin}/category-listing/999999`);
  await page.waitForURL("**/404");

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${product.origin}/category-listing/${category}?sort=views`);
  await page.getByRole("link", { name: "Filter (1)" }).click();
  await page.waitForURL(`**/filter?category=${category}&sort=views`);
  await page.goto(addressOf("maya"));
  await page.waitForURL("**/?next=**");
  expect(faults).toEqual([]);
  await context.close();
});

test("a fan follows a channel, finds it and its videos under Following, and unfollows it", async () => {
  const { context, page, faults } = await visit(browser);
  // Left by a failed first try.
  await database.pool.query("delete from follows; update channels set subscriber_count = 0");
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/following`);
  await page.getByText("You don't follow any channels yet.").waitFor();
  await lookAtBoth(page, "following-nobody");

  await page.goto(addressOf("maya"));
  await page.getByRole("heading", { level: 1, name: "maya's channel" }).waitFor();
  await eventually(() => cards(page).count()).toBe(12);
  await expect.poll(() => page.getByText("PREMIUM").count()).toBe(1);
  await expect.poll(() => page.getByRole("button", { name: "Edit" }).count()).toBe(0);
  await page.getByRole("button", { name: "Follow maya's channel" }).click();
  await page.getByRole("button", { name: "Following maya's channel" }).waitFor();
  await eventually(() => page.getByRole("list", { name: "Counts" }).innerText()).toMatch(/1\s+follower\b/);
  await lookAtBoth(page, "channel");
  await page.getByRole("button", { name: /1\s+follower/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: /@leo/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Load more" }).click();
  await eventually(() => cards(page).count()).toBeGreaterThanOrEqual(24);
  await comesBack(page);
  await comesBackFromLoading(page);
  await page.getByRole("tab", { name: "About" }).click();
  await page.waitForURL("**tab=about");
  // Arrows only move the focus, in a circle; Tab leads from any tab into the open panel.
  await page.keyboard.press("ArrowRight");
  await page.locator("[role=tab][aria-selected=false]:focus", { hasText: "Videos" }).waitFor();
  await page.keyboard.press("End");
  await page.locator("[role=tab][aria-selected=true]:focus", { hasText: "About" }).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await page.locator("[role=tabpanel]:focus").waitFor();
  const main = await page.getByRole("main").innerText();
  for (const said of ["2027", "3.85", "Austin, TX", "Rice University", "Mar 2026"]) expect(main).toContain(said);
  expect(main).not.toContain("Secret");
  await lookAtBoth(page, "channel-about");
  await page.goBack();
  await page.getByRole("tab", { name: "Videos", selected: true }).waitFor();
  await page.goForward();
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(() => page.getByRole("dialog").innerText()).toContain(addressOf("maya"));
  await lookAt(page, "channel-share");

  await page.goto(`${product.origin}/following`);
  await eventually(() => cards(page).count()).toBe(12);
  await lookAtBoth(page, "following");
  await page.getByRole("tab", { name: "Channels" }).click();
  await page.getByRole("link", { name: "maya's channel" }).waitFor();
  await lookAtBoth(page, "following-channels");
  await page.getByRole("button", { name: "Following maya's channel" }).click();
  const unfollow = page.getByRole("menuitem", { name: "Unfollow" });
  const asked = () => page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/v1/following");
  let listed = asked();
  await unfollow.press("Enter");
  await listed;
  // The list no longer has it, but the card stays, with an undo.
  const follow = page.getByRole("button", { name: "Follow maya's channel" });
  await follow.and(page.locator(":focus")).waitFor();
  await cards(page).getByText("0 followers", { exact: true }).waitFor();
  await lookAtBoth(page, "following-unfollowed");
  listed = asked();
  await follow.press("Enter");
  await listed;
  await cards(page).getByText("1 follower", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Following maya's channel" }).and(page.locator(":focus")).press("Enter");
  listed = asked();
  await unfollow.press("Enter");
  await listed;
  await follow.and(page.locator(":focus")).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "New", selected: true }).waitFor();
  await page.goForward();
  await page.getByText("You don't follow any channels yet.").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the page of a channel says whether it is deactivated or blocked; a missing one leads to /404", async () => {
  const { context, page } = await visit(browser, { scheme: "light" });
  await beSignedIn(page, product.origin, "ana");
  const say: [path: string, sentence: string][] = [
    [addressOf("asleep"), "This channel has been deactivated."],
    [addressOf("banned"), "This channel is hidden."],
  ];
  for (const [address, sentence] of say) {
    await page.goto(address);
    await page.getByText(sentence).waitFor();
  }
  await lookAtBoth(page, "channel-blocked");
  const missing = [channelHref("0190a1b2-0000-7000-8000-000000000000"), channelHref("no id"), "/profile/%F0%9F%8F%80"];
  for (const path of missing) {
    await page.goto(product.origin + path);
    await page.waitForURL("**/404");
  }
  await page.goto(`${product.origin}/profile`);
  await page.getByRole("tab", { name: "About", selected: true }).waitFor();
  await context.close();
});

test("an earner edits their channel in place, loses nothing they typed, and sees what only they may see", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/profile`);
  await page.getByText("Private", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Channel name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Channel name is a required field").waitFor();
  await page.getByLabel("Channel name").fill("Vega in goal");
  await page.getByLabel("Bio").fill("Keeper, class of 2027.");
  await page.reload();
  await expect.poll(() => page.getByLabel("Channel name").inputValue()).toBe("Vega in goal");
  await lookAtBoth(page, "channel-edit");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Vega in goal" }).waitFor();

  const picture = { name: "me.jpg", mimeType: "image/jpeg", buffer: await drawPicture(1200, 400, "jpeg") };
  await page.getByLabel("Change your picture").setInputFiles(picture);
  await page.locator("header img[src*='/media/']").first().waitFor();
  await page.getByLabel("Change your cover").setInputFiles(picture);
  await page.getByText("Your cover image was changed.").waitFor();
  // The button takes no file while the page is fetched anew.
  const cover = page.locator("input[aria-label='Change your cover']:not([aria-disabled])");
  await cover.setInputFiles({ name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await page.getByText("This file is not a picture that we can use.").first().waitFor();

  await page.getByRole("tab", { name: "About" }).click();
  await page.getByRole("heading", { name: "Recruiting page" }).waitFor();
  await page.getByRole("button", { name: "Add measurables" }).click();
  await page.getByLabel("Height, feet").fill("9");
  await page.getByRole("button", { name: "Add a result" }).click();
  await page.getByLabel("Result 1", { exact: true }).fill("Reach");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Height must be between 3 ft and 8 ft").waitFor();
  await page.getByText("Value is a required field").waitFor();
  await lookAtBoth(page, "measurables-form");
  await page.getByLabel("Height, feet").fill("5");
  await page.getByLabel("Height, inches").fill("10");
  await page.getByLabel("Value").fill("7′ 9″");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("5′ 10″").waitFor();
  await lookAtBoth(page, "profile-about");
  expect(faults).toEqual([]);
  await context.close();
});

test("a team shows no measurables, keeps its followers, and a follow while watching credits the item", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "ana");
  await page.goto(`${addressOf("hornets")}?tab=about`);
  await page.getByRole("heading", { name: "About", level: 2 }).waitFor();
  await expect.poll(() => page.getByText("Measurables").count()).toBe(0);
  await database.pool.query(
    "insert into privacy_settings (account_id, shows_followers) select id, false from accounts where username = 'hornets'",
  );
  await page.getByRole("button", { name: "Follow hornets's channel" }).click();
  await eventually(() => page.getByRole("list", { name: "Counts" }).innerText()).toMatch(/1\s+follower\b/);
  await expect.poll(() => page.getByRole("button", { name: /1\s+follower/ }).count()).toBe(0);
  await page.goto(addressOf("maya"));
  await cards(page).first().getByRole("link").click();
  await page.waitForURL("**/video/*");
  // The URL changes before the page does, and following from the channel page credits no item.
  await page.getByRole("region", { name: "Description" }).waitFor();
  const followers = page.getByRole("main").getByText(/^\d+ followers?$/);
  const before = Number.parseInt(await followers.innerText(), 10);
  await page.getByRole("button", { name: /^Follow / }).click();
  await page.getByRole("button", { name: /^Following / }).waitFor();
  await eventually(async () => Number.parseInt(await followers.innerText(), 10)).toBe(before + 1);
  const credited = () =>
    database.pool
      .query("select 1 from follows where content_id is not null and channel_id = $1", [channels.get("maya")])
      .then(({ rowCount }) => rowCount);
  await eventually(credited).toBe(1);
  await context.close();
});
