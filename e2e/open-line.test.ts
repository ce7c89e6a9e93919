import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { sendClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });

/** Seconds of the video that the engine has fetched at each rung, in the order in which they are shown. */
async function fetchedRungs(page: Page, path: string): Promise<{ rung: string; lengthS: number }[]> {
  const segments: string[] = [];
  const lengths = new Map<string, number>();
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    const name = pathname.split("/").at(-1) ?? "";
    if (/^\d+p_\d+\.m4s$/.test(name)) segments.push(name);
    if (!/^\d+p\.m3u8$/.test(name)) return;
    for (const [, lengthS = "0", segment = ""] of (await response.text()).matchAll(/#EXTINF:([\d.]+),\n(\S+)/g))
      lengths.set(segment, Number(lengthS));
  });
  await page.goto(product.origin + path);
  await page.locator("video").evaluate((video: { muted: boolean; play(): Promise<void> }) => {
    video.muted = true;
    return video.play();
  });
  const fetchedS = () => segments.reduce((sum, name) => sum + (lengths.get(name) ?? 0), 0);
  await expect.poll(fetchedS).toBeGreaterThan(11.5);
  return segments.map((name) => ({ rung: name.split("_")[0] ?? "", lengthS: lengths.get(name) ?? 0 }));
}

test.each([
  ["whose top is encoded", { kbps: 6_000 }],
  ["whose top is a copy", { kbps: 600, keyframeEvery: 60 }],
])(
  "without a bandwidth limit, a clip of 12 seconds %s plays at its top rung from the second segment on",
  async (title, coded) => {
    const path = await sendClip(product, "maya", title, { lengthS: 12, size: "640x360", ...coded });
    let firstLengthS = Number.POSITIVE_INFINITY;
    // A busy machine is a slow connection: then the player climbs later.
    await expect
      .poll(async () => {
        const { context, page } = await visit(browser);
        await beSignedIn(page, product.origin, "leo");
        const fetched = await fetchedRungs(page, path);
        await context.close();
        firstLengthS = fetched[0]?.lengthS ?? firstLengthS;
        return fetched.slice(0, 2).map(({ rung }) => rung);
      })
      .toEqual(["240p", "360p"]);
    expect(firstLengthS).toBeLessThan(2.5);
  },
);
