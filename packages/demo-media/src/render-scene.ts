import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createCanvas } from "@napi-rs/canvas";
import type { Shot, Take } from "./scenes/scene.ts";
import { SCENES, type SceneName } from "./scenes/scenes.ts";
import { SAMPLES_PER_S, soundtrack } from "./scenes/soundtrack.ts";

export type Film = {
  scene: SceneName;
  lengthS: number;
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  seed: number;
};

export type RenderOptions = Film & {
  /** Path of the .mp4, written atomically. */
  target: string;
  ffmpegPath: string;
  signal: AbortSignal;
  /** Threads of the encoder; default: one, because drawing uses a core too. */
  threads?: number;
};

/** Draws a scene frame by frame and encodes it meanwhile. @throws Error aborted, or ffmpeg's message */
export async function renderScene(options: RenderOptions): Promise<void> {
  const { signal, target } = options;
  signal.throwIfAborted();
  const unfinished = `${target}.unfinished`;
  const take = SCENES[options.scene](options);
  const encoder = spawn(options.ffmpegPath, encoderArguments(options, unfinished, options.threads ?? 1), {
    stdio: ["pipe", "ignore", "pipe", "pipe"],
  });
  const stop = (): boolean => encoder.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [end, fed] = await Promise.allSettled([ended(encoder), feed(encoder, take, options)]);
    // If ffmpeg fails, its pipes break too, so report its own error first.
    if (end.status === "rejected") throw end.reason;
    if (fed.status === "rejected") throw fed.reason;
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Writes picture and sound concurrently. If one fails, the other is closed too, so that ffmpeg exits. */
async function feed(encoder: ChildProcess, take: Take, film: Film): Promise<void> {
  const failed = new AbortController();
  const { signal } = failed;
  try {
    await Promise.all([
      // Draw the next frame while the previous one is written.
      pipeline(Readable.from(framesOf(take, film), { highWaterMark: 1 }), inputOf(encoder, 0), { signal }),
      pipeline(Readable.from(soundtrack(take.sounds, film)), inputOf(encoder, 3), { signal }),
    ]);
  } finally {
    failed.abort();
  }
}

/** ffmpeg's arguments: raw frames on fd 0, raw sound on fd 3, and an mp4 that plays while it loads. */
export function encoderArguments(film: Film, target: string, threads: number): string[] {
  const video = ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", `${film.widthPx}x${film.heightPx}`];
  const sound = ["-f", "s16le", "-ar", String(SAMPLES_PER_S), "-ac", "1"];
  const colours = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
  return [
    ...["-hide_banner", "-loglevel", "error", "-nostdin", "-y"],
    ...[...video, "-framerate", String(film.framesPerSecond), "-thread_queue_size", "4", "-i", "pipe:0"],
    ...[...sound, "-thread_queue_size", "64", "-i", "pipe:3"],
    ...["-map", "0:v", "-map", "1:a", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", ...colours],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-threads", String(threads)],
    ...["-g", String(film.framesPerSecond * 2), "-keyint_min", String(film.framesPerSecond * 2), "-sc_threshold", "0"],
    ...["-c:a", "aac", "-b:a", "96k", "-movflags", "+faststart", "-f", "mp4", target],
  ];
}

async function* framesOf(take: Take, film: Film): AsyncGenerator<Uint8ClampedArray> {
  const canvas = createCanvas(film.widthPx, film.heightPx);
  const ctx = canvas.getContext("2d");
  const frames = Math.round(film.lengthS * film.framesPerSecond);
  for (let frame = 0; frame < frames; frame++) {
    ctx.resetTransform();
    take.draw(ctx, frame / film.framesPerSecond);
    // getImageData rather than data(), because the garbage collector accounts for its memory.
    yield ctx.getImageData(0, 0, film.widthPx, film.heightPx).data;
  }
}

function inputOf(encoder: ChildProcess, descriptor: 0 | 3): Writable {
  const input = encoder.stdio[descriptor];
  if (!input || !("write" in input)) throw new Error("ffmpeg was started without its inputs.");
  return input;
}

async function ended(encoder: ChildProcess): Promise<void> {
  let complaint = "";
  encoder.stderr?.on("data", (words: Buffer) => {
    complaint = (complaint + words.toString("utf8")).slice(-2_000);
  });
  const [code] = await once(encoder, "close");
  if (code !== 0) throw new Error(`ffmpeg gave up: ${complaint.trim() || `code ${code}`}`);
}

const JPEG_QUALITY = 88;

/** One moment of a scene, as a photo. The same shot always gives the same bytes. */
export function drawStill({ scene, atS, ...shot }: Shot & { scene: SceneName; atS: number }): Buffer {
  const canvas = createCanvas(shot.widthPx, shot.heightPx);
  SCENES[scene](shot).draw(canvas.getContext("2d"), atS);
  return canvas.encodeSync("jpeg", JPEG_QUALITY);
}
