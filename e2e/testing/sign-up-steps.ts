import type { Locator, Page } from "playwright-core";
import { PASSWORD } from "./people.ts";

/** Fills in the required fields of the Sign Up form. */
export async function fillSignUp(form: Locator, username: string): Promise<void> {
  await form.getByLabel("Email", { exact: true }).fill(`${username}@people.test`);
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("radio", { name: "Other" }).check();
  await form.getByLabel("Month").selectOption("February");
  await form.getByLabel("Day").selectOption("29");
  await form.getByLabel("Year").selectOption("2000");
}

/** Restores a draft of an earlier visit by entering its email address. */
export async function continueAs(page: Page, username: string): Promise<void> {
  await page.getByRole("heading", { name: "Continue where you left off?" }).waitFor();
  await page.getByRole("main").getByLabel("Email").fill(`${username}@people.test`);
  await page.getByRole("button", { name: "Continue" }).click();
}
