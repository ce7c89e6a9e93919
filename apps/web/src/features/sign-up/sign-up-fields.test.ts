import { signUpDraft } from "@app/contract/sign-up-drafts";
import { beforeEach, expect, test } from "vitest";
import {
  clearDraftPassword,
  deleteFormDraft,
  EMPTY_FORM,
  fromSignUpDraft,
  readFormDraft,
  saveFormDraft,
  toSignUpDraft,
} from "./sign-up-fields.tsx";

const VALUES = {
  email: "maya@people.test",
  username: "maya",
  date_of_birth: "2001-2-",
  phone: "+15551234567",
  gender: "Female",
  password: "Correct-Horse-1",
  user_type: "General User",
} as const;

beforeEach(deleteFormDraft);

test("the draft survives going back; after sign-up its password is gone", () => {
  expect(readFormDraft()).toBeNull();
  saveFormDraft(VALUES);
  expect(readFormDraft()).toMatchObject({ phone: "+15551234567", password: "Correct-Horse-1" });
  clearDraftPassword();
  expect(readFormDraft()).toMatchObject({ username: "maya", password: "" });
});

test("the server stores and returns everything but the password", () => {
  expect(JSON.stringify(toSignUpDraft(VALUES))).not.toContain(VALUES.password);
  const { password: _, user_type: __, ...rest } = VALUES;
  expect(fromSignUpDraft(toSignUpDraft(VALUES))).toEqual(rest);
});

test("any form values can be saved as a draft", () => {
  const long = { ...EMPTY_FORM, gender: null, email: "x".repeat(1_000), username: "x".repeat(1_000) };
  for (const values of [EMPTY_FORM, long, { ...VALUES, date_of_birth: "--29", phone: "+" }])
    expect(signUpDraft.safeParse(toSignUpDraft({ ...values, user_type: "General User" })).success).toBe(true);
});
