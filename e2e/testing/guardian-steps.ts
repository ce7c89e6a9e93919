import type { Page } from "playwright-core";

/** Opens the form and fills in the guardian's name and relation. */
export async function stateGuardian(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Continue to consent|Give consent)$/ }).click();
  await page.getByLabel("Your name").fill("Rosa Vega");
  await page.getByLabel("Your relationship").selectOption("Mother");
}

export async function fillGuardiansCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expires").fill("1234");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Rosa Vega");
  await page.getByLabel("Billing ZIP").fill("73301");
  await page.getByRole("checkbox", { name: /^I am 18 or older/ }).check();
}

export function consent(page: Page): Promise<void> {
  return page.getByRole("button", { name: "I consent", exact: true }).click();
}

/** The whole form, with a card that needs no challenge. */
export async function consentOnPage(page: Page): Promise<void> {
  await stateGuardian(page);
  await fillGuardiansCard(page, "4242424242424242");
  await consent(page);
  await page.getByRole("button", { name: "Withdraw my consent" }).waitFor();
}
