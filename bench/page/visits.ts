import type { Browser, BrowserContext } from "playwright-core";
import { median } from "../median.ts";
import { type Row, row } from "../row.ts";
import { openProfile } from "./browser.ts";
import { type Visit, visit } from "./visit.ts";

export type Visits = { url: string; rounds: number };

/** A stranger's first visit, with a fresh profile each time. */
export async function measureExplore(browser: Browser, { url, rounds }: Visits): Promise<Row[]> {
  const visits: Visit[] = [];
  const mobile: Visit[] = [];
  for (let round = 0; round < rounds; round++) {
    const stranger = await openProfile(browser);
    visits.push(await visit(stranger, url, "desktop"));
    mobile.push(await visit(stranger, url, "mobile"));
    await stranger.close();
  }
  return toRows("/explore", { visits, mobile, scriptKb: 150 });
}

/** A member's visit with an empty cache. */
export async function measureWatch(member: BrowserContext, { url, rounds }: Visits): Promise<Row[]> {
  const visits: Visit[] = [];
  const mobile: Visit[] = [];
  for (let round = 0; round < rounds; round++) {
    visits.push(await visit(member, url, "desktop"));
    mobile.push(await visit(member, url, "mobile"));
  }
  return toRows("/video", { visits, mobile, scriptKb: 320 });
}

/** @param scriptKb the JavaScript budget, which differs from page to page */
function toRows(
  name: string,
  { visits, mobile, scriptKb }: { visits: readonly Visit[]; mobile: readonly Visit[]; scriptKb: number },
): Row[] {
  const middle = (of: readonly Visit[], sizeOf: (one: Visit) => number) => median(of.map(sizeOf));
  return [
    row(`${name}: JavaScript`, middle(visits, (one) => one.scriptBytes) / 1000, "kB", scriptKb),
    row(`${name}: all but video`, middle(visits, (one) => one.allBytes) / 1000, "kB"),
    row(
      `${name}: largest paint`,
      middle(visits, (one) => one.largestPaintMs),
      "ms",
      800,
    ),
    row(
      `${name}: largest paint, slow line and processor`,
      middle(mobile, (one) => one.largestPaintMs),
      "ms",
      2_000,
    ),
    row(`${name}: layout shift, maximum`, Math.max(...[...visits, ...mobile].map((one) => one.layoutShift)), "", 0.01),
  ];
}
