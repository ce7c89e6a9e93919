import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { openTab, readSeen } from "./browser.ts";

export type Visit = {
  /** Bytes of the bodies as transferred. */
  scriptBytes: number;
  /** Everything except video. */
  allBytes: number;
  largestPaintMs: number;
  layoutShift: number;
};

/** The slow network and processor of Lighthouse's mobile profile. */
const MOBILE = {
  screen: { width: 412, height: 823 },
  line: { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 },
  slowdown: 4,
};
const SETTLED_AFTER_MS = 2_500;
const SETTLED_AFTER_MOBILE_MS = 8_000;

/** Opens a URL in a new tab with an empty cache, and stays until the page is idle. */
export async function visit(profile: BrowserContext, url: string, kind: "desktop" | "mobile"): Promise<Visit> {
  const page = await openTab(profile);
  if (kind === "mobile") await slowDown(page);
  const bytes = await countBytes(page);
  await page.goto(url, { waitUntil: "load" });
  await sleep(kind === "mobile" ? SETTLED_AFTER_MOBILE_MS : SETTLED_AFTER_MS);
  const { largestPaintMs, layoutShift } = await readSeen(page);
  await page.close();
  return { ...bytes, largestPaintMs, layoutShift };
}

async function slowDown(page: Page): Promise<void> {
  await page.setViewportSize(MOBILE.screen);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", MOBILE.line);
  await session.send("Emulation.setCPUThrottlingRate", { rate: MOBILE.slowdown });
}

/** @returns sums that grow while the page loads */
async function countBytes(page: Page): Promise<{ scriptBytes: number; allBytes: number }> {
  const bytes = { scriptBytes: 0, allBytes: 0 };
  const session = await page.context().newCDPSession(page);
  const begun = new Map<string, { type: string; headerBytes: number; url: string }>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    begun.set(requestId, { type, headerBytes: response.encodedDataLength, url: response.url });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = begun.get(requestId);
    if (!answer || answer.type === "Media" || /\.(m4s|mp4)(\?|$)/.test(answer.url)) return;
    const bodyBytes = Math.max(0, encodedDataLength - answer.headerBytes);
    bytes.allBytes += bodyBytes;
    if (answer.type === "Script") bytes.scriptBytes += bodyBytes;
  });
  await session.send("Network.enable");
  return bytes;
}
