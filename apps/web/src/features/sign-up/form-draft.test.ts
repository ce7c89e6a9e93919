import { signUpDraft } from "@app/contract/sign-up-drafts";
import { beforeEach, expect, test } from "vitest";
import { clearDraftPassword, deleteFormDraft, fromDraft, readFormDraft, saveFormDraft, toDraft } from "./form-draft.ts";
import { EMPTY_FORM } from "./sign-up-values.ts";

const WORDS = {
  email: "maya@people.test",
  username: "maya",
  date_of_birth: "2001-2-",
  phone: "+15551234567",
  gender: "Female",
  password: "Correct-Horse-1",
  user_type: "General User",
} as const;

beforeEach(deleteFormDraft);

test("what was typed outlives going back, whole; after signing up its password is gone", () => {
  expect(readFormDraft()).toBeNull();
  saveFormDraft(WORDS);
  expect(readFormDraft()).toMatchObject({ phone: "+15551234567", password: "Correct-Horse-1" });
  clearDraftPassword();
  expect(readFormDraft()).toMatchObject({ username: "maya", password: "" });
});

test("the server is given all of it but the password, and gives it back", () => {
  expect(JSON.stringify(toDraft(WORDS))).not.toContain(WORDS.password);
  const { password: _, user_type: __, ...rest } = WORDS;
  expect(fromDraft(toDraft(WORDS))).toEqual(rest);
});

test("whatever stands in the form can be kept", () => {
  const long = { ...EMPTY_FORM, gender: null, email: "x".repeat(1_000), username: "x".repeat(1_000) };
  for (const values of [EMPTY_FORM, long, { ...WORDS, date_of_birth: "--29", phone: "+" }])
    expect(signUpDraft.safeParse(toDraft({ ...values, user_type: "General User" })).success).toBe(true);
});
