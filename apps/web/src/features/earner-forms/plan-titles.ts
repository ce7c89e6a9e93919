import type { Plan } from "@app/contract/accounts";

/** As the plan picker names them. */
export const PLAN_TITLES: Record<Plan, string> = {
  Individual: "Student Athlete - Individuals",
  Organization: "Organization",
  Team: "Team",
};
