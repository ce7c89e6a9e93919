import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawPhoto } from "../apps/server/src/testing/pictures.ts";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { moveFingers, type Point } from "./testing/fingers.ts";
import { openJourney } from "./testing/journey.ts";
import { publishImages } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const images = [
  { alt: "The start", bytes: await drawPhoto(1_600, 900) },
  { alt: "The turn", bytes: await drawPhoto(1_600, 900) },
  { alt: "The finish", bytes: await drawPhoto(900, 1_200) },
];
const openSet = await publishImages(product, "maya", { title: "Regional final", downloadsOpen: true, images });
const closedSet = await publishImages(product, "maya", { title: "Not to take away", downloadsOpen: false, images });

type Viewer = Visit & { viewer: Locator; picture: Locator };

/** Opens the viewer on the first image of a set, and waits until it is sharp. */
async function openViewer(path: string, more: Parameters<typeof visit>[1] = {}): Promise<Viewer> {
  const opened = await visit(browser, more);
  await beSignedIn(opened.page, product.origin, "leo");
  await opened.page.goto(product.origin + path);
  await opened.page.getByRole("button", { name: /^Open the viewer\. Image 1 of 3/ }).click();
  const viewer = opened.page.getByRole("dialog", { name: /Regional final|Not to take away/ });
  const picture = viewer.locator(".pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)");
  await expectPicture({ viewer, picture }, 1);
  return { ...opened, viewer, picture };
}

/** A person's position in the set: the number, and the image itself. */
async function expectPicture({ viewer, picture }: Pick<Viewer, "viewer" | "picture">, number: number): Promise<void> {
  await viewer.getByText(`${number} / 3`, { exact: true }).waitFor();
  await expect.poll(() => picture.getAttribute("alt")).toBe(images[number - 1]?.alt);
  await expect.poll(() => picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0);
}

/** The image's position, once it has stopped moving. */
async function restingBox(picture: Locator) {
  let before = "";
  await expect
    .poll(async () => {
      const [was, is] = [before, JSON.stringify(await picture.boundingBox())];
      before = is;
      return was === is;
    })
    .toBe(true);
  const box = await picture.boundingBox();
  if (!box) throw new Error("no picture is shown");
  return box;
}

const widthOf = async (picture: Locator) => (await restingBox(picture)).width;

const isFullScreen = (page: Page) => page.evaluate("document.fullscreenElement?.classList.contains('pswp') ?? false");

describe("with mouse and keys", () => {
  test("the wheel zooms in at the pointer and out again; a drag pans; arrows change the image once it fits", async () => {
    const opened = await openViewer(openSet);
    const { page, viewer, picture } = opened;
    // Each step is one in the browser's history, but loads nothing of the page again.
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const fitted = await restingBox(picture);
    const pointer = { x: fitted.x + fitted.width / 4, y: fitted.y + fitted.height / 2 };
    await page.mouse.move(pointer.x, pointer.y);
    await page.mouse.wheel(0, -400);
    const zoomed = await restingBox(picture);
    expect(zoomed.width).toBeGreaterThan(fitted.width * 1.2);
    // The point under the pointer stays there.
    expect(Math.abs((pointer.x - zoomed.x) / zoomed.width - 0.25)).toBeLessThan(0.02);

    await page.mouse.down();
    await page.mouse.move(pointer.x + 60, pointer.y, { steps: 6 });
    await page.mouse.up();
    const panned = await restingBox(picture);
    expect(panned.width).toBeCloseTo(zoomed.width, 0);
    expect(panned.x - zoomed.x).toBeGreaterThan(40);
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await restingBox(picture)).x).toBeLessThan(panned.x);
    await expectPicture(opened, 1);

    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => widthOf(picture)).toBeCloseTo(fitted.width, 0);
    await page.keyboard.press("ArrowRight");
    await expectPicture(opened, 2);
    await viewer.getByRole("button", { name: "Next image" }).click();
    await expectPicture(opened, 3);
    expect(await viewer.getByRole("button", { name: "Next image" }).isDisabled()).toBe(true);
    await page.keyboard.press("ArrowLeft");
    await expectPicture(opened, 2);
    expect(requested.filter((path) => /^\/api\/v1\/content\/[\w-]+$/.test(path))).toEqual([]);
    expect(opened.faults).toEqual([]);
    await opened.context.close();
  });

  test("+, - and 0 zoom, and so does its button; f fills the screen; Escape returns to the picture seen last", async () => {
    const opened = await openViewer(openSet);
    const { page, viewer, picture } = opened;
    const fitted = await widthOf(picture);
    await page.keyboard.press("+");
    await expect.poll(() => widthOf(picture)).toBeCloseTo(fitted * 1.5, 0);
    await page.keyboard.press("-");
    await expect.poll(() => widthOf(picture)).toBeCloseTo(fitted, 0);
    // Never smaller than the fitted size.
    await page.keyboard.press("-");
    expect(await widthOf(picture)).toBeCloseTo(fitted, 0);
    await viewer.getByRole("button", { name: "Zoom" }).click();
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(fitted * 1.2);
    await page.keyboard.press("0");
    await expect.poll(() => widthOf(picture)).toBeCloseTo(fitted, 0);

    await page.keyboard.press("f");
    await expect.poll(() => isFullScreen(page)).toBe(true);
    await page.keyboard.press("f");
    await expect.poll(() => isFullScreen(page)).toBe(false);
    await viewer.getByRole("button", { name: "Full screen" }).click();
    await expect.poll(() => isFullScreen(page)).toBe(true);
    await page.keyboard.press("ArrowRight");
    await expectPicture(opened, 2);
    await viewer.getByRole("button", { name: "Close" }).click();
    await viewer.waitFor({ state: "detached" });
    await expect.poll(() => isFullScreen(page)).toBe(false);
    const opener = page.getByRole("button", { name: "Open the viewer. Image 2 of 3: The turn" });
    await opener.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await expectPicture(opened, 2);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();

    // A reload keeps the viewer open, on its image. Back closes it first, and leaves the page only then.
    const address = page.url();
    await opener.press("Enter");
    await expectPicture(opened, 2);
    await page.reload();
    await expectPicture(opened, 2);
    await page.goBack();
    await viewer.waitFor({ state: "detached" });
    expect(page.url()).toBe(address);
    await page.goBack();
    await expect.poll(() => page.url()).not.toBe(address);
    expect(opened.faults).toEqual([]);
    await opened.context.close();
  });

  test("the picture that is shown can be downloaded where its owner allows it, and not elsewhere", async () => {
    const opened = await openViewer(openSet);
    await opened.page.keyboard.press("ArrowRight");
    await expectPicture(opened, 2);
    const download = opened.page.waitForEvent("download");
    await opened.viewer.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Regional final \d+\.jpg$/);
    await opened.context.close();

    const closed = await openViewer(closedSet);
    expect(await closed.viewer.getByRole("link", { name: "Download" }).count()).toBe(0);
    await closed.page.keyboard.press("Escape");
    await closed.viewer.waitFor({ state: "detached" });
    expect(await closed.page.getByRole("link", { name: "Download" }).count()).toBe(0);
    await closed.context.close();
  });
});

