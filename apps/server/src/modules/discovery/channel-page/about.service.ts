import type { channel } from "@app/contract/channels";
import type { z } from "zod";
import { listProfileCategories } from "#modules/catalog/index.ts";
import { logoUrl } from "#modules/membership/index.ts";
import type { Deps } from "#platform/deps.ts";
import { type Shown, toAthleteAbout, toClubAbout, toCollegeMoment } from "./channel-page.presenter.ts";
import { selectColleges, selectProfile } from "./channel-page.sql.ts";

type AboutDeps = Pick<Deps, "pool" | "config">;
type About = Pick<z.input<typeof channel>, "athlete" | "club">;

/** An earner's card as others may see it: an athlete's or a club's; neither for a General User. */
export async function aboutOf(
  deps: AboutDeps,
  owner: { owner_id: string; plan: string | null },
  shown: Shown,
): Promise<About> {
  // A profile outlives its plan; somebody who is no earner any more shows none.
  const profile = owner.plan === null ? null : await selectProfile(deps.pool, owner.owner_id);
  if (!profile) return { athlete: null, club: null };
  const categories = await listProfileCategories(deps, owner.owner_id);
  const colleges = await selectColleges(deps.pool, owner.owner_id);
  const momentsOf = (kind: string) =>
    colleges
      .filter((college) => college.kind === kind)
      .map((college) => toCollegeMoment(college, (logoId) => logoUrl(deps, owner.owner_id, logoId)));
  return {
    athlete: toAthleteAbout(profile, shown, { categories, offers: momentsOf("offer"), visits: momentsOf("visit") }),
    club: toClubAbout(profile, shown, categories),
  };
}
