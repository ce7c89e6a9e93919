import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import type { ChannelId } from "@app/contract/ids";
import { MARKS_MAX, measurableRoutes } from "@app/contract/measurables";
import { HIGHLIGHTS_MAX, recruitingRoutes } from "@app/contract/recruiting";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { createDatabase, type Database } from "../apps/server/src/platform/db/database.ts";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { publishItem } from "../apps/server/src/testing/publish.ts";
import { visit } from "./testing/browser.ts";
import { browserStorage } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const SHOTS = process.env.SHOTS_DIR;

const { browser, product } = await openJourney({ maya: "Individual" });
/** Long enough that a busy machine can look while it plays. */
const clip = { lengthS: 30, size: "320x180", kbps: 200 };
await publishClip(product, "maya", "Penalty practice", clip);
await publishClip(product, "maya", "State final, all my saves", clip);
const session = await createCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
const maya = createCaller(product.origin, session.access_token);
const address = await openRecruitingPage();

type Video = {
  currentTime: number;
  muted: boolean;
  paused: boolean;
  ended: boolean;
  pause: () => void;
  play: () => Promise<void>;
};

async function openRecruitingPage(): Promise<string> {
  const { contents } = await maya.call(contentRoutes.mine, { params: { contentType: "video" } });
  await maya.call(measurableRoutes.save, {
    body: { height_in: 70, weight_lb: 148, position: "Goalkeeper", marks: [{ label: "Reach", value: "7′ 9″" }] },
  });
  const link = await maya.call(recruitingRoutes.save, {
    body: {
      is_on: true,
      shows_gpa: true,
      shows_graduation: true,
      shows_colleges: true,
      shows_measurables: true,
      shows_location: true,
      highlights: contents.map(({ id }) => id),
    },
  });
  return link.path ?? "";
}

test.each([
  { width: 1440, scheme: "light" as const },
  { width: 360, scheme: "dark" as const },
])("a coach at $width px sees the highlights play, reads the figures, writes, and prints one page", async (look) => {
  const { context, page, faults } = await visit(browser, look);
  await page.goto(product.origin + address);
  await page.getByRole("heading", { name: "maya's channel" }).first().waitFor();
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: { currentTime: number; muted: boolean }) => element.currentTime > 0.1))
    .toBe(true);
  // Else it plays on to the next highlight, which `playsOn` shows.
  await video.evaluate((element: Video) => element.pause());
  await expect.poll(() => video.evaluate((element: { muted: boolean }) => element.muted)).toBe(true);
  await expect.poll(() => page.getByRole("main").innerText()).toContain("5′ 10″");

  await lookAt(page, "recruiting-coach");
  // The figures are visible without scrolling if there is room; on a phone the print button is never above the film.
  const belowTop = async (piece: Locator) => (await piece.boundingBox())?.y ?? 0;
  if (look.width === 1440) expect(await belowTop(page.getByText("5′ 10″"))).toBeLessThan(800);
  else expect(await belowTop(page.getByRole("button", { name: "Print" }))).toBeGreaterThan(await belowTop(video));

  // The page has only one layout.
  await page.getByRole("button", { name: "Full screen" }).waitFor({ state: "attached" });
  expect(await page.getByRole("button", { name: "Theater view" }).count()).toBe(0);

  if (look.width === 1440) await playsOn(page);

  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Name is a required field").waitFor();
  await page.getByLabel("Your name").fill("Coach Hale");
  await page.getByLabel("School or club").fill("State College");
  await page.getByLabel("Your email").fill("hale@college.test");
  await page.getByRole("textbox", { name: "Message" }).fill("We saw your tape.");
  // Leaving without sending asks first, because the browser stores nothing that is typed.
  expect(await browserStorage(page)).not.toMatch(/Hale|hale@|tape/);
  const asked = page.waitForEvent("dialog");
  const leaving = page.evaluate("location.assign('/explore')");
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await leaving;
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent.").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Message is a required field").waitFor();
  await expect.poll(() => page.getByText("Your message was sent.").count()).toBe(0);

  const pdf = await page.pdf({ format: "Letter", ...(SHOTS ? { path: path.join(SHOTS, "recruit.pdf") } : {}) });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

