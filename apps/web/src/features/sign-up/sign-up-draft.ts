import { GENDERS } from "@app/contract/sign-up";
import { z } from "zod";
import type { SignUpValues } from "./sign-up-values.ts";

const KEY = "fieldhouse.sign-up";

/** What may outlive a reload, in this tab only: never the password, and no personal number. */
const storable = z.object({
  email: z.string(),
  username: z.string(),
  date_of_birth: z.string(),
  gender: z.enum(GENDERS).exactOptional(),
});
type Storable = z.infer<typeof storable>;

type Draft = Storable & { password: string; phone?: string };

/** All of it, for the way back to the choice of a role and for a modal that was closed. */
let typed: Draft | null = null;

export function readDraft(): Draft | null {
  if (typed) return typed;
  const stored = readStored();
  return stored && { ...stored, password: "" };
}

/** Storage may be full or forbidden; then a reload loses the words, and nothing else. */
export function keepDraft({ email, username, date_of_birth, phone, gender, password }: SignUpValues): void {
  // Nothing is chosen yet where a form says null.
  const kept = { email, username, date_of_birth, ...(gender && { gender }) };
  typed = { ...kept, phone, password };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** After signing up: nothing stays stored, and no password; the rest helps whoever goes back with a typing error. */
export function settleDraft(): void {
  if (typed) typed = { ...typed, password: "" };
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}

function readStored(): Storable | null {
  try {
    const parsed = storable.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
