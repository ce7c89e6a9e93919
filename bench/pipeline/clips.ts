import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../settings.ts";
import { runFfmpeg } from "./run-ffmpeg.ts";

const CLIPS = path.join(import.meta.dirname, "../results/clips");

export type ClipSpec = {
  name: string;
  seconds: number;
  widthPx: number;
  heightPx: number;
  videoMbps: number;
  grain: number;
};

const HD = { widthPx: 1280, heightPx: 720, videoMbps: 8 };
const FULL_HD = { widthPx: 1920, heightPx: 1080, videoMbps: 16 };

/** With the bits that a phone spends, which is more than the top rung has: nothing can be copied. */
export const SHORT_CLIP: ClipSpec = { name: "20 s of 720p", seconds: 20, ...HD, grain: 14 };
export const LONG_CLIP: ClipSpec = { name: "60 s of 1080p", seconds: 60, ...FULL_HD, grain: 14 };
/** Its frames weigh what photographs weigh. */
export const CALM_CLIP: ClipSpec = { name: "20 s of calm 720p", seconds: 20, ...HD, grain: 3 };

/**
 * A swaying test picture with grain, and a tone that beeps; the same bytes each time, and an mp4 whose
 * index stands in front. Kept beside the results, because it takes longer to make than to use.
 * @returns the file
 */
export async function makeClip(settings: Settings, clip: ClipSpec): Promise<string> {
  const args = toClipArgs(clip);
  const id = createHash("sha256").update(args.join("\n")).digest("hex").slice(0, 12);
  const file = path.join(CLIPS, `${clip.name.replaceAll(" ", "-")}-${id}.mp4`);
  if (existsSync(file)) return file;
  mkdirSync(CLIPS, { recursive: true });
  const unfinished = `${file}.unfinished.mp4`;
  await runFfmpeg(settings, [...args, unfinished]);
  renameSync(unfinished, file);
  return file;
}

function toClipArgs({ seconds, widthPx, heightPx, videoMbps, grain }: ClipSpec): string[] {
  const picture = `testsrc2=size=${widthPx}x${heightPx}:rate=30:duration=${seconds}`;
  const motion = `rotate=a=0.1*sin(t*1.5):bilinear=0,noise=all_seed=20:alls=${grain}:allf=t,format=yuv420p`;
  return [
    ...["-f", "lavfi", "-i", `${picture},${motion}`],
    ...["-f", "lavfi", "-i", `sine=frequency=330:beep_factor=3:sample_rate=48000:duration=${seconds}`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-threads", "2", "-g", "60", "-b:v", `${videoMbps}M`],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2"],
    ...["-flags", "+bitexact", "-fflags", "+bitexact", "-movflags", "+faststart"],
  ];
}
