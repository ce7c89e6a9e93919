import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { drawPhoto, drawPicture } from "../apps/server/src/testing/pictures.ts";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { commentAndOpenLink } from "./testing/comment-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAround, lookInto } from "./testing/look.ts";
import { likeAndSave } from "./testing/reaction-steps.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-images-"));
const file = (name: string) => path.join(folder, name);
writeFileSync(file("start.jpg"), await drawPhoto(1_600, 900));
writeFileSync(file("finish.png"), await drawPicture(900, 1_200));
writeFileSync(file("cut.jpg"), (await drawPhoto(64, 64)).subarray(0, 400));
writeFileSync(file("drawing.jpg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = (page: Page) =>
  page.getByRole("region", { name: "Images" }).locator("ol > li p.font-semibold").allTextContents();

/** Chooses an image that cannot be shown: it gets no field for a description, the hub says so, and it is removed. */
async function refuseCutOff(page: Page): Promise<void> {
  await page.getByLabel("Choose images").setInputFiles(file("cut.jpg"));
  const cut = page.getByRole("listitem").filter({ hasText: "cut.jpg" });
  await cut.getByText("This image cannot be used.").waitFor();
  expect(await cut.getByRole("textbox").count()).toBe(0);
  await page.getByText("To publish, remove the images that were refused").waitFor();
  const hub = await page.context().newPage();
  await hub.goto(`${product.origin}/creator-view`);
  const left = hub.getByRole("listitem").filter({ hasText: "cut.jpg" });
  await left.getByText("This image is damaged or incomplete.").waitFor();
  expect(await left.getByRole("link").count()).toBe(0);
  await hub.close();
  await page.getByRole("button", { name: "Remove image 3, cut.jpg" }).click();
  expect(await names(page)).toHaveLength(2);
}

test("an earner publishes a set of images, and a fan browses it", async () => {
  const { page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/upload-content`);
  await page.getByRole("link", { name: /^Image/ }).click();
  await page.getByText("Drop your images here").waitFor();
  await page.getByLabel("Choose images").setInputFiles(file("drawing.jpg"));
  await page
    .getByRole("alert")
    .getByText(/drawing\.jpg: The contents of this file are not a supported image/)
    .waitFor();
  await page.getByLabel("Choose images").setInputFiles([file("start.jpg"), file("finish.png")]);
  const first = page.getByRole("listitem").filter({ hasText: "start.jpg" });
  await expect.poll(() => page.getByText("Ready", { exact: true }).count()).toBe(2);
  await first.getByLabel(/^Description for people/).fill("Swimmers dive in");
  await first.getByLabel(/^Caption/).fill("The start");
  await page.getByRole("button", { name: "Move image 2, finish.png up" }).click();
  await page.getByText("finish.png is now image 1 of 2.").waitFor();
  expect(await names(page)).toEqual(["finish.png", "start.jpg"]);
  const previewOf = (name: string) => page.getByRole("listitem").filter({ hasText: name }).locator("[draggable=true]");
  await previewOf("start.jpg").dragTo(previewOf("finish.png"));
  await expect.poll(() => names(page)).toEqual(["start.jpg", "finish.png"]);
  await previewOf("finish.png").dragTo(previewOf("start.jpg"));
  await expect.poll(() => names(page)).toEqual(["finish.png", "start.jpg"]);
  await paste(page, await drawPhoto(64, 64));
  await expect.poll(() => names(page)).toHaveLength(3);
  await page.getByRole("button", { name: "Remove image 3, pasted.jpg" }).click();
  expect(await names(page)).toHaveLength(2);
  await refuseCutOff(page);
  await page.getByLabel("Title").fill("Regional final");
  const star = page.getByRole("button", { name: "Use image 2, start.jpg as the thumbnail" });
  await star.click();

  await page.getByRole("button", { name: "Crop and rotate image 1, finish.png" }).click();
  const editor = page.getByRole("dialog", { name: "Crop and rotate" });
  await editor.getByRole("button", { name: "Rotate" }).click();
  const edge = editor.getByRole("button", { name: /move the right edge/ });
  await edge.focus();
  for (let step = 0; step < 40; step++) await page.keyboard.press("ArrowLeft");
  await lookAround(page, "image-editor", (one, name) => lookInto(one, "[role=dialog]", name));
  await editor.getByRole("button", { name: "Apply" }).click();
  await lookAround(page, "upload-image");

  await page.reload();
  await expect.poll(() => names(page)).toEqual(["finish.png", "start.jpg"]);
  expect(await page.getByLabel("Title").inputValue()).toBe("Regional final");
  expect(await first.getByLabel(/^Caption/).inputValue()).toBe("The start");
  expect(await star.getAttribute("aria-pressed")).toBe("true");
  await page.getByLabel("Category").selectOption("Soccer");
  await page.getByLabel("Allow downloads").check();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Your images are ready to view.").waitFor();
  // The form and its button are gone.
  expect(await isFocused(page.getByRole("region", { name: "Published images" }))).toBe(true);
  const href = await page.getByRole("link", { name: "View the images" }).getAttribute("href");
  await page.getByRole("button", { name: "Upload another" }).click();
  await expect.poll(() => isFocused(page.getByLabel("Choose images"))).toBe(true);
  await page.goto(product.origin + href);
  await page.getByRole("heading", { name: "Regional final" }).waitFor();
  const address = page.url();
  expect(faults).toEqual([]);

  const fan = await visit(browser);
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(address);
  const large = fan.page.getByRole("button", { name: /^Open the viewer\. Image 1 of 2/ });
  await large.waitFor();
  // Rotated: 1,200 × 900, minus what the arrow keys cropped.
  expect(await large.locator("img").getAttribute("height")).toBe("900");
  expect(Number(await large.locator("img").getAttribute("width"))).toBeLessThan(1_190);
  await fan.page.getByRole("button", { name: "Next image" }).click();
  await fan.page.getByText("The start").waitFor();
  await lookAround(fan.page, "image-page");
  await fan.page.getByRole("button", { name: /^Open the viewer\. Image 2 of 2: Swimmers dive in/ }).click();
  const viewer = fan.page.getByRole("dialog", { name: "Regional final" });
  await viewer.locator(".pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)").waitFor();
  const width = async () =>
    (await viewer.locator(".pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)").boundingBox())
      ?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(1_000);
  const fitted = await width();
  await fan.page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(fitted);
  await fan.page.keyboard.press("0");
  await expect.poll(width).toBe(fitted);
  await lookAround(fan.page, "image-viewer", (one, name) => lookInto(one, ".pswp", name));
  const download = fan.page.waitForEvent("download");
  await viewer.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/ \d+\.jpg$/);
  await fan.page.keyboard.press("ArrowLeft");
  await fan.page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  await likeAndSave(fan.page);
  await commentAndOpenLink(fan.page, "Lovely light on the second one");
  await fan.page.getByRole("button", { name: /^Open the viewer\. Image 1 of 2/ }).waitFor();
  // Counted after three seconds.
  await fan.page.getByText("1 view", { exact: true }).waitFor();
  await fan.page.getByRole("link", { name: /maya/i }).first().click();
  await fan.page.getByRole("tab", { name: /Images/ }).click();
  await fan.page
    .getByRole("link", { name: /Regional final/ })
    .first()
    .click();
  await fan.page.waitForURL(address);

  // Afterwards the earner moves the start to the front, and improves its description.
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect.poll(() => page.getByRole("radio", { name: "Image 2 of 2" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Move image 2 up" }).click();
  await page
    .getByLabel(/^Description for people/)
    .first()
    .fill("Eight swimmers dive in");
  await page.getByRole("radio", { name: "Image 2 of 2" }).check();
  await lookAround(page, "edit-images");
  await page.reload();
  await page.getByText("Your unsaved changes are back.").waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your changes were saved.").waitFor();
  expect(faults).toEqual([]);
  await fan.page.reload();
  await fan.page.getByRole("button", { name: "Open the viewer. Image 1 of 2: Eight swimmers dive in" }).waitFor();

  // The chosen thumbnail is removed: nothing changes before the earner saves.
  await page.getByRole("button", { name: "Remove image 2" }).click();
  await fan.page.reload();
  await fan.page.getByRole("button", { name: /^Open the viewer\. Image 1 of 2/ }).waitFor();
  const saved = page.waitForResponse(/\/update-content\//);
  await page.getByRole("button", { name: "Save changes" }).click();
  expect((await saved).status()).toBe(200);
  await fan.page.reload();
  await fan.page.getByRole("button", { name: "Open the viewer. Image 1 of 1: Eight swimmers dive in" }).waitFor();
  expect(await fan.page.getByRole("button", { name: "Next image" }).count()).toBe(0);

  await addTwo(page);
  await fan.page.reload();
  await fan.page.getByRole("button", { name: "Open the viewer. Image 1 of 3: Ready to dive" }).waitFor();
  await fan.page.getByRole("button", { name: "Next image" }).click();
  await fan.page.getByText("The turn", { exact: true }).waitFor();
  expect([...faults, ...fan.faults]).toEqual([]);
});

/** Adds images to the published set while another change of it is not saved yet. */
async function addTwo(page: Page): Promise<void> {
  await page
    .getByLabel(/^Description for people/)
    .first()
    .fill("Ready to dive");
  const panel = page.getByRole("region", { name: "Add images" });
  await panel.getByLabel("Choose images").setInputFiles([file("start.jpg"), file("finish.png")]);
  const first = panel.getByRole("listitem").filter({ hasText: "start.jpg" });
  await expect.poll(() => panel.getByText("Ready", { exact: true }).count()).toBe(2);
  await first.getByLabel(/^Caption/).fill("The turn");
  await page.reload();
  await page.getByText("Your unsaved changes are back.").waitFor();
  expect(await first.getByLabel(/^Caption/).inputValue()).toBe("The turn");
  await expect.poll(() => panel.getByText("Ready", { exact: true }).count()).toBe(2);
  await lookAround(page, "edit-add-images");
  await panel.getByRole("button", { name: "Add to the set" }).click();
  await page.getByText("2 images were added.").waitFor();
  const fields = page.getByRole("group", { name: "Images", exact: true });
  await expect.poll(() => fields.getByLabel(/^Caption/).count()).toBe(3);
  await fields.getByText("Being prepared…").first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your changes were saved.").last().waitFor();
  expect(await fields.getByLabel(/^Caption/).count()).toBe(3);
}

function paste(page: Page, picture: Buffer): Promise<unknown> {
  return page.evaluate(`{
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob(${JSON.stringify(picture.toString("base64"))}), (one) => one.charCodeAt(0));
    files.items.add(new File([bytes], "pasted.jpg", { type: "image/jpeg" }));
    window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: files }));
  }`);
}
