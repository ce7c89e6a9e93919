import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import type { Tools } from "../tools.ts";

export const tools: Tools = { ffmpegPath: "ffmpeg", ffprobePath: "ffprobe", searchPath: process.env.PATH ?? "" };

/** The list of encoders of the local ffmpeg; empty if ffmpeg is missing. */
const encoders = listEncoders();
export const hasFfmpeg = encoders !== "";

export function hasEncoder(name: string): boolean {
  return encoders.includes(` ${name} `);
}

export type Clips = {
  folder: string;
  /** Makes a file once and returns its path. Arguments are ffmpeg's, without the target. */
  make(name: string, args: readonly string[], change?: (file: Buffer) => Buffer): Promise<string>;
  remove(): void;
};

/** A folder of synthetic videos for one test file. */
export function openClips(): Clips {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-clips-"));
  const made = new Map<string, Promise<string>>();
  return {
    folder,
    make(name, args, change) {
      const target = path.join(folder, name);
      const known = made.get(name) ?? makeClip(target, args, change);
      made.set(name, known);
      return known;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function makeClip(target: string, args: readonly string[], change?: (file: Buffer) => Buffer): Promise<string> {
  await runFfmpeg([...args, target]);
  if (change) await writeFile(target, change(await readFile(target)));
  return target;
}

/** @throws with what ffmpeg printed */
export async function runFfmpeg(args: readonly string[]): Promise<void> {
  await promisify(execFile)("ffmpeg", ["-hide_banner", "-nostdin", "-v", "error", "-y", ...args]);
}

/** Input: a moving picture. @param size such as `640x360` @param rate frames per second, may be a fraction */
export function picture(size: string, rate: number | string, seconds: number): string[] {
  return ["-f", "lavfi", "-i", `testsrc=size=${size}:rate=${rate}:duration=${seconds}`];
}

/** Input: a tone on each channel of a layout. */
export function sound(layout: "mono" | "stereo" | "5.1", seconds: number): string[] {
  const channels = { mono: 1, stereo: 2, "5.1": 6 }[layout];
  const tones = Array.from({ length: channels }, (_, at) => `0.2*sin(2*PI*${220 * (at + 1)}*t)`);
  return ["-f", "lavfi", "-i", `aevalsrc=${tones.join("|")}:s=48000:c=${layout}:d=${seconds}`];
}

/** H.264 as phones and cameras write it, with a keyframe every `keyframeEvery` frames. */
export function h264(keyframeEvery: number, ...more: string[]): string[] {
  const keyframes = ["-g", String(keyframeEvery), "-keyint_min", String(keyframeEvery), "-sc_threshold", "0"];
  return ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", ...keyframes, "-c:a", "aac", ...more];
}

function listEncoders(): string {
  try {
    return execFileSync("ffmpeg", ["-hide_banner", "-encoders"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

/** A gray picture that gets lighter every second, so its time can be read from it. */
export function clockPicture(size: string, seconds: number): string[] {
  return ["-f", "lavfi", "-i", `nullsrc=s=${size}:r=10:d=${seconds},geq=lum='16+6*floor(T)':cb=128:cr=128`];
}

/** The second a part of such a picture shows. */
export async function secondOf(
  image: Buffer,
  part?: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const shown = part ? sharp(image).extract(part) : sharp(image);
  const { channels } = await sharp(await shown.png().toBuffer()).stats();
  return Math.round((((channels[0]?.mean ?? 0) / 255) * 219) / 6);
}
