import type { Page } from "playwright-core";
import { PASSWORD } from "./people.ts";

export async function openTab(page: Page, origin: string, tab: string): Promise<void> {
  await page.goto(`${origin}/setting?tab=${tab}`);
  await page.getByRole("tabpanel").waitFor();
}

/** Confirms the password once, for an action that needs it. */
export async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(PASSWORD);
  // With Enter, because a dialog that is still appearing moves under a click.
  await dialog.getByLabel("Your password").press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** Stops at the password prompt, which appears once in ten minutes. */
export async function askToDeactivate(page: Page, origin: string): Promise<void> {
  await openTab(page, origin, "leave");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
}
