import { BRAND } from "@app/contract/brand";
import type { RegistrationView } from "@app/contract/registration";
import { GENDERS } from "@app/contract/sign-up";

/** What every payload repeats of the account. */
export function accountPart({ username, email, gender }: RegistrationView) {
  const known = GENDERS.find((one) => one === gender);
  return { username, email, user_type: BRAND.name, ...(known && { gender: known }) };
}

/** The whole day that was given at sign-up, as an organization's and a team's payload has it. */
export function birthPart({ date_of_birth }: RegistrationView): { date_of_birth?: string } {
  return date_of_birth?.length === "YYYY-MM-DD".length ? { date_of_birth } : {};
}
