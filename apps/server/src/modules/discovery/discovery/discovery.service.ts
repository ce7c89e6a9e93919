import {
  type athleteCard,
  BANNER_MAX,
  type bannerItem,
  type discoveryRoutes,
  type earnerCard,
  TRENDING_MAX,
  type userAthleteCard,
  type userEarnerCard,
  WEEKLY_EARNERS_MAX,
  type weeklyEarner,
} from "@app/contract/discovery";
import { z } from "zod";
import { itemMediaUrl, listCards, runFolder, selectListedCards, tallKeyOf } from "#modules/catalog/index.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import { blocksOf, type Member, type Viewer } from "#platform/viewer.ts";
import {
  type ChannelCardRow,
  type EarnerRow,
  replaceAthletes,
  replaceTopEarners,
  replaceWeeklyEarners,
  selectAthletes,
  selectTopEarners,
  selectWeeklyEarners,
  type WeeklyEarnerRow,
} from "./channel-lists.sql.ts";
import { countTrending, replaceBanner, replaceTrending, selectBannerIds, selectTrendingIds } from "./discovery.sql.ts";

type ListDeps = Pick<Deps, "pool" | "config">;

type Data<Name extends keyof typeof discoveryRoutes> = z.input<(typeof discoveryRoutes)[Name]["data"]>;

type ViewDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;

export async function listTrending(deps: ViewDeps, viewer: Viewer) {
  return listCards(deps, await selectTrendingIds(deps.pool, blocksOf(viewer), TRENDING_MAX));
}

export async function listBanner(deps: ViewDeps, viewer: Viewer): Promise<z.input<typeof bannerItem>[]> {
  const rows = await selectListedCards(deps.pool, await selectBannerIds(deps.pool, blocksOf(viewer), BANNER_MAX));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    total_views: row.total_views,
    thumbnail: itemMediaUrl(deps, row, row.thumbnail_key),
    thumbnail_tall: itemMediaUrl(deps, row, tallKeyOf(row)),
    channel: { id: row.channel_id, name: row.channel_name },
    video_content: {
      media_original:
        row.run && row.has_preview ? itemMediaUrl(deps, row, `${runFolder(row.id, row.run)}/preview.mp4`) : null,
    },
  }));
}

/** Recomputes every list. Readers see either the old lists or the new ones. */
export async function refreshDiscovery(
  deps: Pick<Deps, "sql" | "now"> & { config: Pick<Deps["config"], "platformTimeZone"> },
): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.sql, async (tx) => {
    await replaceTrending(tx, now);
    await replaceBanner(tx);
    await replaceAthletes(tx, now);
    await replaceTopEarners(tx);
    await replaceWeeklyEarners(tx, { now, timeZone: deps.config.platformTimeZone });
  });
}

export async function listTopEarners(deps: ListDeps, viewer: Viewer): Promise<Data<"topEarners">> {
  return (await selectTopEarners(deps.pool, viewer)).map((row) => toEarnerCard(deps, row));
}

export async function listTopEarnersFor(deps: ListDeps, viewer: Member): Promise<Data<"userTopEarners">> {
  const rows = await selectTopEarners(deps.pool, viewer);
  return rows.map((row) => toUserEarnerCard(deps, row, viewer));
}

/** This week's earners, or last week's if none of this week's may be shown, even if they were hidden a moment ago. */
export async function listWeeklyEarners(deps: ListDeps, viewer: Viewer): Promise<Data<"weeklyEarners">> {
  const rows = await selectWeeklyEarners(deps.pool, viewer);
  const ofThisWeek = rows.filter((row) => !row.is_last_week);
  const shown = (ofThisWeek.length > 0 ? ofThisWeek : rows).slice(0, WEEKLY_EARNERS_MAX);
  return shown.map((row) => toWeeklyEarner(deps, row));
}

export async function listAthletes(deps: ListDeps, viewer: Viewer): Promise<Data<"athletes">> {
  return (await selectAthletes(deps.pool, viewer)).map((row) => toAthleteCard(deps, row));
}

export async function listAthletesFor(deps: ListDeps, viewer: Member): Promise<Data<"userAthletes">> {
  const rows = await selectAthletes(deps.pool, viewer);
  return rows.map((row) => toUserAthleteCard(deps, row, viewer));
}

export const refreshDiscoveryJob = defineJob({
  name: "discovery:refresh",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "*/10 * * * *",
  run: (deps) => refreshDiscovery(deps),
});

const KEY = "discovery:refresh";
/** Everything published within this time is covered by one refresh. */
const BATCH_WINDOW_S = 60;

/** Queues a refresh of the discovery lists; several requests share one. */
export function queueDiscoveryRefresh(sql: Sql): Promise<void> {
  return enqueue(sql, refreshDiscoveryJob, {}, { key: KEY });
}

/**
 * Queues a refresh after something was published, to run about a minute later. While the trending list is not full, it
 * runs at once: then every new item appears in it, and computing it is cheap.
 */
export async function queueDiscoveryRefreshAfter(sql: Sql): Promise<void> {
  const isFull = (await countTrending(sql)) >= TRENDING_MAX;
  if (!isFull) return queueDiscoveryRefresh(sql);
  await enqueue(sql, refreshDiscoveryJob, {}, { key: KEY, afterS: BATCH_WINDOW_S });
}

type UrlDeps = Pick<Deps, "config">;

function toEarnerCard(deps: UrlDeps, row: EarnerRow): z.input<typeof earnerCard> {
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

function toUserEarnerCard(deps: UrlDeps, row: EarnerRow, viewer: Member): z.input<typeof userEarnerCard> {
  return { ...toEarnerCard(deps, row), ...toPersonal(row, viewer) };
}

function toAthleteCard(deps: UrlDeps, row: ChannelCardRow): z.input<typeof athleteCard> {
  return {
    id: row.id,
    username: row.username,
    channel_name: row.name,
    profile_url: publicMediaUrl(deps.config, row.profile_key),
    total_followers: row.subscriber_count,
  };
}

function toUserAthleteCard(deps: UrlDeps, row: ChannelCardRow, viewer: Member): z.input<typeof userAthleteCard> {
  return { ...toAthleteCard(deps, row), ...toPersonal(row, viewer) };
}

function toWeeklyEarner(deps: UrlDeps, row: WeeklyEarnerRow): z.input<typeof weeklyEarner> {
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
