import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type FakeS3, startFakeS3 } from "../apps/server/src/testing/fake-s3/fake-s3.ts";
import { cloneDatabase } from "../apps/server/src/testing/test-database.ts";
import { openBrowser, signIn, visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { addPeople } from "./testing/people.ts";
import { type RunningProduct, runProduct } from "./testing/running-product.ts";

const browser = await openBrowser();
const clip = makeClip({ lengthS: 16, size: "640x360", kbps: 6_000 });

/** Slows the page's network down, so that an upload can be caught in the middle. */
async function throttle(page: Page, kbytesPerS: number | null): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerS = kbytesPerS === null ? -1 : kbytesPerS * 1024;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerS,
  });
}

/**
 * An earner uploads, closes the tab halfway, resumes and publishes; a fan finds the video and watches it.
 * @param andThen what else the fan does there
 */
async function journey(product: RunningProduct, andThen?: (fan: Page) => Promise<void>): Promise<void> {
  await addPeople(product.databaseUrl(), { maya: "Individual", leo: null });
  const earner = await visit(browser);
  await signIn(earner.page, product.origin, "maya");
  await earner.page.getByRole("banner").getByRole("link", { name: "Upload" }).click();
  await earner.page.getByRole("link", { name: /^Video/ }).click();
  await earner.page.getByRole("heading", { name: "Upload a video" }).waitFor();

  // Most of it is left when a busy machine closes the page.
  await throttle(earner.page, 500);
  await earner.page.locator("input[type=file]").setInputFiles(clip);
  await earner.page.getByLabel("Title").fill("Cup final, second half");
  await expect.poll(() => sentPercent(earner.page)).toBeGreaterThan(20);
  await earner.page.close({ runBeforeUnload: false });

  const again = await earner.context.newPage();
  await again.goto(`${product.origin}/upload-video`);
  await again.getByText(/^Continue uploading cup final\.mp4 \(\d+%\)\?$/).waitFor();
  await again
    .getByRole("listitem")
    .filter({ hasText: "cup final.mp4" })
    .locator("input[type=file]")
    .setInputFiles(clip);
  await again.getByText("Upload complete. The video can be published.").waitFor();
  await expect.poll(() => again.getByLabel("Title").inputValue()).toBe("Cup final, second half");
  await again.getByText(/^Lines such as .* become chapters/).waitFor();
  await again.getByLabel("Description").fill("The turn at 0:05. More: https://example.com");
  await again.getByLabel("Category").selectOption("Soccer");
  await again.getByRole("radio", { name: "Frame 3 of 3" }).check();
  await again.getByRole("button", { name: "Publish", exact: true }).click();
  await again.getByRole("region", { name: "Published video" }).waitFor();
  await again.getByText("Your video is ready to watch.").waitFor();

  const fan = await visit(browser);
  await signIn(fan.page, product.origin, "leo");
  const trending = fan.page.getByRole("region", { name: "TRENDING VIDEOS" });
  await expect
    .poll(
      async () => {
        if ((await trending.getByRole("link").count()) === 0) await fan.page.reload();
        return trending.getByRole("link", { name: /Cup final, second half/ }).count();
      },
      { interval: 5_000 },
    )
    .toBe(1);
  await trending.getByRole("link", { name: /Cup final, second half/ }).click();
  await fan.page.waitForURL("**/video/*");
  await fan.page.getByRole("heading", { level: 1, name: "Cup final, second half" }).waitFor();
  await expect.poll(() => playedS(fan.page)).toBeGreaterThan(1);
  const counted = fan.page.waitForResponse((response) => response.url().endsWith("/view"));
  expect(await (await counted).json()).toMatchObject({ data: { counted: true, total_views: 1 } });

  // Totals follow within a second.
  const shown = async () => {
    await fan.page.reload();
    await fan.page.getByRole("heading", { level: 1, name: "Cup final, second half" }).waitFor();
    return fan.page.getByText("1 view", { exact: true }).count();
  };
  await expect.poll(shown, { interval: 500 }).toBeGreaterThan(0);
  await andThen?.(fan.page);
  expect(fan.faults).toEqual([]);
  expect(earner.faults).toEqual([]);
  await earner.context.close();
  await fan.context.close();
}

