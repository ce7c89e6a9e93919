import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { athlete, leftPx, openExplore, section, shownSlide, watchShift } from "./testing/explore-page.ts";
import { fillExplore, PEOPLE } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt, restingPx } from "./testing/look.ts";

const { browser, product } = await openJourney(PEOPLE);
beforeAll(() => fillExplore(product.databaseUrl()));

const STRIP = "Top 25 earners: This week";
const CAROUSELS = [STRIP, "TRENDING VIDEOS", "TOP EARNERS", "ATHLETES OF THE WEEK", "IMAGES"] as const;
const SHIFT_MAX = 0.01;
const TOUCH_PX = 44;

type Box = { left: number; right: number };
type List = { children: Iterable<{ getBoundingClientRect(): Box }>; getBoundingClientRect(): Box };

/** The fully visible cards of a row, and whether another one is partly visible. */
function lookAtRow(carousel: Locator): Promise<{ whole: number; isPeeking: boolean }> {
  return carousel.getByRole("list").evaluate((list: List) => {
    const row = list.getBoundingClientRect();
    const boxes = [...list.children].map((card) => card.getBoundingClientRect());
    return {
      whole: boxes.filter((box) => box.left >= row.left - 1 && box.right <= row.right + 1).length,
      isPeeking: boxes.some((box) => box.left < row.right - 8 && box.right > row.right + 1),
    };
  });
}

/** As docs/product.md lists them: the strip, trending, top earners, athletes; images are as trending. */
const COUNTS: readonly (readonly [width: number, counts: readonly number[]])[] = [
  [1796, [7, 5, 5, 8, 5]],
  [1725, [7, 5, 5, 7, 5]],
  [1724, [5, 5, 4, 7, 5]],
  [1723, [5, 4, 4, 7, 4]],
  [1608, [5, 4, 4, 5, 4]],
  [1411, [4, 3, 3, 4, 3]],
  [1096, [3, 2, 2, 3, 2]],
  [786, [2, 2, 1, 2, 2]],
  [712, [2, 1, 1, 2, 1]],
  [680, [1, 1, 1, 1, 1]],
];

async function lookAtRows(page: Page) {
  const rows = await Promise.all(CAROUSELS.map((name) => lookAtRow(section(page, name))));
  return { whole: rows.map(({ whole }) => whole), isPeeking: rows.map(({ isPeeking }) => isPeeking) };
}

const asSpecified = (counts: readonly number[]) => ({ whole: counts, isPeeking: counts.map((count) => count === 1) });

test.each(COUNTS.filter((_, at) => at % 3 === 0))(
  "a page opened at %i px has as many cards in each row as specified, and a single one lets the next look in",
  async (width, counts) => {
    const { context, page } = await visit(browser, { width });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openExplore(page, product.origin);
    expect(await lookAtRows(page)).toEqual(asSpecified(counts));
    await context.close();
  },
);

test("each row shows the right number of cards after the window is resized", async () => {
  const { context, page } = await visit(browser, { width: 1796 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openExplore(page, product.origin);
  for (const [width, counts] of [...COUNTS, ...COUNTS.toReversed()]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => lookAtRows(page)).toEqual(asSpecified(counts));
  }
  await context.close();
});

/** A phone. */
function openPhone(): Promise<Visit> {
  return visit(browser, { width: 360, height: 780, hasTouch: true });
}

/** Puts a finger on the middle of an element, moves it, and lifts it unless it is to stay. */
async function touch(page: Page, what: Locator, { byPx = 0, isHeld = false } = {}): Promise<() => Promise<void>> {
  const box = await what.boundingBox();
  if (!box) throw new Error("it is not there to be touched");
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let step = 1; byPx !== 0 && step <= 8; step++) await send("touchMove", [{ x: x + (byPx * step) / 8, y }]);
  const lift = () => send("touchEnd", []).then(() => undefined);
  if (!isHeld) await lift();
  return lift;
}

const heightPx = async (what: Locator) => (await what.boundingBox())?.height ?? 0;

describe("on a phone", () => {
  test.each([[null], ["maya"]])("%s sees the whole page, and nothing on it jumps", async (username) => {
    const { context, page, faults } = await openPhone();
    const shift = await watchShift(page);
    if (username !== null) await beSignedIn(page, product.origin, username);
    await openExplore(page, product.origin);
    for (const name of [...CAROUSELS, "DOCUMENTS"]) {
      await section(page, name).scrollIntoViewIfNeeded();
      await expect.poll(() => section(page, name).getByRole("article").first().isVisible()).toBe(true);
    }
    await page.waitForTimeout(500);
    expect(await shift()).toBeLessThanOrEqual(SHIFT_MAX);
    await lookAt(page, `explore-phone-${username ?? "visitor"}`);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("rows and slides can be swiped, and a resting finger pauses a row", async () => {
    const { context, page } = await openPhone();
    await openExplore(page, product.origin);
    const strip = section(page, STRIP);
    const list = strip.getByRole("list");
    const lift = await touch(page, list, { byPx: -30, isHeld: true });
    const heldPx = await restingPx(() => leftPx(strip));
    await page.waitForTimeout(4_500);
    expect(await leftPx(strip)).toBe(heldPx);
    await lift();
    await strip.getByRole("button", { name: "Pause Top 25 earners" }).tap();
    const pausedPx = await restingPx(() => leftPx(strip));
    await touch(page, list, { byPx: -220 });
    await expect.poll(() => leftPx(strip)).toBeGreaterThan(pausedPx + 100);

    await page.getByRole("button", { name: "Pause Top videos" }).tap();
    // A tap opens the dialog, whose code is there from now on: after a swipe it would be open at once.
    const dialog = page.getByRole("dialog");
    await shownSlide(page).getByRole("button").tap();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const label = await shownSlide(page).getAttribute("aria-label");
    await touch(page, page.getByRole("region", { name: "Top videos" }), { byPx: -120 });
    await expect.poll(() => shownSlide(page).getAttribute("aria-label")).not.toBe(label);
    await page.getByRole("button", { name: "Play Top videos" }).tap();
    await page.getByRole("button", { name: "Pause Top videos" }).waitFor();
    expect(await dialog.count()).toBe(0);
    await context.close();
  });

  test("touch targets are large enough", async () => {
    const { context, page } = await openPhone();
    await beSignedIn(page, product.origin, "leo");
    await openExplore(page, product.origin);
    await lookAt(page, "explore-phone");
    const maya = athlete(page, "maya");
    expect((await maya.boundingBox())?.width).toBeGreaterThan(260);
    await maya.getByRole("button", { name: "Follow @maya" }).tap();
    const following = maya.getByRole("button", { name: "Following @maya" });
    await following.tap();
    const item = page.getByRole("menuitem", { name: "Unfollow" });
    const pressed = [
      item,
      following,
      page.getByRole("button", { name: "Pause Top 25 earners" }),
      page.getByRole("button", { name: "Pause Top videos" }),
      page.getByRole("button", { name: /^Slide 1 of/ }),
      shownSlide(page).getByRole("link", { name: /^Play Video/ }),
    ];
    for (const one of pressed) await expect.poll(() => heightPx(one)).toBeGreaterThanOrEqual(TOUCH_PX);
    const place = await item.boundingBox();
    expect((place?.y ?? 780) + (place?.height ?? 0)).toBeLessThanOrEqual(780);
    await item.tap();
    await maya.getByRole("button", { name: "Follow @maya" }).waitFor();
    await context.close();
  });
});
