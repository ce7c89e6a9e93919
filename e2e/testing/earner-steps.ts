import type { Locator, Page } from "playwright-core";
import { PASSWORD } from "./people.ts";

export const SSN = "987654321";

/** From the choice of a role to the choice of a plan, on the page. */
export async function signUpAsCreator(page: Page, username: string, birthYear = "2000"): Promise<void> {
  await page.getByRole("button", { name: /^Content Creator/ }).click();
  const form = page.locator("form");
  await form.getByLabel("Email", { exact: true }).fill(`${username}@people.test`);
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("radio", { name: "Other" }).check();
  await form.getByLabel("Month").selectOption("February");
  await form.getByLabel("Day").selectOption("28");
  await form.getByLabel("Year").selectOption(birthYear);
  await form.getByRole("button", { name: "Sign Up", exact: true }).click();
}

export async function choosePlan(page: Page, plan: string): Promise<void> {
  const picker = page.getByRole("dialog", { name: "Choose your plan" });
  await picker.getByRole("radio", { name: plan }).check();
  await picker.getByRole("button", { name: "Continue" }).click();
}

export async function fillAddress(within: Page | Locator): Promise<void> {
  await within.getByLabel("Street").fill("1 Main St");
  await within.getByLabel("City").fill("Austin");
  await within.getByLabel("State", { exact: true }).selectOption("Texas");
  await within.getByLabel("ZIP").fill("73301");
}

export async function fillBasics(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Maya");
  await page.getByLabel("Last name").fill("Vega");
  await page.getByLabel("Phone").fill("5551234567");
  await fillAddress(page.getByRole("group", { name: "Address" }));
  await page.getByLabel("SSN", { exact: true }).fill(SSN);
}

export async function fillPerson(page: Page, title: string): Promise<void> {
  const person = page.getByRole("group", { name: title });
  await person.getByLabel("First name").fill("Ana");
  await person.getByLabel("Last name").fill("Coach");
  await person.getByLabel("Email").fill("ana@club.test");
  await person.getByLabel("Phone").fill("5559876543");
  await fillAddress(person);
}

export async function chooseCategory(page: Page): Promise<void> {
  await page.getByLabel("Channel category").fill("soc");
  await page.getByRole("option", { name: "Soccer" }).click();
  await page.keyboard.press("Escape");
}

export async function fillSport(page: Page): Promise<void> {
  await page.getByLabel("Graduation year").fill("2027");
  await page.getByLabel("GPA").fill("3.50");
  await chooseCategory(page);
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expires").fill("1234");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Maya Vega");
  await page.getByLabel("Billing ZIP").fill("73301");
  await page.getByRole("checkbox", { name: /^I agree to pay/ }).check();
}

export function pay(page: Page): Promise<void> {
  return page.getByRole("button", { name: /^Pay \$/ }).click();
}

/** Everything that the browser stores, as one text. */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])");
}

/** Takes a General User through the forms of a student athlete, to a paid plan. */
export async function becomeAthlete(page: Page): Promise<void> {
  await enterAthlete(page);
  await fillCard(page, "4242424242424242");
  await pay(page);
  await page.waitForURL("**/explore");
}

/** Chooses the plan and fills in both steps of its form, up to the payment, with a date of birth. */
export async function enterAthlete(page: Page): Promise<void> {
  await choosePlan(page, "Student Athlete - Individuals");
  await page.getByText("Step 1 of 2").waitFor();
  await page.getByRole("group", { name: "Date of birth" }).getByLabel("Year").selectOption("1999");
  await fillAthlete(page);
}

/** Fills in both steps of the form, up to the payment. */
export async function fillAthlete(page: Page): Promise<void> {
  await fillBasics(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2 of 2").waitFor();
  await fillSport(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL("**/billing");
}
