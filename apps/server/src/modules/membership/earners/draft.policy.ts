import { type Plan, plan } from "@app/contract/accounts";
import { individualBasics, individualSport, organizationFields, teamFields } from "@app/contract/earners";
import { typedForm } from "@app/contract/registration";
import { z } from "zod";

const kept = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape).nullable().default(null);

/** What is sealed in the row of a registration: the forms as they were sent, the SSN with them. */
export const draftSchema = z.object({
  plan: plan.nullable(),
  profile_key: z.string().nullable(),
  basics: kept(individualBasics),
  sport: kept(individualSport),
  team: kept(teamFields),
  organization: kept(organizationFields),
  typed: kept(typedForm),
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

/** Whether every form of a plan was sent. */
export function isCompleteFor(plan: Plan, draft: Draft): boolean {
  if (plan === "Individual") return draft.basics !== null && draft.sport !== null;
  return plan === "Team" ? draft.team !== null : draft.organization !== null;
}

/** Whether every form of the chosen plan was sent. */
export function isComplete(draft: Draft): boolean {
  return draft.plan !== null && isCompleteFor(draft.plan, draft);
}
