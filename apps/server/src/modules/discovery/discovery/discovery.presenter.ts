import type { athleteCard, earnerCard, userAthleteCard, userEarnerCard, weeklyEarner } from "@app/contract/discovery";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import type { ChannelCardRow, EarnerRow, WeeklyEarnerRow } from "./channel-cards.sql.ts";

type UrlDeps = Pick<Deps, "config">;

export function toEarnerCard(deps: UrlDeps, row: EarnerRow): z.input<typeof earnerCard> {
  return {
    channel_id: row.id,
    channel_name: row.name,
    username: row.username,
    channel_profile: publicMediaUrl(deps.config, row.profile_key),
    channel_cover: publicMediaUrl(deps.config, smallKeyOf(row.cover_key)),
    total_earnings: row.total_cents,
    subscriber_count: row.subscriber_count,
    content_count: row.content_count,
  };
}

export function toUserEarnerCard(deps: UrlDeps, row: EarnerRow, viewer: Member): z.input<typeof userEarnerCard> {
  return { ...toEarnerCard(deps, row), ...toPersonal(row, viewer) };
}

export function toAthleteCard(deps: UrlDeps, row: ChannelCardRow): z.input<typeof athleteCard> {
  return {
    id: row.id,
    username: row.username,
    channel_name: row.name,
    profile_url: publicMediaUrl(deps.config, row.profile_key),
    total_followers: row.subscriber_count,
  };
}

export function toUserAthleteCard(deps: UrlDeps, row: ChannelCardRow, viewer: Member): z.input<typeof userAthleteCard> {
  return { ...toAthleteCard(deps, row), ...toPersonal(row, viewer) };
}

export function toWeeklyEarner(deps: UrlDeps, row: WeeklyEarnerRow): z.input<typeof weeklyEarner> {
  return {
    id: row.id,
    username: row.username,
    full_name: (row.is_name_hidden ? "" : row.full_name) || row.name,
    profile: publicMediaUrl(deps.config, row.profile_key),
    weekly_referrals_count: row.referrals,
    weekly_earning: row.total_cents,
    is_last_week: row.is_last_week,
  };
}

function toPersonal(row: ChannelCardRow, viewer: Member) {
  return { following: row.following, can: { follow: row.owner_id !== viewer.accountId } };
}
