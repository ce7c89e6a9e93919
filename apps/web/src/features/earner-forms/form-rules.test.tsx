import { EARNER_FIELD_MESSAGES, OFFERS_MAX } from "@app/contract/earner-fields";
import type { EarnerForm } from "@app/contract/registration";
import { EARNER_RULES, type FieldRule } from "@app/contract/testing/earner-rules";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { aRegistration } from "#testing/a-registration.ts";
import { answerWith, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import type { EarnerFormProps } from "./form-frame.tsx";
import { BasicsForm, OrganizationForm, SportForm, TeamForm } from "./plan-forms.tsx";

const FORMS = { "individual-1": BasicsForm, "individual-2": SportForm, team: TeamForm, organization: OrganizationForm };

const VIEW = aRegistration();

function open(form: EarnerForm, view = VIEW, onBack: EarnerFormProps["onBack"] = vi.fn()) {
  answerWith(() => null);
  const Form = FORMS[form];
  const props: EarnerFormProps = {
    view,
    categories: [{ value: 1, label: "Rowing" }],
    onBack,
    onSaved: vi.fn(),
    onPay: vi.fn(),
  };
  renderWithQueries(<Form {...props} />);
}

/** Read-only fields and lists; the contract's own test covers these. */
const NOT_TYPED = ["username", "state", "date_of_birth"];

type TextRule = FieldRule & { value: string };

function typedRules(form: EarnerForm): TextRule[] {
  return EARNER_RULES.filter(
    (rule): rule is TextRule =>
      rule.forms.includes(form) && typeof rule.value === "string" && !NOT_TYPED.includes(rule.field),
  );
}

/** The first rule of every field, then the second: each round is one submit. */
function toRounds(rules: TextRule[]): TextRule[][] {
  const byField = Map.groupBy(rules, ({ field }) => field);
  const most = Math.max(...[...byField.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => [...byField.values()].flatMap((ofField) => ofField.slice(at, at + 1)));
}

function control(field: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`form [name="${field}"]`);
  if (!found) throw new Error(`the form has no ${field}`);
  return found;
}

/** The fault shown under a field, or null. */
function faultUnder(field: string): string | null {
  const described = control(field).getAttribute("aria-describedby")?.split(" ") ?? [];
  const id = described.find((one) => one.endsWith("-error"));
  return id === undefined ? null : (document.getElementById(id)?.textContent ?? null);
}

/** @returns false if the widget does not accept the wrong value in the first place */
function typeInto({ field, value }: TextRule): boolean {
  const element = control(field);
  // A select starts empty and only accepts its options.
  if (element.tagName === "SELECT") return value === "";
  // Resets the country of the previous number.
  if (field.endsWith("phone")) fireEvent.change(element, { target: { value: "+1" } });
  fireEvent.change(element, { target: { value } });
  return field.endsWith("phone") || element.value === value;
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

describe("the errors under the fields match the table of rules", () => {
  test.each([
    { form: "individual-1", submit: "Next", atLeast: 10 },
    { form: "individual-2", submit: "Submit", atLeast: 8 },
    { form: "team", submit: "Submit", atLeast: 30 },
    { form: "organization", submit: "Submit", atLeast: 20 },
  ] as const)("$form", async ({ form, submit, atLeast }) => {
    open(form);
    let seen = 0;
    for (const round of toRounds(typedRules(form))) {
      const taken = round.filter(typeInto);
      await press(submit);
      const shown = taken.map(({ field, value }) => [field, value, faultUnder(field)]);
      expect(shown).toEqual(taken.map(({ field, value, message }) => [field, value, message]));
      seen += taken.length;
    }
    expect(seen).toBeGreaterThan(atLeast);
    if (form !== "individual-1") expect(screen.queryByText("Channel category is a required field")).not.toBeNull();
  });
});

test("a list of visits ends at a hundred, and says so on the next press", async () => {
  const visit = { college_name: "Rice", college_logo: null, college_logo_url: null, college_category: 88 };
  open("individual-2", {
    ...VIEW,
    typed: {
      plan: "Individual",
      form: "individual-2",
      texts: { gpa: "" },
      channel_category: [],
      offers: [],
      visits: Array.from({ length: OFFERS_MAX - 1 }, () => ({ ...visit, college_offer_date: "2026-01" })),
    },
  });
  // By text: finding a role takes seconds in a page this large.
  const add = screen.getByText("Add a visit");
  const pressAdd = () => act(async () => fireEvent.click(add));
  const rows = () => document.querySelectorAll('[name^="visits."][name$=".college_name"]').length;
  await pressAdd();
  expect(rows()).toBe(OFFERS_MAX);
  expect(add.nextElementSibling?.textContent).toBe("100, maximum 100");
  expect(add.getAttribute("aria-disabled")).toBe("true");
  await pressAdd();
  expect(screen.queryByText(EARNER_FIELD_MESSAGES.tooMany)).not.toBeNull();
  expect(rows()).toBe(OFFERS_MAX);
});

test("a form that is no step of a sign-up has no way back, and says what it does", () => {
  open("individual-1", VIEW, null);
  expect(screen.getByText("Save")).toBeTruthy();
  for (const text of ["Step 1 of 2", "Back", "Next"]) expect(screen.queryByText(text)).toBeNull();
});

test.each(["individual-1", "team", "organization"] as const)(
  "%s starts with the channel's bio, and so keeps it",
  (form) => {
    open(form, { ...VIEW, bio: "Rower since 2009" });
    expect(control("bio").value).toBe("Rower since 2009");
  },
);

describe("a logo that is still being sent", () => {
  const row = { college_logo: null, college_logo_url: null, college_category: 88, college_offer_date: "2026-01" };
  const names = () =>
    [...document.querySelectorAll<HTMLInputElement>('[name$=".college_name"]')].map((one) => one.value);
  const pictures = () => [...document.querySelectorAll("form img")].map((one) => one.closest("li")?.innerHTML ?? "");

  /** Opens step 2 with three offers, and chooses a logo for the second. @returns sends the reply */
  async function chooseLogo(): Promise<{ sent: Sent[]; reply: () => Promise<void> }> {
    const held = Promise.withResolvers<unknown>();
    open("individual-2", {
      ...VIEW,
      typed: {
        plan: "Individual",
        form: "individual-2",
        texts: { gpa: "3.50", graduation_year: "2027" },
        channel_category: [1],
        offers: ["Rice", "Duke", "Yale"].map((college_name) => ({ college_name, ...row })),
        visits: [],
      },
    });
    const sent = answerWith((path) => (path.endsWith("/college-logo") ? held.promise : null));
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], "duke.jpg", { type: "image/jpeg" });
    const inputs = screen.getAllByLabelText("Choose a college logo");
    fireEvent.change(inputs[1] as HTMLElement, { target: { files: [file] } });
    await expect.poll(() => sent.map(({ path }) => path)).toContainEqual(expect.stringMatching(/college-logo$/));
    const reply = async () => {
      held.resolve({ id: "a".repeat(32), url: "/logo.webp" });
      await waitFor(() => expect(screen.getByText("Submit").getAttribute("aria-busy")).toBeNull());
    };
    return { sent, reply };
  }

  test("stays with its college when one above is removed", async () => {
    const { reply } = await chooseLogo();
    await press("Remove Offer 1");
    await reply();
    await expect.poll(pictures).toEqual([expect.stringContaining("Duke")]);
    expect(names()).toEqual(["Duke", "Yale"]);
  });

  test("is dropped with its college", async () => {
    const { reply } = await chooseLogo();
    await press("Remove Offer 2");
    await reply();
    expect(pictures()).toEqual([]);
    expect(names()).toEqual(["Rice", "Yale"]);
  });

  test("is waited for before the form can be submitted", async () => {
    const { sent, reply } = await chooseLogo();
    const submits = () => sent.filter(({ path }) => path.includes("/individual"));
    await press("Submit");
    expect(submits()).toEqual([]);
    await reply();
    await press("Submit");
    await expect.poll(submits).toHaveLength(1);
    const { body } = submits()[0] as { body: FormData };
    expect(body.get("offers")).toContain("a".repeat(32));
  });
});
