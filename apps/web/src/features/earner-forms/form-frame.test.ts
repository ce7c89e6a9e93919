import { expect, test } from "vitest";
import { sportDefaults } from "./default-values.ts";
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

const DUKE = {
  college_name: "Duke University",
  college_logo: "a".repeat(32),
  college_logo_url: "/media/logo.webp",
  college_category: 88,
  college_offer_date: "2026-11",
};

test("step 1 keeps the lists of step 2, which shows them again", () => {
  const lists = { channel_category: [88], offers: [DUKE], visits: [DUKE] };
  const before = toFormDraft({ gpa: "3.9", graduation_year: "2027", ...lists }, { ...AT, form: "individual-2" });
  const typed = toFormDraft({ first_name: "M" }, { ...AT, before });
  expect(typed).toMatchObject(lists);
  expect(sportDefaults({ individual: null, typed } as never)).toEqual({
    gpa: "3.9",
    graduation_year: "2027",
    ...lists,
  });
});

test("who was an athlete before begins step 2 with the class, offers and visits of then", () => {
  const saved_sport = { gpa: "3.9", graduation_year: "2027", offers: [DUKE], visits: [] };
  expect(sportDefaults({ individual: null, typed: null, saved_sport } as never)).toEqual({
    ...saved_sport,
    channel_category: [],
  });
});

test("a list that was emptied stays empty", () => {
  const before = toFormDraft({ gpa: "3.9", offers: [DUKE] }, { ...AT, form: "individual-2" });
  expect(toFormDraft({ gpa: "3.9", offers: [] }, { ...AT, form: "individual-2", before }).offers).toEqual([]);
});

test("rows keep their logo's URL for display; texts are cut to the server's limits", () => {
  const typed = toFormDraft({ offers: [DUKE], visits: [{ college_name: 1 }], street: "x".repeat(400) }, AT);
  expect(typed.offers).toEqual([DUKE]);
  expect(typed.visits).toEqual([]);
  expect(typed.texts.street).toHaveLength(300);
});
