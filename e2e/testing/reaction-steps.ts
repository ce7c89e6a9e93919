import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Likes and saves the open item; both are still there after a reload. */
export async function likeAndSave(page: Page): Promise<void> {
  const buttons = [
    page.getByRole("button", { name: /^Like/ }),
    page.getByRole("button", { name: "Save to Watch later" }),
  ];
  for (const button of buttons) {
    await button.click();
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
  }
  await page.getByText("Saved to Watch later. You can find it under Following.").waitFor();
  await page.reload();
  for (const button of buttons) await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
}
