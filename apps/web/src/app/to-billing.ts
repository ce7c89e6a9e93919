import type { RegistrationView } from "@app/contract/registration";

/** Where a complete profile is paid. The entered data stays at the server; only the id of the draft travels along. */
export function toBilling(draftId: string | null): { to: string; state: object } {
  return { to: "/billing", state: { draftId } };
}

/** The forms of the plan, for somebody who signs up and for a General User who upgrades. */
export function formsPath({ is_upgrade, plan }: Pick<RegistrationView, "is_upgrade" | "plan">): string {
  const page = is_upgrade ? "/normal-user?step=next" : "/signup?as=earner";
  return plan === null ? page : `${page}&plan=${plan}`;
}
