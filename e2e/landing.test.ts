import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { recountSiteStats } from "../apps/server/src/modules/discovery/site-stats/site-stats.service.ts";
import { createDatabase } from "../apps/server/src/platform/db/database.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAround, lookAt } from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });

const numbersOn = (page: Page) => page.getByRole("region", { name: "Fieldhouse in numbers" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true, level: 2 });

async function inView(page: Page, name: string): Promise<boolean> {
  const box = await heading(page, name).boundingBox();
  return box !== null && box.y >= 0 && box.y < (page.viewportSize()?.height ?? 0);
}

test("before anybody has published, the numbers are left out and the rest is shown", async () => {
  const { context, page, faults } = await visit(browser);
  await page.goto(product.origin);
  for (const name of ["About", "Features", "Community"]) await heading(page, name).waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => numbersOn(page).count()).toBe(0);
  await lookAt(page, "landing-empty");
  expect(faults).toEqual([]);
  await context.close();
});

test("its image is preloaded with the page, at the URL that the page uses", async () => {
  const html = await (await fetch(product.origin)).text();
  const [, preloaded = ""] = /<link rel="preload" as="image" fetchpriority="high" href="([^"]+)"/.exec(html) ?? [];
  const { context, page, faults } = await visit(browser);
  await page.goto(product.origin);
  await page.locator(`main img[src="${preloaded}"]`).waitFor();
  expect(preloaded).toContain("scene-stadium");
  expect(faults).toEqual([]);
  await context.close();
});

describe("with something to see", () => {
  beforeAll(async () => {
    await publishClip(product, "maya", "Cup final");
    const database = createDatabase(product.databaseUrl(), { connections: 1 });
    await database.pool.query("update contents set total_views = 1234");
    await recountSiteStats({ sql: database.sql });
    await database.close();
  });

  test("a visitor sees the actual numbers and what fans, athletes and teams get, at every width", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(product.origin);
    expect((await numbersOn(page).innerText()).replace(/\s+/g, " ")).toMatch(
      /athlete or team 1 upload 1 views 1\.2K earned through referrals \$0/,
    );
    const about = page.getByRole("region", { name: "About" });
    for (const who of ["A fan", "An athlete", "A team"])
      await about.getByRole("heading", { name: who, level: 3 }).waitFor();
    await lookAround(page, "landing", async (one, name) => {
      for (const picture of await one.getByRole("region", { name: "Features" }).getByRole("img").all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth))
          .toBeGreaterThan(0);
      }
      await one.evaluate("scrollTo(0, 0)");
      await lookAt(one, name);
    });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("each section can be reached by its anchor, from the header and by URL", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(product.origin);
    for (const name of ["Community", "About", "Features"]) {
      await page.getByRole("banner").getByRole("link", { name }).click();
      await page.waitForURL(`**/#${name.toLowerCase()}`);
      await expect.poll(() => inView(page, name)).toBe(true);
    }
    const direct = await visit(browser, { width: 360 });
    await direct.page.goto(`${product.origin}/#community`);
    await expect.poll(() => inView(direct.page, "Community")).toBe(true);
    expect([...faults, ...direct.faults]).toEqual([]);
    await context.close();
    await direct.context.close();
  });

  test("Join Now, Sign In and Explore lead where they say", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(product.origin);
    const main = page.getByRole("main");
    for (const join of await main.getByRole("button", { name: "Join Now" }).all()) {
      await join.click();
      await page.getByRole("dialog").getByText("You want to be a").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    await main.getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("dialog").getByLabel("Email or username").waitFor();
    await page.keyboard.press("Escape");
    await main.getByRole("link", { name: "Explore videos" }).click();
    await page.waitForURL("**/explore");
    await page.getByRole("region", { name: "TRENDING VIDEOS" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the terms link to the other two documents, and those link back", async () => {
    const { context, page } = await visit(browser, { width: 360 });
    await page.goto(`${product.origin}/terms`);
    for (const [name, address] of [
      ["Privacy policy", "/privacy"],
      ["Community guidelines", "/guidelines"],
      ["Terms of service", "/terms"],
    ] as const) {
      await page.getByRole("navigation", { name: "More rules" }).getByRole("link", { name }).click();
      await page.waitForURL(`**${address}`);
      await page.getByRole("heading", { level: 1, name }).waitFor();
    }
    await context.close();
  });

  test("numbers that fail to load are left out, and nothing else waits for them", async () => {
    const { context, page } = await visit(browser);
    // Without initial data in the page, and with a server that then fails.
    await page.route(
      (url) => url.pathname === "/",
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, "");
        await route.fulfill({ response, body });
      },
    );
    await page.route("**/public-numbers", (route) => route.fulfill({ status: 500, body: "{}" }));
    const failed = page.waitForResponse((response) => response.status() === 500);
    await page.goto(product.origin);
    await failed;
    await expect.poll(() => numbersOn(page).count()).toBe(0);
    await heading(page, "About").waitFor();
    await context.close();
  });
});

test("a signed-in user skips it", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await page.goto(product.origin);
  await page.waitForURL("**/explore");
  await context.close();
});
