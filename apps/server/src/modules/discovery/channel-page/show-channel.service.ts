import type { channel } from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { canSeeHidden, toRefusal, toVisibility } from "#modules/channels/index.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { aboutOf } from "./about.service.ts";
import { toPlan } from "./channel-page.presenter.ts";
import { countHidden, selectChannelPage } from "./channel-page.sql.ts";

type ShowDeps = Pick<Deps, "pool" | "config" | "now" | "secrets">;
type View = z.input<typeof channel>;

/** @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked */
export async function showChannel(deps: ShowDeps, viewer: Member, id: ChannelId): Promise<View> {
  const row = await selectChannelPage(deps.pool, viewer.accountId, id);
  const refusal = toRefusal(viewer, row);
  if (refusal || !row) throw refusal;
  const visibility = toVisibility(row);
  const counts = visibility === "open" ? row : await countHidden(deps.pool, id);
  const isOwn = row.owner_id === viewer.accountId;
  const privacy = await readPrivacy(deps.pool, row.owner_id, deps.now());
  const shown = { gpa: isOwn || privacy.showsGpa, location: isOwn || privacy.showsLocation };
  return {
    ...{ id: row.id, name: row.name, username: row.username, bio: row.bio, plan: toPlan(row.plan) },
    channel_profile: toUrl(deps, row.profile_key, visibility),
    channel_cover: toUrl(deps, row.cover_key, visibility),
    subscriber_count: row.subscriber_count,
    content_count: counts.content_count,
    total_views: counts.total_views,
    joined_at: row.created_at.toISOString(),
    ...(await aboutOf(deps, row, shown)),
    following: row.following,
    is_own: isOwn,
    visibility,
    can: {
      follow: !isOwn && visibility === "open",
      edit: isOwn,
      see_followers: canSeeHidden(viewer, row) || privacy.showsFollowers,
    },
  };
}

/** The open addresses of a channel's pictures close with it; who may see it all the same is given signed ones. */
function toUrl(deps: ShowDeps, key: string | null, visibility: View["visibility"]): string | null {
  if (key === null) return null;
  return visibility === "open" ? publicMediaUrl(deps.config, key) : signedMediaUrl(deps, key, key);
}
