import { randomUUID } from "node:crypto";
import { EARNER_FIELD_MESSAGES, OFFERS_MAX } from "@app/contract/earner-fields";
import { EARNER_RULES, type FieldRule } from "@app/contract/earner-rules";
import type { EarnerForm } from "@app/contract/registration";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import { choosePlan, fillBasics, signUpAsCreator } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney({ leo: null });

/** Read-only, or a list that holds nothing else; the contract's own test walks these. */
const NOT_TYPED = ["username", "state", "date_of_birth"];

type TextRule = FieldRule & { value: string };

function typedRules(form: EarnerForm): TextRule[] {
  return EARNER_RULES.filter(
    (rule): rule is TextRule =>
      rule.forms.includes(form) && typeof rule.value === "string" && !NOT_TYPED.includes(rule.field),
  );
}

/** The first rule of every field, then the second: each round is one press of the button. */
function toRounds(rules: TextRule[]): TextRule[][] {
  const byField = Map.groupBy(rules, ({ field }) => field);
  const most = Math.max(...[...byField.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => [...byField.values()].flatMap((ofField) => ofField.slice(at, at + 1)));
}

/** What stands in red under a field, null for nothing. */
async function faultUnder(page: Page, field: string): Promise<string | null> {
  const control = page.locator(`form [name="${field}"]`);
  const described = (await control.getAttribute("aria-describedby")) ?? "";
  const id = described.split(" ").find((one) => one.endsWith("-error"));
  return id === undefined ? null : page.locator(`[id="${id}"]`).innerText();
}

/** A widget that takes digits only, or so many and no more, lets a wrong value not stand there in the first place. */
async function typeInto(page: Page, { field, value }: TextRule): Promise<"taken" | "refused"> {
  const control = page.locator(`form [name="${field}"]`);
  const isList = await control.evaluate((element: { tagName: string }) => element.tagName === "SELECT");
  // A list begins with nothing, and what is none of its lines cannot be chosen.
  if (isList) return value === "" ? "taken" : "refused";
  // The country of the number before would stay.
  if (field.endsWith("phone")) await control.fill("+1");
  await control.fill(value);
  return field.endsWith("phone") || (await control.inputValue()) === value ? "taken" : "refused";
}

async function walk(page: Page, form: EarnerForm, submit: string): Promise<number> {
  let seen = 0;
  for (const round of toRounds(typedRules(form))) {
    const taken: TextRule[] = [];
    for (const rule of round) if ((await typeInto(page, rule)) === "taken") taken.push(rule);
    await page.getByRole("button", { name: submit }).click();
    for (const { field, value, message } of taken) {
      await expect.poll(() => faultUnder(page, field), { message: `${form} ${field} ${value}` }).toBe(message);
      seen += 1;
    }
  }
  return seen;
}

/** So many visits as if somebody had typed them all: the form finds them when it is opened again. */
async function keepVisits(page: Page, count: number): Promise<void> {
  const visit = { college_name: "Rice", college_logo: null, college_category: 88, college_offer_date: "2026-01" };
  const typed = { plan: "Individual", form: "individual-2", texts: { gpa: "" }, channel_category: [], offers: [] };
  const body = JSON.stringify({ ...typed, visits: Array(count).fill(visit) });
  const status = await page.evaluate(
    `fetch("/api/v1/earner-registration/draft", { method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(body)} }).then((reply) => reply.status)`,
  );
  expect(status).toBe(200);
}

async function begin(username: string, plan: string) {
  const visited = await visit(browser);
  await visited.page.goto(`${product.origin}/signup`);
  // At a second try the first one's name is taken.
  await signUpAsCreator(visited.page, `${username}.${randomUUID().slice(0, 4)}`);
  await choosePlan(visited.page, plan);
  await visited.page.getByText(/^Step 1 of/).waitFor();
  return visited;
}

test.each([
  { form: "organization", plan: "Organization", rules: 20 },
  { form: "team", plan: "Team", rules: 30 },
] as const)("the $form form says what the table of rules says", async ({ form, plan, rules }) => {
  const { context, page, faults } = await begin(`rules.${form}`, plan);
  expect(await walk(page, form, "Submit")).toBeGreaterThan(rules);
  await page.getByText("Channel category is a required field").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("both steps of the Individual form do, and a list ends at a hundred", async () => {
  const { context, page, faults } = await begin("rules.athlete", "Student Athlete - Individuals");
  expect(await walk(page, "individual-1", "Next")).toBeGreaterThan(10);
  await fillBasics(page);
  await page.getByLabel("Bio").fill("");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2 of 2").waitFor();
  expect(await walk(page, "individual-2", "Submit")).toBeGreaterThan(8);
  await page.getByText("Channel category is a required field").waitFor();

  const form = page.url();
  // The form keeps what is typed a moment later, and would have the last word.
  await page.getByText("Saved, without the SSN.").waitFor();
  await page.goto(`${product.origin}/healthz`);
  await keepVisits(page, OFFERS_MAX - 1);
  await page.goto(form);
  const add = page.getByRole("button", { name: "Add a visit" });
  await add.click();
  await page.getByRole("group", { name: "College visits" }).getByText("100, maximum 100").waitFor();
  await expect.poll(() => add.getAttribute("aria-disabled")).toBe("true");
  await add.press("Enter");
  await page.getByText(EARNER_FIELD_MESSAGES.tooMany).waitFor();
  await expect.poll(() => page.getByLabel("College name").count()).toBe(OFFERS_MAX);
  expect(faults).toEqual([]);
  await context.close();
});
