import type { CaptionCue } from "@app/contract/captions";
import { randomOf } from "@app/demo-media/drawing/random";
import { EARNERS, FANS } from "./world/people.ts";
import type { DemoVideo } from "./world/video.ts";
import { VIDEOS } from "./world/videos.ts";

/** Usernames. The follower may be a fan or an earner; the channel is an earner's. */
export type DemoFollow = { follower: string; channel: string };
export type DemoView = { fanIndex: number; hoursAgo: number };

const DAY_H = 24;
/** The share of fans that a video reaches on its first day, and how much of that remains each day. */
const REACH_HIGHEST = 0.95;
const REACH_LOWEST = 0.35;
const KEPT_PER_DAY = 0.93;

/** Earlier channels have more followers, and nobody follows themselves. */
export function followsOf(): DemoFollow[] {
  const random = randomOf(4_242);
  const people = [...FANS, ...EARNERS].map((person) => person.username);
  return people.flatMap((follower) =>
    EARNERS.filter((earner, rank) => random.next() < 0.72 - rank * 0.035 && earner.username !== follower).map(
      (earner) => ({ follower, channel: earner.username }),
    ),
  );
}

/** A video's views since its publication, oldest first; at most one per fan in 24 hours. */
export function viewsOf(videoIndex: number): DemoView[] {
  const video = VIDEOS[videoIndex];
  if (!video) throw new RangeError(`There is no demo video ${videoIndex}.`);
  const random = randomOf(90_000 + videoIndex);
  const reach = random.between(REACH_LOWEST, REACH_HIGHEST);
  const ageH = video.ageDays * DAY_H;
  const views: DemoView[] = [];
  for (const fanIndex of FANS.keys()) {
    let nextH = random.between(0.1, 6);
    for (let day = 0; nextH < ageH; day++) {
      if (random.next() < reach * KEPT_PER_DAY ** day) {
        views.push({ fanIndex, hoursAgo: Math.round((ageH - nextH) * 100) / 100 });
      }
      nextH += DAY_H + random.between(0.2, 5);
    }
  }
  return views.sort((a, b) => b.hoursAgo - a.hoursAgo || a.fanIndex - b.fanIndex);
}

export function cuesOf({ captions = [] }: Pick<DemoVideo, "captions">): CaptionCue[] {
  const toMs = (seconds: number) => Math.round(seconds * 1_000);
  return captions.map(([startS, endS, text]) => ({ start_ms: toMs(startS), end_ms: toMs(endS), text }));
}
