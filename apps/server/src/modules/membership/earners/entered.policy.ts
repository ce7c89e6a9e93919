import { EARNER_MESSAGES } from "@app/contract/earners";
import type { FieldErrors } from "#platform/errors.ts";

type Account = { username: string; email: string; gender: string | null; birth: string | null };
type SubmittedFields = {
  username?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  date_of_birth?: string | undefined;
};

/** Account fields that a form repeats must match the account: a profile form changes none of them. */
export function findChangedAccount(account: Account, form: SubmittedFields): FieldErrors {
  const errors: FieldErrors = {};
  if (form.username !== undefined && form.username !== account.username)
    errors.username = [EARNER_MESSAGES.usernameFixed];
  if (form.email !== undefined && form.email.toLowerCase() !== account.email.toLowerCase())
    errors.email = [EARNER_MESSAGES.notAsSignedUp];
  if (form.gender !== undefined && account.gender !== null && form.gender !== account.gender)
    errors.gender = [EARNER_MESSAGES.notAsSignedUp];
  if (form.date_of_birth !== undefined && account.birth !== null && !form.date_of_birth.startsWith(account.birth))
    errors.date_of_birth = [EARNER_MESSAGES.notAsSignedUp];
  return errors;
}
