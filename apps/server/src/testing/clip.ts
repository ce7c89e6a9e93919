import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Config } from "#src/config.ts";

/** A real video of two seconds with sound, created once per run. */
export async function readClip(config: Pick<Config, "ffmpegPath" | "searchPath">): Promise<Buffer> {
  const file = path.join(inject("runFolder"), "two-seconds.mp4");
  return readFile(file).catch(async () => {
    // Concurrent test files each create their own; the rename is atomic.
    const own = `${file}.${randomBytes(4).toString("hex")}.mp4`;
    await promisify(execFile)(config.ffmpegPath, [...CLIP, own], { env: { PATH: config.searchPath } });
    await rename(own, file);
    return readFile(file);
  });
}

const CLIP = [
  ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2"],
  ...["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2"],
  ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-g", "50", "-pix_fmt", "yuv420p"],
  ...["-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart"],
];
