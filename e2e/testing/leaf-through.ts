import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const pageField = (viewer: Locator) => viewer.getByRole("textbox", { name: "Page", exact: true });
export const expectPage = (viewer: Locator, page: number) =>
  expect.poll(() => pageField(viewer).inputValue()).toBe(String(page));

/** With buttons, keys, a link on a page and the outline. */
export async function leafThrough(viewer: Locator, page: Page): Promise<void> {
  await viewer.getByText("of 20", { exact: true }).waitFor();
  // The first step in a document: its address names no page.
  await viewer.getByRole("button", { name: /to page 2$/ }).click();
  await expectPage(viewer, 2);
  await page.goBack();
  await expectPage(viewer, 1);
  await viewer.getByRole("button", { name: "Next page" }).click();
  await expectPage(viewer, 2);
  await pageField(viewer).fill("15");
  await pageField(viewer).press("Enter");
  await viewer.getByRole("button", { name: /to page 16$/ }).click();
  await expectPage(viewer, 16);
  await page.goBack();
  await expectPage(viewer, 15);
  await page.goForward();
  await expectPage(viewer, 16);
  await page.reload();
  await expectPage(viewer, 16);
  // Also a page that no jump led to.
  await pageField(viewer).fill("11");
  await pageField(viewer).press("Enter");
  await expectPage(viewer, 11);
  await page.reload();
  await expectPage(viewer, 11);
  await viewer.getByRole("document", { name: "Pages" }).focus();
  await page.keyboard.press("Home");
  await expectPage(viewer, 1);
  await page.keyboard.press("ArrowRight");
  await expectPage(viewer, 2);
  const width = () => viewer.locator('[data-page="2"]').evaluate((one: { clientWidth: number }) => one.clientWidth);
  const before = await width();
  await page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press("9");
  await expect.poll(width).toBeLessThan(before);
  await page.keyboard.press("0");
  await expect.poll(width).toBe(before);
  // Of twenty pages only the visible ones are in the DOM.
  expect(await viewer.locator("[data-page]").count()).toBeLessThan(8);
}
