import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import type { Settings } from "../settings.ts";

/** Less than most people need between reaching a card and clicking it. */
const HOVER_MS = 100;
const IN_PAGE = path.join(import.meta.dirname, "in-page.js");

/** What `in-page.js` records, in milliseconds since the page started. */
export type Seen = {
  largestPaintMs: number;
  layoutShift: number;
  clickedMs: number | null;
  firstFrameMs: number | null;
  /** True if the clicked video was already playing. */
  hadPlayed: boolean;
};

export const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

export function openBrowser(settings: Settings): Promise<Browser> {
  return chromium.launch({ executablePath: settings.chromiumPath, args: FLAGS });
}

/** A fresh browser profile. */
export async function openProfile(browser: Browser): Promise<BrowserContext> {
  const profile = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await profile.addInitScript({ path: IN_PAGE });
  return profile;
}

/** A new tab with an empty cache and the same session. */
export async function openTab(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  const session = await profile.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  return page;
}

/** Rests the pointer on a card for a moment before the click, as people do; a page may use that time. */
export async function hoverAndClick(card: Locator): Promise<void> {
  await card.hover();
  await sleep(HOVER_MS);
  await card.click();
}

export function readSeen(page: Page): Promise<Seen> {
  return page.evaluate<Seen>("globalThis.fieldhouseBench");
}

export async function signInByForm(
  profile: BrowserContext,
  origin: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const page = await profile.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[autocomplete=username]").fill(username);
  await page.locator("input[autocomplete=current-password]").fill(password);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(`${origin}/explore`);
  await page.close();
}
