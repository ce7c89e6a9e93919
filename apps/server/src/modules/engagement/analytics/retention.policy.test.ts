import { CURVE_BUCKETS } from "@app/contract/analytics";
import { expect, test } from "vitest";
import { dayIn, lastDays } from "#platform/days.ts";
import { addBeats, type Beat, toBuckets, toRetention } from "./retention.policy.ts";

const NOON = new Date("2026-03-11T12:00:00Z");
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const LENGTH_MS = 100_000;

/** One second per bucket. */
function beat(more: Partial<Beat> & { fromS?: number; toS?: number } = {}): Beat {
  const { fromS = 0, toS = 10, ...rest } = more;
  return {
    contentId: "video",
    run: "first",
    viewer: "ana",
    session: "visit",
    sequence: 1,
    lengthMs: LENGTH_MS,
    played: [[fromS * 1000, toS * 1000]],
    ...rest,
  };
}
const itemOf = ({ items: [item] }: ReturnType<typeof addBeats>) => item;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test("played ranges fall into their buckets to the millisecond, and end with the video", () => {
  const { playedMs, isReached, watchedMs } = toBuckets(
    [
      [1_500, 3_250],
      [99_000, 120_000],
    ],
    LENGTH_MS,
  );
  expect([playedMs[0], playedMs[1], playedMs[2], playedMs[3], playedMs[99]]).toEqual([0, 500, 1_000, 250, 1_000]);
  expect(watchedMs).toBe(2_750);
  expect(isReached.filter(Boolean)).toHaveLength(4);
  expect(toBuckets([[5_000, 5_050]], LENGTH_MS).isReached.some(Boolean)).toBe(false);
});

test("a repeated or late sequence number of a session adds nothing", () => {
  const first = addBeats(new Map(), [beat(), beat()], NOON);
  expect(itemOf(first)).toMatchObject({ viewers: 1, sessions: 1, watchedMs: 10_000 });
  const next = beat({ sequence: 3, fromS: 10, toS: 20 });
  const second = addBeats(first.viewers, [next, beat({ sequence: 2 }), next], after(30));
  expect(itemOf(second)).toMatchObject({ viewers: 0, sessions: 0, watchedMs: 10_000 });
  expect(itemOf(addBeats(second.viewers, [next, beat()], after(60)))).toBeUndefined();
});

test("a person counts once per bucket as a viewer, and each further time as a replay", () => {
  const first = addBeats(new Map(), [beat()], NOON);
  const { viewers } = first;
  expect(sum(itemOf(first)?.reached ?? [])).toBe(10);
  const again = itemOf(addBeats(viewers, [beat({ session: "second visit" })], after(3_600)));
  expect(again).toMatchObject({ viewers: 0, sessions: 1 });
  expect([sum(again?.reached ?? []), sum(again?.playedMs ?? [])]).toEqual([0, 10_000]);
  const bob = itemOf(addBeats(viewers, [beat({ viewer: "bob", toS: 5 })], after(1)));
  expect([bob?.viewers, sum(bob?.reached ?? [])]).toEqual([1, 5]);
});

test("a report is ignored if it claims more than could have been played since the last one, and later ones count again", () => {
  const { viewers } = addBeats(new Map(), [beat()], NOON);
  const tooMuch = addBeats(viewers, [beat({ sequence: 2, fromS: 10, toS: 60 })], after(10));
  expect(itemOf(tooMuch)).toBeUndefined();
  const fine = addBeats(tooMuch.viewers, [beat({ sequence: 3, fromS: 10, toS: 60 })], after(40));
  expect(itemOf(fine)?.watchedMs).toBe(50_000);
});

test("many reports at once share the slack of one, which comes back as time passes", () => {
  const { viewers } = addBeats(new Map(), [beat()], NOON);
  const burst = (sequence: number, playedS: number) =>
    Array.from({ length: 200 }, (_, at) => beat({ sequence: sequence + at, fromS: 10, toS: 10 + playedS }));
  const atOnce = addBeats(viewers, burst(2, 5), after(10));
  expect(itemOf(atOnce)?.watchedMs).toBe(15_000);
  expect(itemOf(addBeats(atOnce.viewers, burst(202, 5), after(10)))).toBeUndefined();
  expect(itemOf(addBeats(atOnce.viewers, burst(202, 5), after(14)))?.watchedMs).toBe(10_000);
  // Each takes 40.4 ms at the highest speed, which counts as 41.
  expect(itemOf(addBeats(viewers, burst(2, 0.101), NOON))?.watchedMs).toBe(121 * 101);
});

