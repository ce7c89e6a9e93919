import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/http";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { fillExplore, inDatabase, LONG_TITLE, PEOPLE, VIDEOS } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney(PEOPLE);
const { weeklyEarners, topVideos, trending } = discoveryRoutes;
const FIRST = [weeklyEarners, topVideos, trending].map((route) => API_PREFIX + route.path);
const SHIFT_MAX = 0.01;

/** The lists in the HTML, and the addresses that it asks for instead. */
async function readShell(path: string): Promise<{ lists: Record<string, unknown[]>; asks: string[]; html: string }> {
  const html = await (await fetch(product.origin + path)).text();
  const [, json = "{}"] = /<script type="application\/json" id="initial-data">(.*?)<\/script>/.exec(html) ?? [];
  const asks = [...html.matchAll(/<link rel="preload" as="fetch" crossorigin="anonymous" href="([^"]+)"/g)];
  return { lists: JSON.parse(json), asks: asks.map(([, address = ""]) => address), html };
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens a page to its end. @returns what it sent of the first lists, and how far anything moved */
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

describe("what explore shows first", () => {
  test.each(["/explore", "/portal"])("comes with the page of %s, which asks for none of it", async (path) => {
    const { lists, asks } = await readShell(path);
    expect(Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.length]))).toEqual({
      ...{ weekly_earners: 9, top_videos: VIDEOS, trending: VIDEOS },
    });
    expect(asks).toEqual([]);
    expect((await openWhole(path)).sent).toEqual([]);
  });

  test("is asked for once, beside the scripts, where a minor is in it: search engines read no name, nothing moves", async () => {
    await inDatabase(product.databaseUrl(), ({ pool }) =>
      pool.query(
        "update accounts set date_of_birth = now() - interval '15 years' where username in ('maya', 'club_nine')",
      ),
    );
    const { lists, asks, html } = await readShell("/explore");
    expect([lists, asks]).toEqual([{}, FIRST]);
    for (const name of ["club_nine", "maya", LONG_TITLE]) expect(html).not.toContain(name);
    const { sent, shift, warnings } = await openWhole("/explore");
    expect(sent).toEqual(FIRST.toSorted());
    expect(warnings).toEqual([]);
    expect(shift).toBeLessThanOrEqual(SHIFT_MAX);
    const asMember = await openWhole("/explore", "leo");
    expect([asMember.sent, asMember.warnings]).toEqual([FIRST.toSorted(), []]);
  });
});