/** Advances from the first highlight to the last, where it stops, unless somebody has paused. */
async function playsOn(page: Page): Promise<void> {
  const video = page.locator("video");
  const marked = page.getByRole("list", { name: "Highlights" }).locator("[aria-current=true]");
  const nearTheEnd = () =>
    video.evaluate((element: Video) => {
      element.currentTime = 28.5;
      return element.play();
    });
  await marked.filter({ hasText: "State final" }).filter({ hasText: "Now showing" }).waitFor();
  await video.evaluate((element: Video) => {
    element.pause();
    element.currentTime = 60;
  });
  await expect.poll(() => video.evaluate(({ ended }: Video) => ended)).toBe(true);
  await page.waitForTimeout(500);
  await marked.filter({ hasText: "State final" }).waitFor();

  await nearTheEnd();
  await marked.filter({ hasText: "Penalty practice" }).waitFor();
  await expect
    .poll(() => video.evaluate(({ paused, muted, currentTime }: Video) => [paused, muted, currentTime > 0]))
    .toEqual([false, true, true]);
  await nearTheEnd();
  await expect.poll(() => video.evaluate(({ ended }: Video) => ended)).toBe(true);
  await page.waitForTimeout(500);
  await marked.filter({ hasText: "Penalty practice" }).waitFor();

  // A highlight that somebody chose has sound, and so does the next one.
  await page.getByRole("button", { name: "State final" }).click();
  await marked.filter({ hasText: "State final" }).waitFor();
  await expect.poll(() => video.evaluate(({ paused, muted }: Video) => [paused, muted])).toEqual([false, false]);
  await nearTheEnd();
  await marked.filter({ hasText: "Penalty practice" }).waitFor();
  await expect.poll(() => video.evaluate(({ paused, muted }: Video) => [paused, muted])).toEqual([false, false]);
}

test("a coach who writes while the page is closed sees why, and sends the same message once it is open again", async () => {
  const { context, page, faults } = await visit(browser);
  await page.goto(product.origin + address);
  await page.getByLabel("Your name").fill("Coach Reed");
  await page.getByLabel("School or club").fill("Tulane");
  await page.getByLabel("Your email").fill("reed@college.test");
  await page.getByRole("textbox", { name: "Message" }).fill("Come and see us.");
  await maya.call(recruitingRoutes.save, { body: { is_on: false } });
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("alert").filter({ hasText: "This recruiting page is not available" }).waitFor();
  await expect.poll(() => page.getByText("Not found.").count()).toBe(0);
  await lookAt(page, "recruiting-closed-meanwhile");
  await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Come and see us.");
  await maya.call(recruitingRoutes.save, { body: { is_on: true } });
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent.").waitFor();
  await expect.poll(() => page.getByText("This recruiting page is not available").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("with a full profile it is still one sheet, in both paper sizes, with its URL printed on it", async () => {
  await fillProfile();
  const { context, page, faults } = await visit(browser, { scheme: "light" });
  await page.goto(product.origin + address);
  await page.getByText("Result 12 ").waitFor();
  await page.getByRole("heading", { level: 1, name: FULL_NAME }).waitFor();
  await page.getByRole("heading", { level: 2, name: `Contact ${FULL_NAME}` }).waitFor();
  await expect.poll(() => page.title()).toBe(`${FULL_NAME} · Fieldhouse`);
  for (const width of [1440, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const reached = () => page.getByRole("main").evaluate(({ scrollWidth }: { scrollWidth: number }) => scrollWidth);
    await expect.poll(reached).toBe(width);
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `recruiting-full-${width}.png`) });
  }
  await page.setViewportSize({ width: 703, height: 965 });
  await page.emulateMedia({ media: "print" });
  await page.getByText("and 94 more").nth(1).waitFor();
  // The poster of the films.
  const poster = page.locator("section[aria-label=Highlights] img").filter({ visible: true });
  await expect.poll(async () => (await poster.boundingBox())?.width).toBeGreaterThan(100);
  await expect.poll(() => page.getByText("and 94 more").count()).toBe(2);
  await page.getByText(product.origin + address).waitFor();
  expect(await page.locator("html").evaluate(({ scrollWidth }: { scrollWidth: number }) => scrollWidth)).toBe(703);
  for (const said of [FULL_POSITION, "Winchester", "Highlight 9 ", "Fieldhouse"])
    await page.getByText(said).filter({ visible: true }).first().waitFor();
  const token = page.getByText(address, { exact: true });
  await expect.poll(async () => (await token.boundingBox())?.height).toBeLessThan(20);
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, "recruit-paper.png") });
  for (const format of ["Letter", "A4"]) {
    const pdf = await page.pdf({ format, ...(SHOTS ? { path: path.join(SHOTS, `recruit-full-${format}.pdf`) } : {}) });
    expect([format, pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1]);
  }
  // Two results may have the same name.
  expect(faults).toEqual([]);
  await context.close();
});

