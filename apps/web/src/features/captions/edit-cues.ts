import type { CaptionCue } from "@app/contract/captions";

export type Edge = "start" | "end";
/** Start and end in milliseconds, in order. */
export type Silences = readonly (readonly [number, number])[];

/** Faster than this, most people cannot read along. */
export const READING_SPEED_MAX = 20;
const CUE_MIN_MS = 100;
const NEW_CUE_MS = 2_000;
const SNAP_WITHIN_MS = 1_000;

/** @returns characters a second, rounded */
export function readingSpeed({ text, start_ms, end_ms }: CaptionCue): number {
  const characters = [...text.replace(/\s+/g, " ").trim()].length;
  return end_ms > start_ms ? Math.round((characters * 1_000) / (end_ms - start_ms)) : 0;
}

/** Adds an empty cue at a moment. @returns its index, and null if there is no room for it */
export function addCue(
  cues: readonly CaptionCue[],
  atMs: number,
  lengthMs: number,
): { cues: CaptionCue[]; index: number } | null {
  const after = cues.findIndex(({ start_ms }) => start_ms > atMs);
  const index = after === -1 ? cues.length : after;
  const start_ms = Math.max(atMs, cues[index - 1]?.end_ms ?? 0);
  const end_ms = Math.min(start_ms + NEW_CUE_MS, cues[index]?.start_ms ?? lengthMs);
  if (end_ms - start_ms < CUE_MIN_MS) return null;
  return { cues: cues.toSpliced(index, 0, { start_ms, end_ms, text: "" }), index };
}

/** Splits a cue's text at the cursor, and its time in the same proportion, or at the playhead if it is inside. */
export function splitCue(
  cues: readonly CaptionCue[],
  index: number,
  cursor: number,
  playheadMs: number,
): readonly CaptionCue[] {
  const cue = cues[index];
  if (!cue) return cues;
  const [before, after] = [cue.text.slice(0, cursor).trim(), cue.text.slice(cursor).trim()];
  const isInside = playheadMs >= cue.start_ms + CUE_MIN_MS && playheadMs <= cue.end_ms - CUE_MIN_MS;
  const share = before.length / Math.max(1, before.length + after.length);
  const proportional = Math.round(cue.start_ms + (cue.end_ms - cue.start_ms) * share);
  const atMs = isInside ? Math.round(playheadMs) : proportional;
  if (before === "" || after === "" || atMs <= cue.start_ms || atMs >= cue.end_ms) return cues;
  return cues.toSpliced(index, 1, { ...cue, end_ms: atMs, text: before }, { ...cue, start_ms: atMs, text: after });
}

export function mergeWithNext(cues: readonly CaptionCue[], index: number): readonly CaptionCue[] {
  const [cue, next] = [cues[index], cues[index + 1]];
  if (!cue || !next) return cues;
  const text = [cue.text, next.text].filter((one) => one.trim() !== "").join(" ");
  return cues.toSpliced(index, 2, { start_ms: cue.start_ms, end_ms: next.end_ms, text });
}

/** Moves an edge to a moment, no further than the neighbor's edge and never past its own cue's other edge. */
export function moveEdge(
  cues: readonly CaptionCue[],
  { index, edge }: { index: number; edge: Edge },
  toMs: number,
  lengthMs: number,
): readonly CaptionCue[] {
  const cue = cues[index];
  if (!cue) return cues;
  const [fromMs, untilMs] =
    edge === "start"
      ? [cues[index - 1]?.end_ms ?? 0, cue.end_ms - CUE_MIN_MS]
      : [cue.start_ms + CUE_MIN_MS, cues[index + 1]?.start_ms ?? lengthMs];
  const ms = Math.round(Math.min(Math.max(toMs, fromMs), untilMs));
  if (ms === (edge === "start" ? cue.start_ms : cue.end_ms)) return cues;
  return cues.with(index, edge === "start" ? { ...cue, start_ms: ms } : { ...cue, end_ms: ms });
}

/** Moves both edges to where speech begins and ends, if that is near. */
export function snapToSilence(
  cues: readonly CaptionCue[],
  index: number,
  silences: Silences,
  lengthMs: number,
): readonly CaptionCue[] {
  const cue = cues[index];
  if (!cue) return cues;
  const start = nearest(
    silences.map(([, endMs]) => endMs),
    cue.start_ms,
  );
  const end = nearest(
    silences.map(([startMs]) => startMs),
    cue.end_ms,
  );
  const started = start === null ? cues : moveEdge(cues, { index, edge: "start" }, start, lengthMs);
  return end === null ? started : moveEdge(started, { index, edge: "end" }, end, lengthMs);
}

function nearest(moments: readonly number[], toMs: number): number | null {
  const distanceOf = (ms: number) => Math.abs(ms - toMs);
  const [first] = moments.toSorted((one, other) => distanceOf(one) - distanceOf(other));
  return first !== undefined && distanceOf(first) <= SNAP_WITHIN_MS ? first : null;
}

/** Replaces a text in all cues, exactly as written. @returns how many places changed */
export function replaceAll(
  cues: readonly CaptionCue[],
  find: string,
  replacement: string,
): { cues: CaptionCue[]; count: number } {
  if (find === "") return { cues: [...cues], count: 0 };
  const count = cues.reduce((sum, { text }) => sum + text.split(find).length - 1, 0);
  return { cues: cues.map((cue) => ({ ...cue, text: cue.text.replaceAll(find, () => replacement) })), count };
}
