import type { earnerRoutes } from "@app/contract/earners";
import type { z } from "zod";

type Body<Route extends keyof typeof earnerRoutes> = z.input<(typeof earnerRoutes)[Route]["body"]>;

/** Unique, so that a search for it finds leaks. */
export const SSN = "493817265";

const ADDRESS = { street: "12 Boathouse Lane", city: "Boston", state: "MA" as const, zipcode: "02134" };

/** The full payload of Individual, step 1. */
export function toBasics(username: string): Body<"individualBasics"> {
  return {
    username,
    step: 1,
    first_name: "Maya",
    last_name: "Torres",
    ssn: SSN,
    date_of_birth: "02/2000",
    phone: "6175550123",
    ...ADDRESS,
    bio: "Single sculls",
  };
}

/** The full payload of Individual, step 2. */
export function toSport(categoryId: number): Body<"individualSport"> {
  return {
    step: 2,
    graduation_year: "2027",
    gpa: "3.85",
    channel_category: [categoryId],
    offers: [{ college_name: "Rice University", college_offer_date: "2025-09-14" }],
    visits: [{ college_name: "Yale University", college_offer_date: "10/2025" }],
  };
}

function toPerson<Who extends "contact" | "coach">(who: Who) {
  return {
    [`${who}_person_first_name`]: "Jo",
    [`${who}_person_last_name`]: "Reyes",
    [`${who}_person_email`]: `${who}@club.test`,
    [`${who}_person_phone`]: "6175550155",
    [`${who}_person_street`]: "3 River Road",
    [`${who}_person_city`]: "Cambridge",
    [`${who}_person_state`]: "MA",
    [`${who}_person_zipcode`]: "02139",
  } as Contact<Who>;
}

type Contact<Who extends string> = Record<
  `${Who}_person_${"first_name" | "last_name" | "email" | "phone" | "street" | "city" | "zipcode"}`,
  string
> &
  Record<`${Who}_person_state`, "MA">;

export function toTeam(username: string, categoryId: number): Body<"team"> {
  return {
    username,
    team_name: "Charles River Eight",
    ssn: SSN,
    channel_category: [categoryId],
    ...ADDRESS,
    ...toPerson("contact"),
    ...toPerson("coach"),
    bio: "",
  };
}

export function toOrganization(username: string, categoryId: number): Body<"organization"> {
  return {
    username,
    organization_name: "Charles River Rowing",
    ssn: SSN,
    channel_category: [categoryId],
    ...ADDRESS,
    ...toPerson("contact"),
    bio: "",
  };
}
