import type { Page } from "playwright-core";
import { PASSWORD } from "./people.ts";

export async function openTab(page: Page, origin: string, tab: string): Promise<void> {
  await page.goto(`${origin}/setting?tab=${tab}`);
  await page.getByRole("tabpanel").waitFor();
}

/** Whatever needs a fresh password asks for it once. */
export async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(PASSWORD);
  // By Enter, as most people do: a dialog that is still coming in moves under a click.
  await dialog.getByLabel("Your password").press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** Up to the question for the password, which comes once in ten minutes. */
export async function askToDeactivate(page: Page, origin: string): Promise<void> {
  await openTab(page, origin, "leave");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
}
