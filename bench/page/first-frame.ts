import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { type Row, row } from "../row.ts";
import { hoverAndClick, openTab, readSeen } from "./browser.ts";
import { servePlainVideo } from "./plain-video.ts";

type Click = { url: string; selector: string };

const LIMIT_MS = 20_000;
/** Until the page has prefetched, and its attempt to autoplay with sound has failed. */
const CALM_AFTER_MS = 3_000;

/** From a click on a card, and on an open watch page; each followed by the same with a plain mp4. */
export async function measureFirstFrame(
  member: BrowserContext,
  { origin, path, clip, rounds }: { origin: string; path: string; clip: string; rounds: number },
): Promise<Row[]> {
  const plain = await servePlainVideo(clip);
  const ways = [
    {
      name: "click on a card to first frame",
      ours: { url: `${origin}/explore`, selector: `article a[href="${path}"]` },
      plain: { url: `${plain.origin}/card`, selector: "a" },
    },
    {
      name: "click on Play to first frame",
      ours: { url: origin + path, selector: 'button[aria-label^="Play "]' },
      plain: { url: `${plain.origin}/watch`, selector: "button" },
    },
  ];
  return closingAfter(plain.close, async () => {
    const rows: Row[] = [];
    for (const way of ways) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await timeFirstFrame(member, way.ours));
        theirs.push(await timeFirstFrame(member, way.plain));
      }
      rows.push(
        row(way.name, median(ours), "ms"),
        row(`${way.name}: plain mp4`, median(theirs), "ms"),
        row(`${way.name}: relative to a plain mp4`, median(ours) / median(theirs), "×", 2),
      );
    }
    return rows;
  });
}

/**
 * Clicks an element and waits for the first frame of the video that it opens.
 * @returns milliseconds from the click until the frame was shown
 */
async function timeFirstFrame(profile: BrowserContext, { url, selector }: Click): Promise<number> {
  const page = await openTab(profile);
  await page.goto(url, { waitUntil: "load" });
  // Do not evaluate anything in the page until then: Chromium treats a Playwright call as a user gesture.
  await sleep(CALM_AFTER_MS);
  await hoverAndClick(page.locator(selector).first());
  const tookMs = await waitForFrame(page, url);
  await page.close();
  return tookMs;
}

async function waitForFrame(page: Page, url: string): Promise<number> {
  const untilMs = Date.now() + LIMIT_MS;
  for (;;) {
    const { clickedMs, firstFrameMs, hadPlayed } = await readSeen(page);
    if (hadPlayed) throw new Error(`The video of ${url} played before the click`);
    if (clickedMs !== null && firstFrameMs !== null) return firstFrameMs - clickedMs;
    if (Date.now() > untilMs) throw new Error(`No picture came after the click on ${url}; now at ${page.url()}`);
    await sleep(50);
  }
}
