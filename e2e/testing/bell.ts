import type { Page } from "playwright-core";

export const BELL_PANEL = "[role=dialog][aria-label=Notifications]";

/** Waits, without a reload, until the bell shows another person's action, and closes it again. */
export async function hearBell(page: Page, message: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const panel = page.locator(BELL_PANEL);
  await panel.getByText(message).first().waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
}
