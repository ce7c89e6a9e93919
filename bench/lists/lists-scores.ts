import { athleteScore, trendingScore } from "../../apps/server/src/modules/discovery/discovery/discovery.policy.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { type Row, row } from "../row.ts";

/** Of a score: adding up in another order changes its last digits. */
const OFF_BY = 1e-9;

/** Compares what the job computed at `now` with the formulas themselves, over the same data. */
export async function measureScores(database: Database, now: Date, items: number): Promise<Row[]> {
  const of = (name: string, pairs: readonly Pair[]) => {
    if (pairs.length === 0) throw new Error(`${name}: nothing was computed`);
    const off = Math.max(...pairs.map(([stored, score]) => Math.abs(stored - score) / Math.max(1, score)));
    return row(`lists: ${name}, ${items.toLocaleString("en")} items: scores off by`, off, "", OFF_BY);
  };
  return [
    of("trending", await pairTrending(database, now)),
    of("athletes of the week", await pairAthletes(database, now)),
  ];
}

/** The job's value, and the formula's. */
type Pair = [stored: number, score: number];
type Hours = Parameters<typeof trendingScore>[0];

async function pairTrending({ pool }: Database, now: Date): Promise<Pair[]> {
  const { rows } = await pool.query<{ score: number; followers: number; hours: Hours }>(
    `select t.score, c.subscriber_count as followers, coalesce((
       select json_agg(json_build_object('ageH', age_h, 'views', views, 'likes', likes, 'commenters', commenters,
         'follows', follows))
       from content_hourly_stats h
         cross join lateral (select extract(epoch from date_trunc('hour', $1::timestamptz) - h.hour) / 3600 as age_h) a
       where h.content_id = t.content_id and age_h >= 0 and age_h < 168), '[]') as hours
     from trending_videos t join contents i on i.id = t.content_id join channels c on c.id = i.channel_id`,
    [now.toISOString()],
  );
  return rows.map(({ score, hours, followers }) => [score, trendingScore(hours, followers)]);
}

type Week = Parameters<typeof athleteScore>[0];

async function pairAthletes({ pool }: Database, now: Date): Promise<Pair[]> {
  const { rows } = await pool.query<Week & { score: number }>(
    `select w.score, seen.*, (
         select count(*)::int from follows f
         where f.channel_id = w.channel_id and f.created_at > $1::timestamptz - interval '7 days') as "newFollowers", (
         select count(*)::int from contents i
         where i.channel_id = w.channel_id and i.is_listed and i.published_at > $1::timestamptz - interval '7 days') as uploads
     from athletes_of_week w cross join lateral (
       select coalesce(sum(h.views), 0)::int as views, coalesce(sum(h.likes), 0)::int as likes,
         coalesce(sum(h.commenters), 0)::int as commenters
       from contents i join content_hourly_stats h on h.content_id = i.id
       where i.channel_id = w.channel_id and i.is_listed and h.hour <= date_trunc('hour', $1::timestamptz)
         and h.hour > date_trunc('hour', $1::timestamptz) - interval '7 days') seen`,
    [now.toISOString()],
  );
  return rows.map(({ score, ...week }) => [score, athleteScore(week)]);
}
