import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type ClipOptions = {
  lengthS: number;
  size: string;
  kbps: number;
  /** In pictures; as the encoder likes unless said otherwise. */
  keyframeEvery?: number;
};

/** A real video file with moving noise and a tone: large enough to be interrupted on its way. */
export function makeClip(options: ClipOptions): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "fieldhouse-clip-")), "cup final.mp4");
  const { lengthS, size, kbps } = options;
  execFileSync(process.env.FFMPEG_PATH ?? "ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", `testsrc2=size=${size}:rate=30:duration=${lengthS}`],
    ...["-f", "lavfi", "-i", `sine=frequency=440:duration=${lengthS}`],
    ...["-vf", "noise=alls=40:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", `${kbps}k`],
    ...(options.keyframeEvery ? ["-g", String(options.keyframeEvery)] : []),
    ...["-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", file],
  ]);
  return file;
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
