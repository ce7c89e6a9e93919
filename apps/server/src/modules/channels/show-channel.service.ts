import type { channel } from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { readPrivacy } from "#modules/preferences/privacy.service.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { aboutOf } from "./about.service.ts";
import { selectChannelPage } from "./channel-page.sql.ts";
import { canSeeHidden } from "./channels.policy.ts";
import { toPlan } from "./channels.view.ts";
import { requireOpenChannel } from "./open-channel.service.ts";

type ShowDeps = Pick<Deps, "sql" | "config" | "now">;
type View = z.input<typeof channel>;

/** @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked */
export async function showChannel(deps: ShowDeps, viewer: Member, id: ChannelId): Promise<View> {
  await requireOpenChannel(deps.sql, viewer, id);
  const row = await selectChannelPage(deps.sql, viewer.accountId, id);
  if (!row) throw notFound();
  const isOwn = row.owner_id === viewer.accountId;
  const privacy = await readPrivacy(deps.sql, row.owner_id, deps.now());
  const shown = { gpa: isOwn || privacy.showsGpa, location: isOwn || privacy.showsLocation };
  return {
    ...{ id: row.id, name: row.name, username: row.username, bio: row.bio, plan: toPlan(row.plan) },
    channel_profile: toUrl(deps, row.profile_key),
    channel_cover: toUrl(deps, row.cover_key),
    subscriber_count: row.subscriber_count,
    content_count: row.content_count,
    total_views: row.total_views,
    joined_at: row.created_at.toISOString(),
    ...(await aboutOf(deps, row, shown)),
    following: row.following,
    is_own: isOwn,
    can: { follow: !isOwn, edit: isOwn, see_followers: canSeeHidden(viewer, row) || privacy.showsFollowers },
  };
}

function toUrl(deps: Pick<Deps, "config">, key: string | null): string | null {
  return key === null ? null : openMediaUrl(deps.config, key);
}
