import { plan } from "@app/contract/accounts";
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

/** @returns the forms of `plan` are all there */
export function isComplete(draft: Draft): boolean {
  if (draft.plan === "Individual") return draft.basics !== null && draft.sport !== null;
  if (draft.plan === "Team") return draft.team !== null;
  return draft.plan === "Organization" && draft.organization !== null;
}
