import type { AthleteAbout, Channel, ClubAbout, CollegeMoment } from "@app/contract/channels";
import type { CollegeRow, ProfileRow } from "./channel-page.sql.ts";

/** What this viewer may see of a profile. */
export type VisibleFields = { gpa: boolean; location: boolean };

/** @returns an Individual's profile; null for a club */
export function toAthleteAbout(
  profile: ProfileRow | null,
  shown: VisibleFields,
  more: Pick<AthleteAbout, "categories" | "offers" | "visits">,
): AthleteAbout | null {
  if (profile?.plan !== "Individual") return null;
  return {
    graduation_year: profile.graduation_year,
    gpa: shown.gpa ? profile.gpa : null,
    city: shown.location ? profile.city : null,
    state: shown.location ? profile.state : null,
    ...more,
  };
}

/** @returns a club's profile; null for an Individual */
export function toClubAbout(
  profile: ProfileRow | null,
  shown: VisibleFields,
  categories: ClubAbout["categories"],
): ClubAbout | null {
  if (!profile || profile.plan === "Individual") return null;
  return {
    name: profile.group_name ?? "",
    coach: profile.coach,
    city: shown.location ? profile.city : null,
    state: shown.location ? profile.state : null,
    categories,
  };
}

/** @param logoUrl returns the URL of a logo by its id */
export function toCollegeMoment(row: CollegeRow, logoUrl: (id: string) => string): CollegeMoment {
  return {
    college_name: row.college_name,
    college_logo: row.logo_id === null ? null : logoUrl(row.logo_id),
    college_category: row.category_name,
    date: row.date_precision === "month" ? (row.happened_on?.slice(0, 7) ?? null) : row.happened_on,
  };
}

export function toPlan(plan: string | null): Channel["plan"] {
  return plan === "Individual" || plan === "Team" || plan === "Organization" ? plan : null;
}
