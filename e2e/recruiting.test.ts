import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { MARKS_MAX, measurableRoutes } from "@app/contract/measurables";
import { recruitingRoutes } from "@app/contract/recruiting";
import { expect, test } from "vitest";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { openCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { visit } from "./testing/browser.ts";
import { browserStorage } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const SHOTS = process.env.SHOTS_DIR;

const { browser, product } = await openJourney({ maya: "Individual" });
await publishClip(product, "maya", "State final, all my saves");
const address = await openRecruitingPage();

async function openRecruitingPage(): Promise<string> {
  const session = await openCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
  const maya = openCaller(product.origin, session.access_token);
  const { contents } = await maya.call(contentRoutes.mine, { params: { contentType: "video" } });
  await maya.call(measurableRoutes.save, {
    body: { height_in: 70, weight_lb: 148, position: "Goalkeeper", marks: [{ label: "Reach", value: "7′ 9″" }] },
  });
  const link = await maya.call(recruitingRoutes.save, {
    body: {
      ...{ is_on: true, shows_gpa: true, shows_graduation: true, shows_colleges: true, shows_measurables: true },
      ...{ shows_location: true, highlights: contents.map(({ id }) => id) },
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
  await expect.poll(() => video.evaluate((element: { muted: boolean }) => element.muted)).toBe(true);
  await expect.poll(() => page.getByRole("main").innerText()).toContain("5′ 10″");

  await lookAt(page, "recruiting-coach");

  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Name is a required field").waitFor();
  await page.getByLabel("Your name").fill("Coach Hale");
  await page.getByLabel("School or club").fill("State College");
  await page.getByLabel("Your email").fill("hale@college.test");
  await page.getByRole("textbox", { name: "Message" }).fill("We saw your tape.");
  // Whoever would leave without sending is asked; of what is typed the browser keeps nothing.
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

test("with all that a profile can hold it still is one sheet, in both sizes of paper, with its address on it", async () => {
  await fillProfile();
  const { context, page, faults } = await visit(browser, { scheme: "light" });
  await page.goto(product.origin + address);
  await page.getByText("Result 12 ").waitFor();
  await page.emulateMedia({ media: "print" });
  await page.getByText("and 91 more").nth(1).waitFor();
  await expect.poll(() => page.getByText("and 91 more").count()).toBe(2);
  await page.getByText(product.origin + address).waitFor();
  if (SHOTS) await page.setViewportSize({ width: 703, height: 965 });
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, "recruit-paper.png") });
  for (const format of ["Letter", "A4"]) {
    const pdf = await page.pdf({ format, ...(SHOTS ? { path: path.join(SHOTS, `recruit-full-${format}.pdf`) } : {}) });
    expect([format, pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1]);
  }
  // Two results of one name are two, and no fault.
  expect(faults).toEqual([]);
  await context.close();
});

async function fillProfile(): Promise<void> {
  const database = openDatabase(product.databaseUrl(), { connections: 1 });
  const maya = "(select id from accounts where username = 'maya')";
  await database.pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode, graduation_year, gpa)
     values (${maya}, 'Individual', 'Maya', 'Vega', '1 Secret Street', $1, 'TX', '73301', 2027, 3.85)`,
    ["Winchester on the Severn ".repeat(3).trim()],
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
  await database.pool.query(`update measurables set marks = $1 where account_id = ${maya}`, [JSON.stringify(marks)]);
  await database.pool.query(`update channels set name = $1, bio = $2 where owner_id = ${maya}`, [
    "Maximiliana Alexandra Vega de la Torre y Castellanos-Montgomery of the North End",
    "Keeper, captain, class of 2027. Every save a story",
  ]);
  await database.close();
}

test("the page of an address is indexed by nobody, and tells nobody where one came from", async () => {
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

test("an address that does not open says so, and tells nothing else", async () => {
  const { context, page } = await visit(browser);
  await page.goto(`${product.origin}/recruit/${"A".repeat(43)}`);
  await page.getByText("This recruiting page is not open").waitFor();
  await context.close();
});