describe("with fingers", () => {
  test("two zoom in and out, one pans the zoomed image, and swipes through those that fit", async () => {
    const opened = await openViewer(openSet, { width: 390, height: 844, hasTouch: true });
    const { context, page, picture } = opened;
    // An iPhone knows no full screen.
    await page.evaluate(
      "delete Document.prototype.fullscreenElement; delete Document.prototype.exitFullscreen; delete Element.prototype.requestFullscreen",
    );
    const fitted = await restingBox(picture);
    expect(fitted.width).toBeLessThanOrEqual(390);
    const middle = { x: 195, y: 422 };
    const beside = (px: number): Point[] => [
      { x: middle.x - px, y: middle.y },
      { x: middle.x + px, y: middle.y },
    ];

    await moveFingers(page, beside(30), beside(75));
    const zoomed = await restingBox(picture);
    expect(zoomed.width / fitted.width).toBeGreaterThan(1.8);
    expect(zoomed.width / fitted.width).toBeLessThan(3.2);
    await moveFingers(page, [middle], [{ x: middle.x - 80, y: middle.y }]);
    const panned = await restingBox(picture);
    expect(panned.width).toBeCloseTo(zoomed.width, 0);
    expect(zoomed.x - panned.x).toBeGreaterThan(40);
    await expectPicture(opened, 1);

    await moveFingers(page, beside(90), beside(20));
    await expect.poll(() => widthOf(picture)).toBeCloseTo(fitted.width, 0);
    await moveFingers(page, [{ x: 320, y: 422 }], [{ x: 60, y: 422 }]);
    await expectPicture(opened, 2);
    await moveFingers(page, [{ x: 320, y: 422 }], [{ x: 60, y: 422 }]);
    await expectPicture(opened, 3);
    await moveFingers(page, [{ x: 60, y: 422 }], [{ x: 320, y: 422 }]);
    await expectPicture(opened, 2);
    // Dragging down closes the image.
    await moveFingers(page, [middle], [{ x: middle.x, y: 800 }]);
    await opened.viewer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Open the viewer. Image 2 of 3: The turn" }).waitFor();
    expect(opened.faults).toEqual([]);
    await context.close();
  });
});

type Styles = { getComputedStyle(element: unknown): { borderTopColor: string } };

test("in a high-contrast mode the system's color shows which image is chosen, and which theme", async () => {
  const { context, page } = await visit(browser);
  await page.emulateMedia({ forcedColors: "active" });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(product.origin + openSet);
  const borderOf = (control: Locator): Promise<string> =>
    control.evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).borderTopColor);
  const theme = (name: string) => page.locator("label").filter({ has: page.getByRole("radio", { name }) });
  await page.getByRole("button", { name: "Show image 2: The turn" }).click();
  const highlight = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.cssText = "forced-color-adjust: none; border: 1px solid Highlight";
    return getComputedStyle(probe).borderTopColor;
  })()`);
  await expect.poll(() => borderOf(page.getByRole("button", { name: "Show image 2: The turn" }))).toBe(highlight);
  expect(await borderOf(page.getByRole("button", { name: "Show image 1: The start" }))).not.toBe(highlight);
  expect(await borderOf(theme("System theme"))).toBe(highlight);
  expect(await borderOf(theme("Dark theme"))).not.toBe(highlight);
  await context.close();
});
