import type { SourceFacts } from "./probe.ts";
import { runProbe, SAFE_INPUT, SOURCE_NAME, type Tools } from "./tools.ts";

/** Further apart than this, segments become too long to start and to switch quickly. */
const FURTHEST_APART_S = 5;
/** Reading every packet of a longer video costs more than it saves. */
const LONGEST_MS = 2 * 3_600_000;

/** Whether a source has keyframes often enough for its stored video to be cut into segments as it is. */
export async function hasSteadyKeyframes(
  tools: Tools,
  source: Pick<SourceFacts, "videoIndex" | "lengthMs">,
  where: { folder: string; signal: AbortSignal },
): Promise<boolean> {
  if (source.lengthMs > LONGEST_MS) return false;
  const times: number[] = [];
  const args = [
    ...SAFE_INPUT,
    ...["-select_streams", String(source.videoIndex), "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0"],
    ...["-i", SOURCE_NAME],
  ];
  await runProbe(tools, {
    ...where,
    args,
    onLine(line) {
      const [at = "", flags = ""] = line.split(",");
      if (flags.startsWith("K")) times.push(Number(at));
    },
  });
  return areSteady(times, source.lengthMs / 1000);
}

/** @param times of the keyframes, in seconds */
export function areSteady(times: readonly number[], lengthS: number): boolean {
  const [first] = times;
  if (first === undefined || !(first < 0.5)) return false;
  return [...times.slice(1), lengthS].every((at, index) => {
    const gapS = at - (times[index] ?? 0);
    return gapS <= FURTHEST_APART_S;
  });
}