test("a visit and a person count once they have reached a part", () => {
  const passing = Array.from({ length: 5 }, (_, at) => beat({ sequence: at + 1, toS: 0.05 }));
  const { viewers, items } = addBeats(new Map(), passing, NOON);
  expect([viewers.size, items]).toEqual([0, []]);
  const scattered = Array.from({ length: 100 }, (_, at) => [at * 1_000, at * 1_000 + 50] as const);
  const twice = [beat({ played: scattered }), beat({ sequence: 2, played: scattered })];
  expect(addBeats(new Map(), twice, NOON).items).toEqual([]);
  const later = addBeats(viewers, [...passing, beat({ sequence: 6, toS: 0.1 })], NOON);
  expect(itemOf(later)).toMatchObject({ viewers: 1, sessions: 1, watchedMs: 100 });
});

test("a person who plays a video in two tabs at once counts once, and keeps counting in the tab that stays open", () => {
  const part = (session: string, sequence: number) =>
    beat({ session, sequence, fromS: (sequence - 1) * 30, toS: sequence * 30, lengthMs: 1_000_000 });
  let viewers = new Map();
  let watchedMs = 0;
  const report = (one: Beat, atS: number) => {
    const added = addBeats(viewers, [one], after(atS));
    viewers = new Map([...viewers, ...added.viewers]);
    watchedMs += itemOf(added)?.watchedMs ?? 0;
  };
  // The second tab is opened 15 seconds after the first.
  for (let sequence = 1; sequence <= 10; sequence++) {
    report(part("first tab", sequence), sequence * 30);
    report(part("second tab", sequence), sequence * 30 + 15);
  }
  expect(watchedMs).toBe(300_000);
  // The first one is closed.
  for (let sequence = 11; sequence <= 12; sequence++) report(part("second tab", sequence), sequence * 30 + 15);
  expect(watchedMs).toBe(360_000);
});

test("beats of different files of an item are summed separately", () => {
  const { items } = addBeats(new Map(), [beat(), beat({ viewer: "ana of the second", run: "second" })], NOON);
  expect(items.map(({ contentId, run, viewers }) => [contentId, run, viewers])).toEqual([
    ["video", "first", 1],
    ["video", "second", 1],
  ]);
});

test("only the last four visits are stored, so that a row does not grow", () => {
  let viewers = new Map();
  for (let at = 0; at < 9; at++) viewers = addBeats(viewers, [beat({ session: `${at}` })], after(at * 60)).viewers;
  expect(viewers.get("ana")?.sessions.map(({ session }: { session: string }) => session)).toEqual(["5", "6", "7", "8"]);
});

test("the curve shows shares and replays, but leaves out buckets that too few people reached", () => {
  const row = {
    viewers: 4,
    reached: [4, 3, 2, ...new Array<number>(CURVE_BUCKETS - 3).fill(0)],
    played_ms: [4_000, 9_000, 12_000, ...new Array<number>(CURVE_BUCKETS - 3).fill(0)],
  };
  const open = toRetention(row, LENGTH_MS, 0);
  expect(open.buckets).toHaveLength(CURVE_BUCKETS);
  expect(open.buckets[1]).toEqual({ from_s: 1, to_s: 2, viewers: 3, share: 0.75, replays: 6 });
  expect(open.most_replayed.map(({ from_s }) => from_s)).toEqual([2, 1]);
  const ofMinor = toRetention(row, LENGTH_MS, 3);
  expect(ofMinor.buckets.slice(0, 3).map(({ viewers }) => viewers)).toEqual([4, 3, null]);
  expect(ofMinor.buckets[2]).toEqual({ from_s: 2, to_s: 3, viewers: null, share: null, replays: null });
  expect(ofMinor.most_replayed.map(({ from_s }) => from_s)).toEqual([1]);
  const unseen = toRetention(null, LENGTH_MS, 0);
  expect(unseen).toMatchObject({ viewers: 0, most_replayed: [] });
  expect(unseen.buckets[0]).toMatchObject({ viewers: 0, share: 0 });
  const ofOne = toRetention({ viewers: 1, reached: [1], played_ms: [1_000] }, LENGTH_MS, 0);
  expect(ofOne.buckets.slice(0, 2).map(({ share }) => share)).toEqual([1, 0]);
});

test("days follow the time zone, even across a clock change", () => {
  expect(dayIn(new Date("2026-03-09T03:59:00Z"), "America/New_York")).toBe("2026-03-08");
  expect(dayIn(new Date("2026-03-09T04:00:00Z"), "America/New_York")).toBe("2026-03-09");
  expect(lastDays("2026-03-09", 3)).toEqual(["2026-03-07", "2026-03-08", "2026-03-09"]);
});
