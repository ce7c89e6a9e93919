import { DRAFT_EMAIL_MAX_CHARS, DRAFT_NAME_MAX_CHARS, type SignUpDraft } from "@app/contract/sign-up-drafts";
import type { SignUpValues } from "./sign-up-values.ts";

type FormDraft = Omit<SignUpDraft, "gender"> & Partial<Pick<SignUpValues, "gender">> & { password: string };

/** Survives going back to the choice of a role and closing the dialog. It is never written to browser storage. */
let typed: FormDraft | null = null;

/** @returns null if nothing was typed since the page loaded */
export function readFormDraft(): FormDraft | null {
  return typed;
}

/** There is no gender, or null, until one is chosen. */
type FormValues = Omit<SignUpValues, "gender"> & { gender?: SignUpValues["gender"] | null };

export function saveFormDraft({ email, username, date_of_birth, phone, gender, password }: FormValues): void {
  typed = { email, username, date_of_birth, phone, password, ...(gender && { gender }) };
}

/** After sign-up the password is deleted; the rest helps users who go back to correct a typo. */
export function clearDraftPassword(): void {
  if (typed) typed = { ...typed, password: "" };
}

export function deleteFormDraft(): void {
  typed = null;
}

/** @returns the draft for the server: texts cut to its limits, no password */
export function toSignUpDraft({ email, username, date_of_birth, phone, gender }: FormValues): SignUpDraft {
  return {
    email: email.slice(0, DRAFT_EMAIL_MAX_CHARS),
    username: username.slice(0, DRAFT_NAME_MAX_CHARS),
    date_of_birth,
    phone,
    gender: gender ?? null,
  };
}

/** @returns form values from the server's draft */
export function fromSignUpDraft({ gender, ...texts }: SignUpDraft): Omit<FormDraft, "password"> {
  return { ...texts, ...(gender && { gender }) };
}
