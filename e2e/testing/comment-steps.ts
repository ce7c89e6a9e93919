import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export function commentOf(page: Page, text: string): Locator {
  return page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: text });
}

/** Comments on the open item, and opens the link to that comment. */
export async function commentAndOpenLink(page: Page, text: string): Promise<void> {
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await page.getByLabel("Add a comment").fill(text);
  await page.keyboard.press("Enter");
  const link = await commentOf(page, text).getByRole("link", { name: "Just now" }).getAttribute("href");
  await page.goto(new URL(link ?? "", page.url()).href);
  await page.reload();
  await commentOf(page, text).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe(link?.split("#")[1]);
}
