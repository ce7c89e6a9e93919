import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createCanvas } from "@napi-rs/canvas";
import { randomOf, wander } from "./drawing/random.ts";
import type { Shot, Sound, Take } from "./scenes/scene.ts";
import { SCENES, type SceneName } from "./scenes/scenes.ts";

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
  const colors = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
  return [
    ...["-hide_banner", "-loglevel", "error", "-nostdin", "-y"],
    ...[...video, "-framerate", String(film.framesPerSecond), "-thread_queue_size", "4", "-i", "pipe:0"],
    ...[...sound, "-thread_queue_size", "64", "-i", "pipe:3"],
    ...["-map", "0:v", "-map", "1:a", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", ...colors],
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

export const SAMPLES_PER_S = 48_000;

type Voice = { lengthS: number; sample(tS: number, noise: () => number): number };

/** A formula per sound, at most a quarter of full scale. */
const VOICES: Record<Exclude<Sound["kind"], "cheer">, Voice> = {
  beep: { lengthS: 0.14, sample: (t) => 0.13 * fade(t, 0.14) * sine(880, t) },
  horn: {
    lengthS: 1.1,
    sample: (t) => 0.09 * fade(t, 1.1) * (square(185, t) + square(233, t) * 0.8 + square(277, t) * 0.6) * 0.5,
  },
  whistle: {
    lengthS: 0.5,
    // The whistle's pea rotates 31 times a second, which modulates pitch and volume.
    sample: (t, noise) =>
      0.1 *
      fade(t, 0.5) *
      (Math.sin(2_350 * t * Math.PI * 2 + 2 * sine(31, t)) * (0.75 + 0.25 * sine(31, t)) + noise() * 0.08),
  },
  thud: {
    lengthS: 0.16,
    sample: (t, noise) => 0.24 * Math.exp(-t * 26) * (sine(105 - 260 * t, t) + noise() * 0.25 * Math.exp(-t * 90)),
  },
  tick: { lengthS: 0.05, sample: (t, noise) => 0.13 * Math.exp(-t * 110) * (sine(1_700, t) + noise() * 0.5) },
  splash: { lengthS: 0.32, sample: (t, noise) => 0.12 * Math.exp(-t * 11) * Math.min(1, t * 60) * noise() },
};

/**
 * A film's soundtrack, mono, 16 bits, little endian, one second at a time: a murmuring crowd that swells with every
 * cheer, and the sounds of the scene.
 */
export function* soundtrack(sounds: readonly Sound[], film: { lengthS: number; seed: number }): Generator<Buffer> {
  const total = Math.round(film.lengthS * SAMPLES_PER_S);
  const events = new Float32Array(total);
  for (const [at, sound] of sounds.entries()) mixIn(events, sound, film.seed + at);
  const cheers = sounds.filter((sound) => sound.kind === "cheer");
  const noise = noiseOf(film.seed);
  let [low, middle, last] = [0, 0, 0];
  for (let from = 0; from < total; from += SAMPLES_PER_S) {
    const samples = new Int16Array(Math.min(SAMPLES_PER_S, total - from));
    let loudness = 0;
    for (let at = 0; at < samples.length; at++) {
      const tS = (from + at) / SAMPLES_PER_S;
      if (at % 480 === 0) loudness = crowdAt(tS, cheers, film);
      // Two one-pole filters pass the frequency band of a crowd.
      const raw = noise();
      low += (raw - low) * 0.11;
      middle += (low - middle) * 0.035;
      const crowd = (low - middle) * loudness;
      last += (crowd - last) * 0.6;
      samples[at] = Math.round(Math.tanh(last + (events[from + at] ?? 0)) * 32_000);
    }
    yield Buffer.from(samples.buffer);
  }
}

function crowdAt(tS: number, cheers: readonly Sound[], film: { lengthS: number; seed: number }): number {
  let swell = 0.14 + 0.04 * wander(film.seed, tS * 0.9);
  for (const cheer of cheers) {
    const since = tS - cheer.atS;
    if (since > 0)
      swell += (cheer.loudness ?? 1) * 0.42 * Math.min(1, since / 0.35) * Math.exp(-Math.max(0, since - 0.9) * 0.9);
  }
  return swell * Math.min(1, tS / 0.3, (film.lengthS - tS) / 0.6);
}

function mixIn(events: Float32Array, sound: Sound, seed: number): void {
  if (sound.kind === "cheer") return;
  const voice = VOICES[sound.kind];
  const noise = noiseOf(seed);
  const [first, length] = [Math.round(sound.atS * SAMPLES_PER_S), Math.round(voice.lengthS * SAMPLES_PER_S)];
  for (let at = Math.max(0, -first); at < length && first + at < events.length; at++) {
    events[first + at] = (events[first + at] ?? 0) + voice.sample(at / SAMPLES_PER_S, noise) * (sound.loudness ?? 1);
  }
}

function noiseOf(seed: number): () => number {
  let state = Math.floor(randomOf(seed).next() * 0x7fffffff);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 0x80000000;
  };
}

function sine(hertz: number, tS: number): number {
  return Math.sin(hertz * tS * Math.PI * 2);
}

function square(hertz: number, tS: number): number {
  return Math.tanh(sine(hertz, tS) * 3);
}

function fade(tS: number, lengthS: number): number {
  return Math.min(1, tS / 0.01, (lengthS - tS) / 0.05);
}
