import { EARNER_MESSAGES } from "@app/contract/earners";
import type { FieldErrors } from "#platform/errors.ts";

type Held = { username: string; email: string; gender: string | null; birth: string | null };
type Given = {
  username?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  date_of_birth?: string | undefined;
};

/** What a form repeats of the account must be what the account has: a profile changes none of it. */
export function findChangedAccount(held: Held, given: Given): FieldErrors {
  const errors: FieldErrors = {};
  if (given.username !== undefined && given.username !== held.username)
    errors.username = [EARNER_MESSAGES.usernameFixed];
  if (given.email !== undefined && given.email.toLowerCase() !== held.email.toLowerCase())
    errors.email = [EARNER_MESSAGES.notAsSignedUp];
  if (given.gender !== undefined && held.gender !== null && given.gender !== held.gender)
    errors.gender = [EARNER_MESSAGES.notAsSignedUp];
  if (given.date_of_birth !== undefined && held.birth !== null && !given.date_of_birth.startsWith(held.birth))
    errors.date_of_birth = [EARNER_MESSAGES.notAsSignedUp];
  return errors;
}
