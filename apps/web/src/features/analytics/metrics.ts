import { exactly } from "@app/contract/counts";
import { duration } from "#lib/format.ts";

type Day = { views: number; watched_s: number; followers: number; likes: number };

export type Metric = { name: keyof Day; label: string; show: (value: number) => string };

export const METRICS: readonly [Metric, ...Metric[]] = [
  { name: "views", label: "Views", show: exactly },
  { name: "watched_s", label: "Watch time", show: watchTime },
  { name: "followers", label: "Followers gained", show: exactly },
  { name: "likes", label: "Likes", show: exactly },
];

/** @returns m:ss below an hour, then hours */
export function watchTime(seconds: number): string {
  if (seconds < 3_600) return duration(seconds);
  return `${(seconds / 3_600).toFixed(1)} h`;
}
