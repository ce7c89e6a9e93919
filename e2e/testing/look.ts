import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Where to save screenshots; without it none are taken. */
const SHOTS = process.env.SHOTS_DIR;

const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** @returns how much of a list is out of view until somebody scrolls it, for `evaluate` */
export const hiddenPx = (list: { scrollHeight: number; clientHeight: number }): number =>
  list.scrollHeight - list.clientHeight;

/** Waits until transitions have ended; endless animations do not count. */
const AT_REST = `document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity)`;

const comeToRest = (page: Page) =>
  expect.poll(() => page.evaluate(AT_REST), { message: "the page to come to rest" }).toBe(true);

/** Where a scroll comes to rest: two readings, 100 ms apart, are equal. */
export async function restingPx(read: () => Promise<number>): Promise<number> {
  const seen: number[] = [];
  const isAtRest = async () => seen.push(await read()) > 1 && seen.at(-1) === seen.at(-2);
  await expect.poll(isAtRest).toBe(true);
  return seen.at(-1) ?? 0;
}

/** How many animations without an end run where nobody sees them. */
const ENDLESS_BELOW = `document.getAnimations().filter(({ playState, effect }) => playState === "running" &&
  effect.getComputedTiming().endTime === Infinity && effect.target.getBoundingClientRect().top > innerHeight).length`;

/** A placeholder that pulses below the fold costs a twentieth of a processor for as long as the page is open. */
export const expectStillBelow = (page: Page) =>
  expect.poll(() => page.evaluate(ENDLESS_BELOW), { message: "nothing to move below the fold" }).toBe(0);

const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
/** Minified it is less than half as long, and sooner evaluated. */
const axeSource = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;

type Check = {
  /** A selector; without it, the whole page. */
  piece?: string;
  tags?: readonly string[];
  /** Rules that do not apply to it. */
  without?: readonly string[];
};

/**
 * Runs axe in the page itself. A document that was checked before still has the script, whose evaluation takes half of a
 * check's time. It reports no passes and no selectors, and does not parse style sheets, which none of these rules reads.
 * Frames are left out: they show other people's pages.
 */
async function expectNoFindings(page: Page, name: string, { piece, tags, without = [] }: Check = {}): Promise<void> {
  const options = {
    runOnly: { type: "tag", values: tags ?? [...WCAG, "best-practice"] },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
    selectors: false,
    iframes: false,
    preload: { assets: ["media"] },
  };
  if (!(await page.evaluate("typeof window.axe === 'object'"))) await page.evaluate(axeSource);
  const run = `axe.run(${JSON.stringify(piece ?? null)} ?? document, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<Pick<Results, "violations">>(
    `${run}.then(({ violations }) => ({ violations }))`,
  );
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
}

/** Whether the focus is on something of which nothing is in view. */
const IS_COVERED = `(() => {
  const focused = document.activeElement.closest("label") ?? document.activeElement;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const isSeen = (x, y) => focused.contains(document.elementFromPoint(left + width * x, top + height * y));
  return !parts.some((x) => parts.some((y) => isSeen(x, y)));
})()`;

/** WCAG 2.2, 2.4.11: what sticks to the window never covers all of what has the focus, as one walks through the page. */
export async function expectFocusInView(page: Page, key: "Tab" | "Shift+Tab", presses: number): Promise<void> {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate<boolean>(IS_COVERED))
      covered.push(await page.evaluate<string>("document.activeElement.outerHTML.slice(0, 160)"));
  }
  expect(covered).toEqual([]);
}

/** Nothing sticks out at the side. */
export async function expectWidth(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const reached = await page.locator("html").evaluate((html: { scrollWidth: number }) => html.scrollWidth);
  expect(`${name} is ${reached} wide`).toBe(`${name} is ${width} wide`);
}

/** Checks that an overlay such as a menu has no findings. Much faster than checking the whole page. */
export async function lookInto(page: Page, piece: string, name: string): Promise<void> {
  await page.locator(piece).first().waitFor();
  await comeToRest(page);
  await expectNoFindings(page, name, { piece });
  await takePicture(page, name, false);
}

/** Checks that the page has no findings and no horizontal overflow, and takes a screenshot if they are wanted. */
export async function lookAt(page: Page, name: string): Promise<void> {
  // Frames of other origins are not checked.
  expect(page.frames()).toHaveLength(1);
  const hasModal = (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0;
  // The URL changes before the page does, and an overlay is not the whole page.
  if (!hasModal) await page.locator("h1").first().waitFor({ state: "attached" });
  // A dialog that is still fading in has less contrast than in the end.
  await comeToRest(page);
  // Behind a modal, the page's own heading is inert like the rest.
  await expectNoFindings(page, name, { without: hasModal ? ["page-has-heading-one"] : [] });
  await expectWidth(page, name);
  await takePicture(page, name, true);
}

export type Look = { width: number; scheme: "dark" | "light" };

export const FIRST_LOOK: Look = { width: 360, scheme: "dark" };

/** Narrow and dark, wide and light; when screenshots are taken, the other two combinations as well. */
export const LOOKS: readonly Look[] = [
  FIRST_LOOK,
  { width: 1440, scheme: "light" },
  ...(SHOTS
    ? ([
        { width: 360, scheme: "light" },
        { width: 1440, scheme: "dark" },
      ] satisfies Look[])
    : []),
];

/** Changes width and theme of the open page: a load for each would take most of a check's time. */
export async function turn(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
  await page.emulateMedia({ colorScheme: scheme });
  // Only our own pages have this; the API documentation has not.
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBeOneOf([scheme, null]);
}

/** `lookAt` in every look; the page is left as it was. */
export async function lookAround(page: Page, name: string, look = lookAt): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const scheme = (await page.locator("html").getAttribute("data-theme")) === "dark" ? "dark" : "light";
  for (const one of LOOKS) {
    await turn(page, one);
    await look(page, name);
  }
  await turn(page, { width, scheme });
}

/** A mail as it stands. It is no page: it has no landmarks, which `lookAt` would look for. */
export async function lookAtMail(page: Page, name: string): Promise<void> {
  await expectNoFindings(page, name, { tags: WCAG });
  await expectWidth(page, name);
  await takePicture(page, name, true);
}

async function takePicture(page: Page, name: string, fullPage: boolean): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  const scheme = await page.locator("html").getAttribute("data-theme");
  const width = page.viewportSize()?.width ?? 0;
  const file = [name, width, scheme].filter((part) => part !== null).join("-");
  await page.screenshot({ path: path.join(SHOTS, `${file}.png`), fullPage });
}
