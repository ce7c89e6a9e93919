import { CURVE_BUCKETS, type Retention } from "@app/contract/analytics";
import type { ItemSums, RetentionRow, ViewerState } from "./analytics.sql.ts";

/** From and to, in milliseconds. */
type Range = readonly [number, number];

export type Beat = {
  contentId: string;
  run: string;
  /** A keyed hash of person, item and run, in hexadecimal. */
  viewer: string;
  session: string;
  sequence: number;
  lengthMs: number;
  played: readonly Range[];
};

/** One person rarely has more tabs of one video. */
const SESSIONS_KEPT = 4;
const FASTEST_RATE = 2.5;
/** Timers and networks are late. */
const SLACK_MS = 5_000;
/** Less of a bucket is a seek that passed by. */
const REACHED_MS = 100;
const REACHED_BYTES = Math.ceil(CURVE_BUCKETS / 8);

/** Nothing of theirs was credited yet. */
const NEW_VIEWER: ViewerState = { sessions: [], reached: Buffer.alloc(REACHED_BYTES), beatAt: new Date(0) };

/**
 * Adds beats to what is known of their viewers. A repeated or late sequence number adds nothing, and neither does a beat
 * that reaches no bucket or reports more than could be played since the last one that was credited: so one person in two
 * tabs counts once.
 * @returns the changed viewers, and what to add to each item
 */
export function addBeats(
  known: ReadonlyMap<string, ViewerState>,
  beats: readonly Beat[],
  now: Date,
): { viewers: Map<string, ViewerState>; items: ItemSums[] } {
  const viewers = new Map<string, ViewerState>();
  const items = new Map<string, ItemSums>();
  for (const beat of beats) {
    const before = viewers.get(beat.viewer) ?? known.get(beat.viewer) ?? NEW_VIEWER;
    const last = before.sessions.find(({ session }) => session === beat.session);
    if (last && beat.sequence <= last.sequence) continue;
    const parts = toBuckets(beat.played, beat.lengthMs);
    if (!parts.isReached.some(Boolean)) continue;
    const endMs = earliestEndMs(before, beat, parts.watchedMs);
    const isCredited = endMs <= now.getTime() + SLACK_MS;
    const reached = Buffer.from(before.reached);
    if (isCredited) {
      const sums = sumsOf(items, beat);
      if (reached.every((bits) => bits === 0)) sums.viewers += 1;
      if (!last) sums.sessions += 1;
      addParts(sums, parts, reached);
    }
    viewers.set(beat.viewer, {
      sessions: withSession(before.sessions, beat, isCredited),
      reached,
      // Slack that was used is given again only as time passes, however many reports there are.
      beatAt: isCredited ? new Date(Math.max(endMs, now.getTime())) : before.beatAt,
    });
  }
  return { viewers, items: [...items.values()] };
}

/** The sums of the beat's item, which begin at zero. */
function sumsOf(items: Map<string, ItemSums>, { contentId, run }: Beat): ItemSums {
  const key = `${contentId} ${run}`;
  const known = items.get(key);
  if (known) return known;
  const zeros = () => new Array<number>(CURVE_BUCKETS).fill(0);
  const sums = { contentId, run, viewers: 0, sessions: 0, watchedMs: 0, reached: zeros(), playedMs: zeros() };
  items.set(key, sums);
  return sums;
}

/**
 * When that much could have been played since what was credited before. Another visit than the one that was credited last
 * may be a second tab, which plays meanwhile.
 */
function earliestEndMs({ sessions, beatAt }: ViewerState, { session }: Beat, watchedMs: number): number {
  const fastest = sessions.at(-1)?.session === session ? FASTEST_RATE : 1;
  return Math.ceil(beatAt.getTime() + watchedMs / fastest);
}

function withSession(
  sessions: ViewerState["sessions"],
  { session, sequence }: Beat,
  isCredited: boolean,
): ViewerState["sessions"] {
  const others = sessions.filter((one) => one.session !== session);
  const [last, ...earlier] = others.toReversed();
  const latest = { session, sequence };
  const ordered = isCredited || !last ? [...others, latest] : [...earlier.toReversed(), latest, last];
  return ordered.slice(-SESSIONS_KEPT);
}

/** @param reached the viewer's bits, which are set */
function addParts(sums: ItemSums, { playedMs, isReached, watchedMs }: Parts, reached: Buffer): void {
  sums.watchedMs += watchedMs;
  for (let at = 0; at < CURVE_BUCKETS; at++) {
    sums.playedMs[at] = (sums.playedMs[at] ?? 0) + (playedMs[at] ?? 0);
    const [byte, bit] = [at >> 3, 1 << (at & 7)];
    const bits = reached[byte] ?? 0;
    if (!isReached[at] || (bits & bit) !== 0) continue;
    reached[byte] = bits | bit;
    sums.reached[at] = (sums.reached[at] ?? 0) + 1;
  }
}

type Parts = { watchedMs: number; playedMs: number[]; isReached: boolean[] };

/** How much of each bucket was played. Ranges beyond the end are cut off. */
export function toBuckets(played: readonly Range[], lengthMs: number): Parts {
  const bucketMs = lengthMs / CURVE_BUCKETS;
  const playedMs = new Array<number>(CURVE_BUCKETS).fill(0);
  for (const [from, to] of played) {
    const end = Math.min(to, lengthMs);
    for (let at = Math.floor(from / bucketMs); at < CURVE_BUCKETS && at * bucketMs < end; at++) {
      const ms = Math.min(end, (at + 1) * bucketMs) - Math.max(from, at * bucketMs);
      if (ms > 0) playedMs[at] = (playedMs[at] ?? 0) + ms;
    }
  }
  const neededMs = Math.min(REACHED_MS, bucketMs / 2);
  return {
    playedMs: playedMs.map(Math.round),
    isReached: playedMs.map((ms) => ms >= neededMs),
    watchedMs: Math.round(playedMs.reduce((sum, ms) => sum + ms, 0)),
  };
}

const MOST_REPLAYED = 3;
/** Fewer replays are noise. */
const REPLAYS_MIN = 1;

/** @param minViewers a bucket that fewer people reached stays empty, and so do its replays */
export function toRetention(row: RetentionRow | null, lengthMs: number, minViewers: number): Retention {
  const bucketS = lengthMs / CURVE_BUCKETS / 1000;
  const viewers = row?.viewers ?? 0;
  const buckets = Array.from({ length: CURVE_BUCKETS }, (_, at) => {
    const reached = row?.reached[at] ?? 0;
    const place = { from_s: round(at * bucketS), to_s: round((at + 1) * bucketS) };
    if (reached < minViewers) return { ...place, viewers: null, share: null, replays: null };
    const plays = (row?.played_ms[at] ?? 0) / 1000 / bucketS;
    return {
      ...place,
      viewers: reached,
      share: viewers > 0 ? Math.min(1, reached / viewers) : 0,
      replays: round(Math.max(0, plays - reached)),
    };
  });
  const most_replayed = buckets
    .flatMap(({ from_s, to_s, replays }) =>
      replays !== null && replays >= REPLAYS_MIN ? [{ from_s, to_s, replays }] : [],
    )
    .toSorted((a, b) => b.replays - a.replays)
    .slice(0, MOST_REPLAYED);
  return { viewers, buckets, most_replayed };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
