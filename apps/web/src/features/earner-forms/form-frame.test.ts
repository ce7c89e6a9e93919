import { expect, test } from "vitest";
import { toFormDraft } from "./form-frame.tsx";

const AT = { plan: "Individual", form: "individual-1", before: null } as const;

test("a draft never contains the SSN, nor anything that is not a form field", () => {
  const typed = toFormDraft({ first_name: "Maya", ssn: "987654321", password: "Correct-Horse-1" }, AT);
  expect(typed.texts).toEqual({ first_name: "Maya" });
  expect(JSON.stringify(typed)).not.toMatch(/987654321|Correct-Horse/);
});

test("drafts of other forms are kept, and newer text wins", () => {
  const before = toFormDraft({ team_name: "Hornets", city: "Austin" }, { ...AT, plan: "Team", form: "team" });
  const typed = toFormDraft({ city: "Dallas" }, { ...AT, before });
  expect(typed).toMatchObject({ plan: "Individual", texts: { team_name: "Hornets", city: "Dallas" } });
});

test("rows keep their logo's URL for display; texts are cut to the server's limits", () => {
  const row = {
    college_name: "Duke University",
    college_logo: "a".repeat(32),
    college_logo_url: "/media/logo.webp",
    college_category: 88,
    college_offer_date: "2026-11",
  };
  const typed = toFormDraft({ offers: [row], visits: [{ college_name: 1 }], street: "x".repeat(400) }, AT);
  expect(typed.offers).toEqual([row]);
  expect(typed.visits).toEqual([]);
  expect(typed.texts.street).toHaveLength(300);
});
