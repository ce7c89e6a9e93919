import type { CaptionCue } from "@app/contract/captions";
import { randomOf, seedOf } from "@app/demo-media/drawing/random";
import type { Sport } from "@app/demo-media/pictures/sports";
import { ARCHIVE_VIDEOS } from "./world/archive-videos.ts";
import type { DemoItem } from "./world/audience.ts";
import { HEADLINE_VIDEOS } from "./world/headline-videos.ts";
import { EARNERS, FANS } from "./world/people.ts";
import type { DemoVideo } from "./world/video.ts";

type DemoCategory = { name: string; slug: Sport };

/** In menu order. Each has a picture under its slug. */
export const CATEGORIES: readonly DemoCategory[] = [
  { name: "Basketball", slug: "basketball" },
  { name: "Football", slug: "football" },
  { name: "Soccer", slug: "soccer" },
  { name: "Volleyball", slug: "volleyball" },
  { name: "Track & Field", slug: "track-and-field" },
  { name: "Swimming", slug: "swimming" },
  { name: "Baseball", slug: "baseball" },
  { name: "Softball", slug: "softball" },
  { name: "Tennis", slug: "tennis" },
  { name: "Gymnastics", slug: "gymnastics" },
  { name: "Wrestling", slug: "wrestling" },
  { name: "Cross Country", slug: "cross-country" },
  { name: "Lacrosse", slug: "lacrosse" },
  { name: "Ice Hockey", slug: "ice-hockey" },
  { name: "Field Hockey", slug: "field-hockey" },
  { name: "Rowing", slug: "rowing" },
  { name: "Golf", slug: "golf" },
  { name: "Climbing", slug: "climbing" },
  { name: "Cycling", slug: "cycling" },
  { name: "Skiing", slug: "skiing" },
  { name: "Water Polo", slug: "water-polo" },
  { name: "Diving", slug: "diving" },
  { name: "Sailing", slug: "sailing" },
  { name: "Rugby", slug: "rugby" },
  { name: "Badminton", slug: "badminton" },
  { name: "Table Tennis", slug: "table-tennis" },
  { name: "Fencing", slug: "fencing" },
  { name: "Boxing", slug: "boxing" },
  { name: "Archery", slug: "archery" },
  { name: "Weightlifting", slug: "weightlifting" },
];

/** In the order in which they are rendered and published. */
export const VIDEOS: readonly DemoVideo[] = [...HEADLINE_VIDEOS, ...ARCHIVE_VIDEOS];

/** Usernames. The follower may be a fan or an earner; the channel is an earner's. */
export type DemoFollow = {
  follower: string;
  channel: string;
  daysAgo: number;
  /** The index in `VIDEOS` of the video on whose page the follow began; null: somewhere else. */
  videoIndex: number | null;
};

const FOLLOWS_OLDEST_DAYS = 80;
const FOLLOWED_ON_A_VIDEO = 0.35;

/** Earlier channels have more followers, and nobody follows themselves. */
export function followsOf(): DemoFollow[] {
  const random = randomOf(4_242);
  const people = [...FANS, ...EARNERS].map((person) => person.username);
  return people.flatMap((follower) =>
    EARNERS.filter((earner, rank) => random.next() < 0.72 - rank * 0.035 && earner.username !== follower).map(
      ({ username: channel }) => ({ follower, channel, ...beginOf(`${follower} ${channel}`, channel) }),
    ),
  );
}

/** The follower and the channel decide, so that one follow more or less changes no other. */
function beginOf(key: string, channel: string): Pick<DemoFollow, "daysAgo" | "videoIndex"> {
  const random = randomOf(seedOf(key));
  const own = VIDEOS.flatMap((video, index) => (video.channel === channel ? [index] : []));
  const videoIndex = random.next() < FOLLOWED_ON_A_VIDEO ? random.pick(own) : null;
  const oldest = videoIndex === null ? FOLLOWS_OLDEST_DAYS : (VIDEOS[videoIndex]?.ageDays ?? 0);
  return { videoIndex, daysAgo: random.between(0.05, oldest * 0.95) };
}

/** A video as something that people look at. */
export function toItem(videoIndex: number): DemoItem {
  const video = VIDEOS[videoIndex];
  if (!video) throw new RangeError(`There is no demo video ${videoIndex}.`);
  return { seed: 90_000 + videoIndex * 10, ageDays: video.ageDays, channel: video.channel };
}

export function cuesOf({ captions = [] }: Pick<DemoVideo, "captions">): CaptionCue[] {
  const toMs = (seconds: number) => Math.round(seconds * 1_000);
  return captions.map(([startS, endS, text]) => ({ start_ms: toMs(startS), end_ms: toMs(endS), text }));
}