const FULL_NAME = `${"Wolfeschlegelsteinhausenbergerdorff".repeat(2).slice(0, 60)} Vega de la Torre y Castellanos-Montgomery of the North`;
const FULL_POSITION = "Outsidehitteroppositeliberomiddleblocker";

/** Nine more highlights, with titles that fill two lines. */
async function publishMore(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: ChannelId; category: number }>(
    "select c.id, (select min(id) from categories where id <> 88) as category from channels c join accounts a on a.id = c.owner_id where a.username = 'maya'",
  );
  const known = (await maya.call(recruitingRoutes.link)).highlights;
  const deps = { sql: database.sql };
  for (const row of rows)
    for (let at = known.length; at < HIGHLIGHTS_MAX; at++) {
      const title = `Highlight ${at} ${"of the championships ".repeat(5)}`.slice(0, 100).trim();
      const { id } = await publishItem(deps, { channelId: row.id }, title, { categoryId: row.category });
      known.push(id);
    }
  await maya.call(recruitingRoutes.save, { body: { highlights: known } });
}

async function fillProfile(): Promise<void> {
  const database = createDatabase(product.databaseUrl(), { connections: 1 });
  await publishMore(database);
  const maya = "(select id from accounts where username = 'maya')";
  await database.pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode, graduation_year, gpa)
     values (${maya}, 'Individual', $1, $2, '1 Secret Street', $3, 'TX', '73301', 2027, 3.85)`,
    [FULL_NAME.slice(0, 60), FULL_NAME.slice(61), "Winchester on the Severn ".repeat(3).trim()],
  );
  await database.pool.query(
    `insert into college_entries (account_id, kind, position, college_name, category_id, happened_on, date_precision)
     select ${maya}, kind, n, $1 || n, 88, '2026-03-01', 'month'
     from generate_series(0, 99) n cross join (values ('offer'), ('visit')) k (kind)`,
    [`${"The Agricultural and Mechanical University of ".repeat(3)}N`],
  );
  await database.pool.query(
    `insert into earner_categories (account_id, category_id) select ${maya}, c.id from categories c order by c.id limit 20`,
  );
  const marks = Array.from({ length: MARKS_MAX }, (_, at) => ({
    label: at < 2 ? "Height" : `Result ${at + 1} of the winter championships`,
    value: "11.52 s, with the wind in the back, once",
  }));
  await database.pool.query(`update measurables set marks = $1, position = $2 where account_id = ${maya}`, [
    JSON.stringify(marks),
    FULL_POSITION,
  ]);
  await database.pool.query(`update channels set name = $1, bio = $2 where owner_id = ${maya}`, [
    "Maximiliana Alexandra Vega de la Torre y Castellanos-Montgomery of the North End",
    "Supercalifragilisticexpialidocious".repeat(2).slice(0, 50),
  ]);
  await database.close();
}

test("a recruiting page is not indexed, and sends no referrer", async () => {
  const reply = await fetch(product.origin + address);
  expect(
    Object.fromEntries(["x-robots-tag", "referrer-policy"].map((name) => [name, reply.headers.get(name)])),
  ).toEqual({
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  });
  const head = (await reply.text()).split("</head>")[0] ?? "";
  expect(head).toContain('<meta name="robots" content="noindex" />');
  for (const told of [address, "maya", 'rel="canonical"']) expect(head).not.toContain(told);
  const explore = await fetch(`${product.origin}/explore`);
  expect(explore.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(explore.headers.get("x-robots-tag")).toBeNull();
});

test("a link that does not open says so, and reveals nothing else", async () => {
  const { context, page } = await visit(browser);
  await page.goto(`${product.origin}/recruit/${"A".repeat(43)}`);
  await page.getByText("This recruiting page is not available").waitFor();
  await context.close();
});
