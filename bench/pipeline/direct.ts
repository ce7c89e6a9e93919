import path from "node:path";
import { toH264Args } from "../../apps/server/src/modules/catalog/media/pipeline/transcode-args.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import type { Settings } from "../settings.ts";
import { type FfmpegCost, runFfmpeg } from "./run-ffmpeg.ts";

type Rung = { width_px: number; height_px: number; video_kbps: number; is_copied: boolean };

/** Of the clips that are compared. */
const CLIP_FPS = 30;

/** An item's renditions as the product made them, lowest first. */
export async function readLadder(database: Database, contentId: string): Promise<Rung[]> {
  const { rows } = await database.pool.query<Rung>(
    `select r.width_px, r.height_px, r.video_kbps, r.is_copied
     from renditions r join contents c on c.id = r.content_id and c.run = r.run
     where c.id = $1 order by r.height_px`,
    [contentId],
  );
  return rows;
}

/**
 * The same ladder by one plain ffmpeg call: one decode, the same encoder, settings and bits, the audio once, and whole
 * files instead of segments.
 */
export function makeDirectly(
  settings: Settings,
  source: string,
  ladder: readonly Rung[],
  folder: string,
): Promise<FfmpegCost> {
  const encoded = ladder.filter((rung) => !rung.is_copied);
  const split = `[0:v]split=${encoded.length}${encoded.map((_, at) => `[s${at}]`).join("")}`;
  const scaled = encoded.map(
    (rung, at) => `[s${at}]scale=${rung.width_px}:${rung.height_px}:flags=bicubic,setsar=1,format=yuv420p[v${at}]`,
  );
  return runFfmpeg(settings, [
    ...["-i", source, "-filter_complex", [split, ...scaled].join(";")],
    ...encoded.flatMap((rung, at) => [
      ...["-map", `[v${at}]`, "-c:v", "libx264", "-profile:v", "high", "-threads", "2"],
      ...toH264Args({ framesPerSecond: CLIP_FPS, videoKbps: rung.video_kbps }),
      ...["-g", "1000", "-sc_threshold", "0", "-force_key_frames", "expr:gte(t,n_forced*2)"],
      path.join(folder, `${rung.height_px}.mp4`),
    ]),
    ...(encoded.length < ladder.length ? ["-map", "0:v", "-c:v", "copy", path.join(folder, "copied.mp4")] : []),
    ...["-map", "0:a", "-c:a", "aac", "-b:a", "128k", path.join(folder, "sound.m4a")],
  ]);
}