/** A link past the end resumes where the viewer stopped; a link to 0 starts over. */
async function openAt(page: Page): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  for (const [t, beginsAtS] of [
    [99, 9],
    [0, 0],
  ] as const) {
    await page.goto(`${origin}${pathname}?t=${t}`);
    await page.locator("video").evaluate((video: { play(): Promise<void> }) => video.play());
    await expect.poll(() => playedS(page)).toBeGreaterThan(beginsAtS);
    const [beganS = Number.NaN] = await playedFromS(page);
    expect(beganS).toBeGreaterThanOrEqual(beginsAtS - 1);
    expect(beganS).toBeLessThan(beginsAtS + 6);
    await stopAt(page, 9);
  }
}

/**
 * Slow like a phone, so that rendering is split into many slices and other work runs in between.
 * @returns a function that ends it: it keeps a processor busy
 */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  return async () => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  };
}

/** The player is loaded before the click; then everything is requested once, and playback resumes where it stopped. */
async function goOn(page: Page, origin: string): Promise<void> {
  await stopAt(page, 9);
  const fetchedAhead = page.waitForResponse((response) => /\/player-[\w-]+\.js$/.test(response.url()));
  await page.goto(`${origin}/explore`);
  await fetchedAhead;
  const speedUp = await slowDown(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page
    .getByRole("region", { name: "TRENDING VIDEOS" })
    .getByRole("link", { name: /Cup final/ })
    .click();
  await expect.poll(() => page.locator("video").count()).toBe(1);
  await expect.poll(() => playedS(page)).toBeGreaterThan(9);
  await speedUp();
  expect(asked.filter((path) => /^\/api\/v1\/content\/[\w-]+$/.test(path))).toHaveLength(1);
  const segments = asked.filter((path) => path.endsWith(".m4s"));
  expect(segments.toSorted()).toEqual([...new Set(segments)].toSorted());
  expect(segments.filter((path) => path.endsWith("_00000.m4s"))).toEqual([]);
}

function toEnvironment({ config }: FakeS3): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint,
    S3_BUCKET: config.bucket,
    S3_REGION: config.region,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
}

async function sentPercent(page: Page): Promise<number> {
  const text = await page
    .getByRole("progressbar", { name: "Upload" })
    .getAttribute("aria-valuenow")
    .catch(() => null);
  return Number(text ?? 0);
}

async function stopAt(page: Page, atS: number): Promise<void> {
  await page.locator("video").evaluate((video: { currentTime: number; pause(): void }, at: number) => {
    video.pause();
    video.currentTime = at;
  }, atS);
  await expect.poll(() => playedS(page)).toBe(atS);
}

function playedS(page: Page): Promise<number> {
  return page.locator("video").evaluate((video: { currentTime: number }) => video.currentTime);
}

/** The start of each part played. A busy machine asks for the current moment much later. */
function playedFromS(page: Page): Promise<number[]> {
  return page
    .locator("video")
    .evaluate(({ played }: { played: { length: number; start(index: number): number } }) =>
      Array.from({ length: played.length }, (_, index) => played.start(index)),
    );
}

describe("from a file to a screen", () => {
  test("on one machine: embedded PostgreSQL and a folder", async () => {
    const product = await runProduct();
    try {
      // The player asks for the same addresses whatever the storage.
      await journey(product, async (fan) => {
        await goOn(fan, product.origin);
        await openAt(fan);
      });
      expect(await product.stop()).toBe(0);
    } finally {
      await product.dispose();
    }
  });

  test("on an external PostgreSQL and S3", async () => {
    expect(inject("postgresUrl")).toBeTruthy();
    const database = await cloneDatabase();
    const s3 = await startFakeS3();
    const product = await runProduct({ DATABASE_URL: database.url, ...toEnvironment(s3) });
    try {
      await journey(product);
    } finally {
      await product.dispose();
      await s3.stop();
      await database.drop();
    }
  });
});
