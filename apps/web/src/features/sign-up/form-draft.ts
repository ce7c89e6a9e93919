import { DRAFT_EMAIL_MAX_CHARS, DRAFT_NAME_MAX_CHARS, type SignUpDraft } from "@app/contract/sign-up-drafts";
import type { SignUpValues } from "./sign-up-values.ts";

type Typed = Omit<SignUpDraft, "gender"> & Partial<Pick<SignUpValues, "gender">> & { password: string };

/** All of it, for the way back to the choice of a role and for a modal that was closed. No storage of the browser holds any. */
let typed: Typed | null = null;

/** @returns null where nothing was typed since the page was loaded */
export function readFormDraft(): Typed | null {
  return typed;
}

/** What stands in the form: a gender is missing, or null, until one is chosen. */
type Standing = Omit<SignUpValues, "gender"> & { gender?: SignUpValues["gender"] | null };

export function saveFormDraft({ email, username, date_of_birth, phone, gender, password }: Standing): void {
  typed = { email, username, date_of_birth, phone, password, ...(gender && { gender }) };
}

/** After signing up: no password is left; the rest helps whoever goes back with a typing error. */
export function clearDraftPassword(): void {
  if (typed) typed = { ...typed, password: "" };
}

export function deleteFormDraft(): void {
  typed = null;
}

/** @returns what the server keeps of it, of each text as much as it takes; it is given no password */
export function toDraft({ email, username, date_of_birth, phone, gender }: Standing): SignUpDraft {
  return {
    email: email.slice(0, DRAFT_EMAIL_MAX_CHARS),
    username: username.slice(0, DRAFT_NAME_MAX_CHARS),
    date_of_birth,
    phone,
    gender: gender ?? null,
  };
}

/** @returns what the form begins with of what the server has kept */
export function fromDraft({ gender, ...texts }: SignUpDraft): Omit<Typed, "password"> {
  return { ...texts, ...(gender && { gender }) };
}
