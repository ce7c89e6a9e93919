import {
  type AthleteAbout,
  CHANNEL_MESSAGES,
  type Channel,
  type ClubAbout,
  type CollegeMoment,
  type channel,
} from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { listProfileCategories } from "#modules/catalog/index.ts";
import { canManage, canSeeHidden, toRefusal, toVisibility } from "#modules/channels/index.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { logoUrl } from "#modules/membership/index.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type CollegeRow,
  countHidden,
  type ProfileRow,
  selectChannelPage,
  selectColleges,
  selectProfile,
} from "./channel-page.sql.ts";

type AboutDeps = Pick<Deps, "pool" | "config">;

type About = Pick<z.input<typeof channel>, "athlete" | "club">;

type ShowDeps = Pick<Deps, "pool" | "config" | "now" | "secrets">;
type View = z.input<typeof channel>;

/** @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked */
export async function showChannel(deps: ShowDeps, viewer: Member, id: ChannelId): Promise<View> {
  const row = await selectChannelPage(deps.pool, viewer.accountId, id);
  const refusal = toRefusal(viewer, row);
  if (refusal || !row) throw refusal;
  if (row.is_blocked_by && !viewer.isStaff) throw new AppError("not_found", CHANNEL_MESSAGES.missing);
  const visibility = toVisibility(row);
  const counts = visibility === "open" ? row : await countHidden(deps.pool, id);
  const isOwn = row.owner_id === viewer.accountId;
  const privacy = await readPrivacy(deps.pool, row.owner_id, deps.now());
  const shown = { gpa: isOwn || privacy.showsGpa, location: isOwn || privacy.showsLocation };
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    bio: row.bio,
    plan: toPlan(row.plan),
    channel_profile: toUrl(deps, row.profile_key, visibility),
    channel_cover: toUrl(deps, row.cover_key, visibility),
    subscriber_count: row.subscriber_count,
    content_count: counts.content_count,
    total_views: counts.total_views,
    joined_at: row.created_at.toISOString(),
    ...(await loadAbout(deps, row, shown)),
    following: row.following,
    is_blocked: row.is_blocked,
    is_own: isOwn,
    visibility,
    can: {
      ...rightsOf(isOwn, visibility, row),
      edit: canManage(viewer, { channel_id: row.id, owner_id: row.owner_id }, "edit_channel"),
      see_followers: canSeeHidden(viewer, row) || (privacy.showsFollowers && !row.is_blocked),
    },
  };
}

function rightsOf(
  isOwn: boolean,
  visibility: View["visibility"],
  row: { is_blocked: boolean },
): Omit<View["can"], "edit" | "see_followers"> {
  return { follow: !isOwn && visibility === "open" && !row.is_blocked, block: !isOwn };
}

/** The public URLs of a hidden channel's pictures stop working, so those who may still see it get signed ones. */
function toUrl(deps: ShowDeps, key: string | null, visibility: View["visibility"]): string | null {
  if (key === null) return null;
  return visibility === "open" ? publicMediaUrl(deps.config, key) : signedMediaUrl(deps, key, key);
}

/** The public part of an earner's profile, an athlete's or a club's; nothing for a General User. */
export async function loadAbout(
  deps: AboutDeps,
  owner: { owner_id: string; plan: string | null },
  shown: VisibleFields,
): Promise<About> {
  // A profile outlasts its plan, but is not shown without one.
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

/** What this viewer may see of a profile. */
type VisibleFields = { gpa: boolean; location: boolean };

/** @returns an Individual's profile; null for a club */
function toAthleteAbout(
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
function toClubAbout(
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
function toCollegeMoment(row: CollegeRow, logoUrl: (id: string) => string): CollegeMoment {
  return {
    college_name: row.college_name,
    college_logo: row.logo_id === null ? null : logoUrl(row.logo_id),
    college_category: row.category_name,
    date: row.date_precision === "month" ? (row.happened_on?.slice(0, 7) ?? null) : row.happened_on,
  };
}

function toPlan(plan: string | null): Channel["plan"] {
  return plan === "Individual" || plan === "Team" || plan === "Organization" ? plan : null;
}
