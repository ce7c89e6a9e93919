import { PATIENT_NICENESS, runFfmpeg, SAFE_INPUT, SOURCE_NAME, type Tools, type Where } from "./tools.ts";

/** Start and end in milliseconds. */
export type Silence = [startMs: number, endMs: number];

/** Quieter than this, for at least this long, is a pause between two sentences. */
const NOISE_DB = -35;
const SILENCE_MIN_S = 0.3;
const SILENCES_MAX = 20_000;
const CPU_S = 1_800;

/** Finds the quiet parts of the source's first audio track, in order; none without one. */
export async function findSilences(tools: Tools, where: Where): Promise<Silence[]> {
  const silences: Silence[] = [];
  let startMs: number | null = null;
  await runFfmpeg(
    tools,
    {
      ...where,
      niceness: PATIENT_NICENESS,
      args: [
        ...[...SAFE_INPUT, "-i", SOURCE_NAME, "-map", "0:a:0", "-vn", "-sn", "-dn"],
        // The filter only logs what it finds; the second one prints it where we read it.
        ...["-af", `silencedetect=noise=${NOISE_DB}dB:duration=${SILENCE_MIN_S},ametadata=mode=print:file=-`],
        ...["-f", "null", "-"],
      ],
      onLine(line) {
        const [, edge, seconds] = /^lavfi\.silence_(start|end)=(-?[\d.]+)/.exec(line) ?? [];
        const atMs = Math.max(0, Math.round(Number(seconds) * 1_000));
        if (edge === "start") startMs = atMs;
        if (edge !== "end" || startMs === null || silences.length === SILENCES_MAX) return;
        silences.push([startMs, atMs]);
        startMs = null;
      },
    },
    CPU_S,
  );
  return silences;
}
