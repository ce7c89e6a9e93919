import { randomOf, wander } from "../drawing/random.ts";
import type { Sound } from "./scene.ts";

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
