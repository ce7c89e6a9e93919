import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { type Row, row } from "../row.ts";
import { openTab } from "./browser.ts";
import { servePlainVideo } from "./plain-video.ts";

/** As fractions of the length, forwards and backwards, near and far; none at a keyframe. */
const TARGETS = [0.313, 0.722, 0.154, 0.591, 0.907, 0.436, 0.668, 0.081, 0.259, 0.835];
/** Between two seeks: the frame of the previous one is shown, and the following segments are loading. */
const CALM_MS = 400;
const LIMIT_MS = 20_000;

/** Seeks in a playing video; each round does all seeks in ours, then the same in a plain mp4. */
export async function measureSeeks(
  member: BrowserContext,
  { url, clip, lengthS, rounds }: { url: string; clip: string; lengthS: number; rounds: number },
): Promise<Row[]> {
  const plain = await servePlainVideo(clip);
  return closingAfter(plain.close, async () => {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(...(await timeSeeks(member, url, lengthS)));
      theirs.push(...(await timeSeeks(member, `${plain.origin}/playing`, lengthS)));
    }
    const name = "seek to first frame";
    return [
      row(name, median(ours), "ms"),
      row(`${name}: plain mp4`, median(theirs), "ms"),
      row(`${name}: relative to a plain mp4`, median(ours) / median(theirs), "×", 2),
    ];
  });
}

/** @returns the milliseconds of each seek */
async function timeSeeks(profile: BrowserContext, url: string, lengthS: number): Promise<number[]> {
  const page = await openTab(profile);
  await page.goto(url, { waitUntil: "load" });
  await play(page);
  const took: number[] = [];
  for (const part of TARGETS) {
    await sleep(CALM_MS);
    took.push(await page.evaluate<number>(`fieldhouseSeek(${part * lengthS})`));
  }
  await page.close();
  return took;
}

/** Muted, because browsers refuse sound before a click. */
async function play(page: Page): Promise<void> {
  const video = page.locator("video:not([loop])").first();
  await video.waitFor({ timeout: LIMIT_MS });
  await video.evaluate((element: { muted: boolean; play(): Promise<void> }) => {
    element.muted = true;
    return element.play();
  });
}
