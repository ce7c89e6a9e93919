import {
  ANALYTICS_FILE_ITEMS_MAX,
  ANALYTICS_ITEMS_MAX,
  type AnalyticsTotals,
  type analyticsRoutes,
  CURVE_MIN_VIEWERS_OF_MINORS,
} from "@app/contract/analytics";
import type { ContentId } from "@app/contract/ids";
import { VIEW_SOURCES } from "@app/contract/views";
import type { z } from "zod";
import { requireManagedContent } from "#modules/catalog/index.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { dayIn, lastDays } from "#platform/days.ts";
import type { Deps } from "#platform/deps.ts";
import { channelOf, type Member } from "#platform/viewer.ts";
import {
  type DayRow,
  type ItemRow,
  type Scope,
  selectDays,
  selectItems,
  selectRetention,
  selectSources,
} from "./analytics.sql.ts";
import { toRetention } from "./retention.policy.ts";

type ReadDeps = Pick<Deps, "sql" | "pool" | "config" | "now">;
type Data<Name extends keyof typeof analyticsRoutes> = z.input<(typeof analyticsRoutes)[Name]["data"]>;
type Counts = Omit<DayRow, "day">;

const NOTHING: Counts = { views: 0, likes: 0, followers: 0, sessions: 0, watched_ms: 0 };

export async function showChannelAnalytics(deps: ReadDeps, owner: Member, days: number): Promise<Data<"channel">> {
  const { scope, listed } = toScope(deps, { of: "channel", id: channelOf(owner).channelId }, days);
  const [period, items] = await Promise.all([
    readPeriod(deps, scope, listed),
    selectItems(deps.pool, scope, ANALYTICS_ITEMS_MAX),
  ]);
  return { ...period, items: items.map(toItem) };
}

/** The same numbers of every item, up to `ANALYTICS_FILE_ITEMS_MAX`. */
export async function showItemAnalytics(deps: ReadDeps, owner: Member, days: number): Promise<Data<"items">> {
  const { scope } = toScope(deps, { of: "channel", id: channelOf(owner).channelId }, days);
  const items = await selectItems(deps.pool, scope, ANALYTICS_FILE_ITEMS_MAX + 1);
  return {
    items: items.slice(0, ANALYTICS_FILE_ITEMS_MAX).map(toItem),
    is_complete: items.length <= ANALYTICS_FILE_ITEMS_MAX,
  };
}

/** @throws AppError `not_found` for everybody but staff and those who may see the channel's numbers */
export async function showContentAnalytics(
  deps: ReadDeps,
  viewer: Member,
  id: ContentId,
  days: number,
): Promise<Data<"content">> {
  const content = await requireManagedContent(deps.sql, viewer, id, "see_numbers");
  const { scope, listed } = toScope(deps, { of: "content", id }, days);
  const lengthMs = content.type === "video" ? (content.length_ms ?? 0) : 0;
  const [period, { isMinor }, retention] = await Promise.all([
    readPeriod(deps, scope, listed),
    readPrivacy(deps.pool, content.owner_id, deps.now()),
    selectRetention(deps.pool, id),
  ]);
  const minViewers = isMinor ? CURVE_MIN_VIEWERS_OF_MINORS : 0;
  return {
    ...period,
    title: content.title,
    retention: lengthMs > 0 ? toRetention(retention, lengthMs, minViewers) : null,
  };
}

function toScope({ config, now }: ReadDeps, of: Pick<Scope, "of" | "id">, days: number) {
  const timeZone = config.platformTimeZone;
  const listed = lastDays(dayIn(now(), timeZone), days);
  return { scope: { ...of, timeZone, from: listed[0] ?? "" }, listed };
}

async function readPeriod(deps: ReadDeps, scope: Scope, listed: readonly string[]) {
  const [rows, found] = await Promise.all([selectDays(deps.pool, scope), selectSources(deps.pool, scope)]);
  const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]));
  const days = listed.map((day) => ({ day, ...(byDay.get(day) ?? NOTHING) }));
  const sources = found.flatMap(({ source, views }) => {
    const known = VIEW_SOURCES.find((one) => one === source);
    return known ? [{ source: known, views }] : [];
  });
  return {
    from: scope.from,
    to: listed.at(-1) ?? scope.from,
    time_zone: scope.timeZone,
    totals: toTotals(days.reduce(addCounts, NOTHING)),
    days: days.map(({ day, views, likes, followers, watched_ms }) => ({
      day,
      views,
      likes,
      followers,
      watched_s: watched_ms / 1000,
    })),
    sources,
  };
}

function addCounts(sum: Counts, day: Counts): Counts {
  return {
    views: sum.views + day.views,
    likes: sum.likes + day.likes,
    followers: sum.followers + day.followers,
    sessions: sum.sessions + day.sessions,
    watched_ms: sum.watched_ms + day.watched_ms,
  };
}

function toItem({ id, type, is_clip, title, length_ms, ...counts }: ItemRow): Data<"items">["items"][number] {
  return {
    id,
    is_clip,
    title,
    type: type as Data<"items">["items"][number]["type"],
    length: length_ms === null ? null : length_ms / 1000,
    ...toTotals(counts),
  };
}

function toTotals({ views, likes, followers, sessions, watched_ms }: Counts): AnalyticsTotals {
  const watched_s = watched_ms / 1000;
  return { views, likes, followers, watched_s, average_watched_s: sessions === 0 ? null : watched_s / sessions };
}
