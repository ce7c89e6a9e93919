import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { isFocused } from "./browser.ts";

export const header = (page: Page) => page.getByRole("banner");
export const footer = (page: Page) => page.getByRole("navigation", { name: "Footer" });
export const phoneMenu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
export const profileMenu = (page: Page) => page.getByRole("menu", { name: "Profile" });
export const categoryMenu = (page: Page) => page.getByRole("menu", { name: "Category" });

/** The names of all visible controls, in tab order. */
async function controls(within: Locator): Promise<string[]> {
  const names: string[] = [];
  for (const control of await within.locator("a, button, summary").all()) {
    if (!(await control.isVisible())) continue;
    names.push((await control.getAttribute("aria-label")) ?? (await control.innerText()).trim());
  }
  return names;
}

export async function expectControls(within: Locator, names: string[]): Promise<void> {
  await expect.poll(() => controls(within)).toEqual(names);
}

/** Presses Tab until the control has the focus, like somebody without a mouse. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}
