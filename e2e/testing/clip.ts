import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdtempSync, renameSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";

export type ClipOptions = {
  lengthS: number;
  size: string;
  kbps: number;
  /** In frames; by default the encoder's choice. */
  keyframeEvery?: number;
};

const NAME = "cup final.mp4";

/** Where a clip of these options is kept for all test files of the run. */
export function clipFolder({ lengthS, size, kbps, keyframeEvery = 0 }: ClipOptions): string {
  return path.join(inject("runFolder"), `clip-${lengthS}-${size}-${kbps}-${keyframeEvery}`);
}

/**
 * A real video file with moving noise and a tone, large enough that its upload can be interrupted. Test files share it,
 * because they only read it.
 */
export function makeClip(options: ClipOptions): string {
  const { lengthS, size, kbps, keyframeEvery = 0 } = options;
  const folder = clipFolder(options);
  if (existsSync(folder)) return path.join(folder, NAME);
  const own = mkdtempSync(`${folder}-`);
  const file = path.join(own, NAME);
  execFileSync(process.env.FFMPEG_PATH ?? "ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", `testsrc2=size=${size}:rate=30:duration=${lengthS}`],
    ...["-f", "lavfi", "-i", `sine=frequency=440:duration=${lengthS}`],
    ...["-vf", "noise=alls=40:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", `${kbps}k`],
    ...(keyframeEvery > 0 ? ["-g", String(keyframeEvery)] : []),
    ...["-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", file],
  ]);
  try {
    renameSync(own, folder);
  } catch {
    // Another test file was first.
    return file;
  }
  return path.join(folder, NAME);
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
