import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { beSignedIn, isFocused, type Visit, visit } from "./testing/browser.ts";
import { moveFingers } from "./testing/fingers.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt, lookInto } from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const path = await publishClip(product, "maya", "Cup final, second half");
const HEADING = "Film notes";

/** The parts of the video element in use, because the tests have no DOM types. */
type Media = {
  currentTime: number;
  playbackRate: number;
  seeking: boolean;
  pause: () => void;
  play: () => Promise<void>;
};

async function openRoom(name: string, more: Parameters<typeof visit>[1] = {}): Promise<Visit> {
  const visited = await visit(browser, more);
  const { page } = visited;
  await beSignedIn(page, product.origin, name);
  await page.goto(product.origin + path);
  await page.getByRole("button", { name: "Film room", exact: true }).click();
  await page.getByRole("heading", { name: HEADING }).waitFor();
  return visited;
}

const positionOf = ({ page }: Visit) => page.locator("[data-player] video").evaluate((v: Media) => v.currentTime);

test("a fan studies a play frame by frame, draws on it, shares a note, and its owner reads that", async () => {
  const fan = await openRoom("leo");
  const { page } = fan;
  const video = page.locator("[data-player] video");
  await video.evaluate(async (v: Media) => {
    v.pause();
    v.currentTime = 1;
  });
  await expect.poll(() => video.evaluate((v: Media) => v.seeking)).toBe(false);

  // One frame at a time, forwards and back, by key and by button.
  const start = await positionOf(fan);
  await page.keyboard.press(".");
  await expect.poll(() => positionOf(fan)).toBeGreaterThan(start);
  const next = await positionOf(fan);
  // On a busy machine the shown frame may be two ahead of the reported position.
  expect(next - start).toBeLessThan(0.15);
  await page.getByRole("button", { name: "Previous frame" }).click();
  await expect.poll(() => positionOf(fan)).toBeLessThan(next);

  await page.getByRole("slider", { name: "Speed" }).fill("0.1");
  expect(await video.evaluate((v: Media) => v.playbackRate)).toBe(0.1);
  // No speed chosen in the room is that of the next video, not even by the player's own key.
  await page.getByRole("slider", { name: "Speed" }).fill("0.5");
  await page.locator("[data-player]").press(">");
  expect(await video.evaluate((v: Media) => v.playbackRate)).toBe(0.75);
  const tab = await fan.context.newPage();
  await tab.goto(product.origin + path);
  await expect.poll(() => tab.locator("video").evaluate((v: Media) => v.currentTime)).toBeGreaterThan(0);
  expect(await tab.locator("video").evaluate((v: Media) => v.playbackRate)).toBe(1);
  await tab.close();
  await page.getByRole("slider", { name: "Speed" }).fill("1");

  // A loop from 1 to 2 seconds never leaves that part.
  await page.keyboard.press("[");
  await video.evaluate((v: Media) => {
    v.currentTime = 2;
  });
  await page.keyboard.press("]");
  await page.locator("[data-loop]").waitFor({ state: "attached" });
  // Slow, so that a busy machine, which notices the end late, is not far behind it.
  await video.evaluate((v: Media) => {
    v.currentTime = 1.8;
    v.playbackRate = 0.25;
    return v.play();
  });
  const seen: number[] = [];
  const hasLooped = () => seen.some((at, index) => at < (seen[index - 1] ?? 0));
  const look = async () => seen.push(await positionOf(fan)) > 20 && hasLooped();
  await expect.poll(look).toBe(true);
  expect(seen.filter((at) => at < 0.9 || at > 2.5)).toEqual([]);
  await page.getByRole("slider", { name: "Speed" }).fill("1");

  // An arrow by pointer, a circle by keyboard.
  await page.getByRole("button", { name: "Arrow", exact: true }).click();
  const box = await page.getByRole("group", { name: "Drawing on the picture" }).boundingBox();
  if (!box) throw new Error("nothing to draw on");
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4, { steps: 5 });
  await page.mouse.up();
  // Also where the hidden controls are, which neither the mouse nor the focus reaches meanwhile.
  const drawnAtS = await positionOf(fan);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height - 45);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height - 45, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.locator("[data-shape=arrow]").count()).toBe(2);
  expect(await positionOf(fan)).toBe(drawnAtS);
  const hidden = page.locator("[data-controls] button").first();
  await hidden.focus();
  expect(await isFocused(hidden)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).press("ControlOrMeta+z");
  await expect.poll(() => page.locator("[data-shape=arrow]").count()).toBe(1);
  await page.getByRole("button", { name: "Circle", exact: true }).click();
  await page.getByRole("radio", { name: "Red" }).check();
  await page.getByRole("button", { name: "Place in the middle: circle" }).press("Enter");
  const circle = page.getByRole("button", { name: /^Circle 2, red/ });
  const before = await circle.boundingBox();
  await circle.press("ArrowRight");
  await expect.poll(async () => (await circle.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await circle.boundingBox())?.x).toBe(before?.x);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a picture" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Cup final, second half .* s\.png$/);
  // The middle of the yellow arrow, and the lower end of the red circle.
  const near = (color: number[]) => color.map((one) => expect.closeTo(one, -1.6));
  expect(await colorsAt(await download.path(), [0.35, 0.55], [0.5, 0.6])).toEqual([
    near([255, 214, 10]),
    near([255, 69, 58]),
  ]);
  await lookAt(page, "film-room-drawing");

  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Too late into the turn, look at the left foot");
  await page.getByRole("switch", { name: /^Share with/ }).check();
  await page.getByRole("button", { name: "Save note" }).click();
  const note = page.getByRole("listitem").filter({ hasText: "Too late into the turn" });
  await note.waitFor();
  await expect.poll(() => page.locator("[data-shape]").count()).toBe(0);
  await noteInFullScreen(fan);
  expect(fan.faults).toEqual([]);

  const owner = await visit(browser, { width: 360, scheme: "light" });
  await beSignedIn(owner.page, product.origin, "maya");
  await owner.page.goto(`${product.origin}/notification/`);
  await owner.page
    .getByRole("main")
    .getByRole("link", { name: /shared a film note on/ })
    .click();
  await owner.page.getByRole("heading", { name: HEADING }).waitFor();
  await owner.page.getByRole("button", { name: /Too late into the turn/ }).click();
  await expect.poll(() => positionOf(owner)).toBeGreaterThan(0.9);
  await owner.page.locator("[data-shape=arrow]").waitFor();
  await owner.page.locator("[data-shape=circle]").waitFor();
  await lookAt(owner.page, "film-room-owner");
  expect(owner.faults).toEqual([]);

  await page.getByRole("link", { name: "Print" }).click();
  await page.getByRole("heading", { name: HEADING, level: 1 }).waitFor();
  await page.getByText("Too late into the turn").waitFor();
  // The frame that was drawn on, not only one nearby.
  await note.locator('img[src^="blob:"]').waitFor();
  await expect.poll(() => page.getByText(/still being prepared/).count()).toBe(0);
  await lookAt(page, "film-sheet");
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(csv.suggestedFilename()).toBe("Cup final, second half film notes.csv");
});

