import type { Sport } from "@app/demo-media/pictures/sports";
import type { SceneName } from "@app/demo-media/scenes/scenes";

export type DemoVideo = {
  /** Username of its owner. */
  channel: string;
  title: string;
  description: string;
  category: Sport;
  tags: readonly string[];
  scene: SceneName;
  lengthS: number;
  widthPx: number;
  heightPx: number;
  framesPerSecond: 25 | 30 | 50;
  seed: number;
  ageDays: number;
  /** English captions: start and end in seconds, and the text. */
  captions?: readonly [startS: number, endS: number, text: string][];
  /** What viewers see of it, in seconds. */
  trim?: readonly [fromS: number, toS: number];
  /** A part that is an item of its own. */
  clip?: { title: string; fromS: number; toS: number };
};

export const WIDE = { widthPx: 1280, heightPx: 720, framesPerSecond: 25 } as const;
export const WIDE_30 = { ...WIDE, framesPerSecond: 30 } as const;
export const FULL = { widthPx: 1920, heightPx: 1080, framesPerSecond: 25 } as const;
export const UPRIGHT = { widthPx: 720, heightPx: 1280, framesPerSecond: 30 } as const;
export const SQUARE = { widthPx: 720, heightPx: 720, framesPerSecond: 25 } as const;
export const MEDIUM = { widthPx: 854, heightPx: 480, framesPerSecond: 50 } as const;
export const SMALL = { widthPx: 640, heightPx: 360, framesPerSecond: 25 } as const;
