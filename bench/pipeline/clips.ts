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
  /** Default: 30. */
  framesPerSecond?: number;
  /** Default: H.264 in an mp4. */
  coding?: Coding;
};

type Coding = { args: readonly string[]; ending: string };

const HD = { widthPx: 1280, heightPx: 720, videoMbps: 8 };
const FULL_HD = { widthPx: 1920, heightPx: 1080, videoMbps: 16 };

/** At a phone's bit rate, which is above the top rung's, so nothing can be copied. */
export const SHORT_CLIP: ClipSpec = { name: "20 s of 720p", seconds: 20, ...HD, grain: 14 };
export const LONG_CLIP: ClipSpec = { name: "60 s of 1080p", seconds: 60, ...FULL_HD, grain: 14 };
const WEBM: Coding = {
  args: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "8M", "-g", "128", "-c:a", "libopus"],
  ending: "webm",
};
const AV1: Coding = {
  args: ["-c:v", "libsvtav1", "-preset", "12", "-g", "120", "-b:v", "4M", "-svtav1-params", "lp=2", "-c:a", "libopus"],
  ending: "mp4",
};
const HDR_COLORS = "colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc";
const HDR: Coding = {
  args: [
    ...["-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-b:v", "10M", "-tag:v", "hvc1"],
    ...["-x265-params", `log-level=none:keyint=30:${HDR_COLORS}`, "-c:a", "aac"],
  ],
  ending: "mp4",
};

const HEAVY = { seconds: 6, ...FULL_HD, grain: 10 };
/** The clip that takes longest to become playable. */
export const HEAVY_CLIPS: readonly ClipSpec[] = [
  { name: "6 s of a phone's 1080p60", ...HEAVY, videoMbps: 20, framesPerSecond: 60 },
  { name: "6 s of 1080p VP8", ...HEAVY, coding: WEBM },
  { name: "6 s of 1080p AV1", ...HEAVY, coding: AV1 },
  { name: "6 s of 1080p HDR", ...HEAVY, coding: HDR },
];
/** Long enough that most seek targets are not fetched yet. */
export const SEEK_CLIP: ClipSpec = { name: "90 s of calm 720p", seconds: 90, ...HD, videoMbps: 4, grain: 3 };
/** Its frames are as large as photographs. */
export const CALM_CLIP: ClipSpec = { name: "20 s of calm 720p", seconds: 20, ...HD, grain: 3 };

/**
 * A swaying test picture with grain, and a beeping tone; the same bytes each time, in an mp4 with its index at the
 * front. Kept beside the results, because it takes longer to make than to use.
 * @returns the file
 */
export async function makeClip(settings: Settings, clip: ClipSpec): Promise<string> {
  const args = toClipArgs(clip);
  const id = createHash("sha256").update(args.join("\n")).digest("hex").slice(0, 12);
  const ending = clip.coding?.ending ?? "mp4";
  const file = path.join(CLIPS, `${clip.name.replaceAll(/[^\w]+/g, "-")}-${id}.${ending}`);
  if (existsSync(file)) return file;
  mkdirSync(CLIPS, { recursive: true });
  const unfinished = `${file}.unfinished.${ending}`;
  await runFfmpeg(settings, [...args, unfinished]);
  renameSync(unfinished, file);
  return file;
}

function toClipArgs({ seconds, widthPx, heightPx, videoMbps, grain, framesPerSecond, coding }: ClipSpec): string[] {
  const picture = `testsrc2=size=${widthPx}x${heightPx}:rate=${framesPerSecond ?? 30}:duration=${seconds}`;
  const motion = `rotate=a=0.1*sin(t*1.5):bilinear=0,noise=all_seed=20:alls=${grain}:allf=t,format=yuv420p`;
  return [
    ...["-f", "lavfi", "-i", `${picture},${motion}`],
    ...["-f", "lavfi", "-i", `sine=frequency=330:beep_factor=3:sample_rate=48000:duration=${seconds}`],
    ...(coding?.args ?? [
      ...["-c:v", "libx264", "-preset", "ultrafast", "-threads", "2", "-g", "60", "-b:v", `${videoMbps}M`],
      ...["-c:a", "aac", "-b:a", "128k"],
    ]),
    ...["-ac", "2"],
    ...["-flags", "+bitexact", "-fflags", "+bitexact", "-movflags", "+faststart"],
  ];
}