/** @param places in parts of the picture's width and height. @returns red, green and blue at each of them */
async function colorsAt(file: string, ...places: [x: number, y: number][]): Promise<number[][]> {
  const picture = await loadImage(file);
  const drawing = createCanvas(picture.width, picture.height).getContext("2d");
  drawing.drawImage(picture, 0, 0);
  return places.map(([x, y]) => [
    ...drawing.getImageData(Math.floor(x * picture.width), Math.floor(y * picture.height), 1, 1).data.slice(0, 3),
  ]);
}

test("on a phone everything is done with a finger: a frame, a loop, an arrow, and a note of it", async () => {
  const fan = await openRoom("leo", { width: 390, height: 844, hasTouch: true });
  const { page } = fan;
  const video = page.locator("[data-player] video");
  await video.evaluate((v: Media) => {
    v.pause();
    v.currentTime = 1;
  });
  await expect.poll(() => video.evaluate((v: Media) => v.seeking)).toBe(false);
  const start = await positionOf(fan);
  await page.getByRole("button", { name: "Next frame" }).tap();
  await expect.poll(() => positionOf(fan)).toBeGreaterThan(start);
  await page.getByRole("button", { name: /^Set A/ }).tap();
  await video.evaluate((v: Media) => {
    v.currentTime = 2;
  });
  await page.getByRole("button", { name: /^Set B/ }).tap();
  await page.locator("[data-loop]").waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Arrow", exact: true }).tap();
  // No button of the player covers the picture that is drawn on.
  await expect.poll(() => page.getByRole("button", { name: /^Play Cup final|^10 seconds/ }).count()).toBe(0);
  const surface = page.getByRole("group", { name: "Drawing on the picture" });
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  if (!box) throw new Error("nothing to draw on");
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  await moveFingers(page, [at(0.3, 0.6)], [at(0.6, 0.3)]);
  const arrow = page.locator("[data-shape=arrow]");
  await arrow.waitFor();
  // The finger drew and did not scroll.
  expect((await surface.boundingBox())?.y).toBe(box.y);
  // On a busy machine Chromium does not turn an emulated tap after a drag into a click: only the touch events arrive.
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Drawn on the bus");
  await lookAt(page, "film-room-phone");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("listitem").filter({ hasText: "Drawn on the bus" }).waitFor();
  expect(fan.faults).toEqual([]);
});

/** Notes are available there, keys type text while writing, and an unfinished note is not lost when leaving. */
async function noteInFullScreen({ page }: Visit): Promise<void> {
  const player = page.locator("[data-player]");
  await player.focus();
  await page.keyboard.press("f");
  await player.getByRole("button", { name: "Film notes", exact: true }).waitFor();
  await page.keyboard.press("n");
  await player.getByRole("listitem").filter({ hasText: "Too late into the turn" }).waitFor();
  await player.getByRole("button", { name: "Add a note" }).click();
  const field = page.getByRole("textbox", { name: "Note" });
  await field.pressSequentially("kick from far");
  expect(await player.locator("video").evaluate((v: Media & { paused: boolean }) => v.paused)).toBe(true);
  await lookInto(page, "[data-player] [aria-labelledby=film-notes-heading]", "film-room-full-screen");
  await player.focus();
  await page.keyboard.press("f");
  await player.getByRole("textbox", { name: "Note" }).waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("kick from far");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("listitem").filter({ hasText: "kick from far" }).waitFor();
}
