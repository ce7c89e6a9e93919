import { type Plan, plan } from "@app/contract/accounts";
import { individualBasics, individualSport, organizationFields, teamFields } from "@app/contract/earners";
import { typedForm } from "@app/contract/registration";
import { z } from "zod";

const optionalForm = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape).nullable().default(null);

/** The pending profile that a registration holds encrypted: the submitted forms, including the SSN. */
export const draftSchema = z.object({
  plan: plan.nullable(),
  profile_key: z.string().nullable(),
  basics: optionalForm(individualBasics),
  sport: optionalForm(individualSport),
  team: optionalForm(teamFields),
  organization: optionalForm(organizationFields),
  typed: optionalForm(typedForm),
});
export type Draft = z.output<typeof draftSchema>;

export const EMPTY_DRAFT: Draft = {
  plan: null,
  profile_key: null,
  basics: null,
  sport: null,
  team: null,
  organization: null,
  typed: null,
};

/** Whether every form of a plan was submitted. */
export function isCompleteFor(plan: Plan, draft: Draft): boolean {
  if (plan === "Individual") return draft.basics !== null && draft.sport !== null;
  return plan === "Team" ? draft.team !== null : draft.organization !== null;
}

/** Whether every form of the chosen plan was submitted. */
export function isComplete(draft: Draft): boolean {
  return draft.plan !== null && isCompleteFor(draft.plan, draft);
}
