import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { fillExplore, inDatabase, LONG_TITLE, PEOPLE, VIDEOS } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney(PEOPLE);
const { weeklyEarners, topVideos, trending } = discoveryRoutes;
const FIRST = [weeklyEarners, topVideos, trending].map((route) => API_PREFIX + route.path);
const SHIFT_MAX = 0.01;

/** The lists embedded in the HTML, and the URLs that it preloads instead. */
async function readShell(
  path: string,
): Promise<{ lists: Record<string, unknown[]>; preloadUrls: string[]; html: string }> {
  const html = await (await fetch(product.origin + path)).text();
  const [, json = "{}"] = /<script type="application\/json" id="initial-data">(.*?)<\/script>/.exec(html) ?? [];
  const links = [...html.matchAll(/<link rel="preload" as="fetch" crossorigin="anonymous" href="([^"]+)"/g)];
  return { lists: JSON.parse(json), preloadUrls: links.map(([, url = ""]) => url), html };
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens a page and waits until it is complete. @returns its requests for these lists, and its layout shift */
async function openWhole(
  path: string,
  member: string | null = null,
): Promise<{ sent: string[]; shift: number; warnings: string[] }> {
  const { context, page, faults } = await visit(browser);
  if (member !== null) await beSignedIn(page, product.origin, member);
  const sent: string[] = [];
  const warnings: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (FIRST.includes(pathname)) sent.push(pathname);
  });
  page.on("console", (message) => {
    if (message.text().includes("preload")) warnings.push(message.text());
  });
  await page.goto(product.origin + path);
  await section(page, "DOCUMENTS").waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => section(page, "TRENDING VIDEOS").getByRole("article").count()).toBe(VIDEOS);
  await section(page, "Top 25 earners: This week").getByText("club_nine").first().waitFor();
  await page.getByRole("region", { name: "Top videos" }).waitFor();
  const shift = await page.evaluate<number>(
    `new Promise((resolve) => {
       let sum = 0;
       new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
         .observe({ type: "layout-shift", buffered: true });
       setTimeout(() => resolve(sum), 300);
     })`,
  );
  expect(faults).toEqual([]);
  await context.close();
  return { sent: sent.toSorted(), shift, warnings };
}

beforeAll(() => fillExplore(product.databaseUrl()));

describe("the first lists of explore", () => {
  test.each(["/explore", "/portal"])("are embedded in %s, which does not fetch them", async (path) => {
    const { lists, preloadUrls } = await readShell(path);
    expect(Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.length]))).toEqual({
      weekly_earners: 9,
      top_videos: VIDEOS,
      trending: VIDEOS,
    });
    expect(preloadUrls).toEqual([]);
    expect((await openWhole(path)).sent).toEqual([]);
  });

  test("are preloaded once if they include a minor: the HTML names nobody, and nothing shifts", async () => {
    await inDatabase(product.databaseUrl(), ({ pool }) =>
      pool.query(
        "update accounts set date_of_birth = now() - interval '15 years' where username in ('maya', 'club_nine')",
      ),
    );
    const { lists, preloadUrls, html } = await readShell("/explore");
    expect([lists, preloadUrls]).toEqual([{}, FIRST]);
    for (const name of ["club_nine", "maya", LONG_TITLE]) expect(html).not.toContain(name);
    const { sent, shift, warnings } = await openWhole("/explore");
    expect(sent).toEqual(FIRST.toSorted());
    expect(warnings).toEqual([]);
    expect(shift).toBeLessThanOrEqual(SHIFT_MAX);
    const asMember = await openWhole("/explore", "leo");
    expect([asMember.sent, asMember.warnings]).toEqual([FIRST.toSorted(), []]);
  });
});
