import type { RegistrationView } from "@app/contract/registration";

/** A sign-up as an earner for which only the account exists. */
export function aRegistration(changes: Partial<RegistrationView> = {}): RegistrationView {
  return {
    username: "maya",
    email: "maya@people.test",
    phone: null,
    gender: null,
    date_of_birth: null,
    bio: "",
    plan: null,
    next: "profile",
    can: { enter_profile: true, pay: false, abort: true, end_with_refund: false, correct_email: true, restore: false },
    is_completing: false,
    is_upgrade: false,
    is_verified: false,
    is_sign_up: true,
    needs_guardian: false,
    draft_id: null,
    individual: null,
    team: null,
    organization: null,
    typed: null,
    ...changes,
  };
}
