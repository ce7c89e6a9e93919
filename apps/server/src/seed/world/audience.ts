import { type ViewSource, viewThresholdS } from "@app/contract/views";
import { randomOf } from "@app/demo-media/drawing/random";
import { EARNERS, FANS } from "./people.ts";
import type { DemoVideo } from "./video.ts";

/** Something that people of the demo world look at. */
export type DemoItem = { seed: number; ageDays: number; channel: string };
/** `viewer` is a username. */
type DemoView = { viewer: string; hoursAgo: number; source: ViewSource };
/** What somebody played of a video in one visit: from and to, in shares of its length. */
type DemoVisit = { viewer: string; hoursAgo: number; played: readonly (readonly [from: number, to: number])[] };

const DAY_H = 24;
/** The share of people that an item reaches on its first day, and how much of that remains each day. */
const REACH_HIGHEST = 0.95;
const REACH_LOWEST = 0.35;
const KEPT_PER_DAY = 0.93;

const times = (source: ViewSource, count: number): ViewSource[] => new Array<ViewSource>(count).fill(source);
/** Where a hundred views come from. */
const SOURCES: readonly ViewSource[] = [
  ...times("explore", 34),
  ...times("following", 20),
  ...times("channel", 16),
  ...times("related", 12),
  ...times("search", 10),
  ...times("direct", 5),
  ...times("outside", 3),
];

const WATCHED_TO_THE_END = 0.45;
const REPLAYED = 0.35;
const LEFT_EARLY = 0.5;
const LIKED = 0.4;
/** Of the length, before and after the moment that people play again. */
const REPLAY_BEFORE = 0.08;
const REPLAY_AFTER = 0.05;

/** An item's views since its publication, oldest first; at most one per person in 24 hours, and none of its owner's. */
export function viewsOf({ seed, ageDays, channel }: DemoItem): DemoView[] {
  const random = randomOf(seed);
  const reach = random.between(REACH_LOWEST, REACH_HIGHEST);
  const ageH = ageDays * DAY_H;
  const views: DemoView[] = [];
  for (const viewer of audienceOf(channel)) {
    let nextH = random.between(0.1, 6);
    for (let day = 0; nextH < ageH; day++) {
      if (random.next() < reach * KEPT_PER_DAY ** day)
        views.push({ viewer, hoursAgo: toHundredths(ageH - nextH), source: random.pick(SOURCES) });
      nextH += DAY_H + random.between(0.2, 5);
    }
  }
  return sortByTime(views);
}

/** Which of an item's viewers liked it; each of them at their first view. */
export function likesOf(item: DemoItem): Pick<DemoView, "viewer" | "hoursAgo">[] {
  const random = randomOf(item.seed + 2);
  const first = new Map(
    viewsOf(item)
      .toReversed()
      .map(({ viewer, hoursAgo }) => [viewer, hoursAgo]),
  );
  return [...first].flatMap(([viewer, hoursAgo]) => (random.next() < LIKED ? [{ viewer, hoursAgo }] : []));
}

/** The visits behind the views of a video, and those of people who left before a view counted; oldest first. */
export function visitsOf(item: DemoItem, lengthS: number): DemoVisit[] {
  const random = randomOf(item.seed + 1);
  const threshold = viewThresholdS(lengthS) / lengthS;
  const moment = random.between(0.35, 0.85);
  const visits = viewsOf(item).map(({ viewer, hoursAgo }) => {
    const left = random.next() < WATCHED_TO_THE_END ? 1 : random.between(threshold, 1);
    const again = [moment - REPLAY_BEFORE, Math.min(left, moment + REPLAY_AFTER)] as const;
    const replays = left > moment && random.next() < REPLAYED ? [again] : [];
    return { viewer, hoursAgo, played: [[0, left] as const, ...replays] };
  });
  const early = audienceOf(item.channel).flatMap((viewer) => {
    const hoursAgo = toHundredths(random.between(0.1, item.ageDays * DAY_H));
    const left = random.between(0.05, threshold * 0.95);
    return random.next() < LEFT_EARLY ? [{ viewer, hoursAgo, played: [[0, left] as const] }] : [];
  });
  return sortByTime([...visits, ...early]);
}

/** What viewers see of a video. */
export function shownLengthS({ lengthS, trim }: Pick<DemoVideo, "lengthS" | "trim">): number {
  return trim ? trim[1] - trim[0] : lengthS;
}

function audienceOf(channel: string): string[] {
  return [...FANS, ...EARNERS].map(({ username }) => username).filter((username) => username !== channel);
}

function toHundredths(hours: number): number {
  return Math.round(hours * 100) / 100;
}

function sortByTime<T extends { viewer: string; hoursAgo: number }>(list: T[]): T[] {
  return list.sort((a, b) => b.hoursAgo - a.hoursAgo || a.viewer.localeCompare(b.viewer));
}

/** `likes` are indexes into `FANS`. */
type DemoComment = { author: string; text: string; hoursAfter: number; likes: number[]; answer: string | null };

const REMARKS = [
  "What a finish! I had to watch that three times.",
  "The move at 0:04 is textbook. Saving this for practice tomorrow.",
  "Been following since the first season. So proud of how far this has come.",
  "My daughter plays too and now wants to try exactly this.",
  "That footwork at 0:02. How long did it take to learn?",
  "Was there in person. The video does not do the noise justice!",
  "Best thing I have seen all week.",
  "Calm under pressure. Great to see.",
  "Coach here: showing this to my whole team on Monday.",
  "Please put up the full session as well.",
  "That is some serious conditioning. What does a week of training look like?",
  "Slow it down at 0:05 and look at the hips. Perfect.",
  "Good luck at the state finals!",
  "The teamwork is what makes this special.",
  "Greetings from the other side of the country. Keep going!",
  "I tried this and fell over. Respect.",
] as const;

const ANSWERS = [
  "Thank you! That means a lot.",
  "About two years of early mornings.",
  "The whole session comes next week.",
  "Five days a week, and one of them is only stretching.",
  "Tell the team hello from us!",
] as const;

const COMMENTS_MOST = 6;
const HOURS_MOST = 30;

/** A video's comments, the same ones every time. At most one per fan. */
export function commentsOf(videoIndex: number, channel: string): DemoComment[] {
  const random = randomOf(70_000 + videoIndex);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const authors = [...FANS, ...EARNERS].map(({ username }) => username).filter((username) => username !== channel);
  const count = Math.floor(random.next() * (COMMENTS_MOST + 1));
  const comments = new Map<string, DemoComment>();
  for (let at = 0; at < count; at++) {
    const author = pick(authors);
    const text = pick(REMARKS);
    const likes = FANS.flatMap((_, index) => (random.next() < 0.25 ? [index] : []));
    const answer = random.next() < 0.4 ? pick(ANSWERS) : null;
    comments.set(author, { author, text, hoursAfter: 1 + random.next() * HOURS_MOST, likes, answer });
  }
  return [...comments.values()];
}
