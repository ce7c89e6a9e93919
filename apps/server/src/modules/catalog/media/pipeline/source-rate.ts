import { readPackets, type Where } from "./packets.ts";
import type { ProbedStream } from "./probed.ts";
import type { Tools } from "./tools.ts";

export type SourceRate = { framesPerSecond: number; isVariableRate: boolean };

const UNKNOWN_FPS = 25;
/** Above this, what ffprobe says of Matroska is most likely its clock. */
const LIKELY_FPS = 120;
/** Up to this rate a picture of fields can hold two. */
const MOST_INTERLACED_FPS = 30.5;
const COUNTED_S = 20;

/**
 * Pictures a second as they are shown, fields one by one. Matroska need not say a rate, and ffprobe then guesses it
 * from the first packets and their clock: where its guesses differ or are unlikely the pictures are counted.
 */
export async function readRate(
  tools: Tools,
  where: Where,
  video: ProbedStream,
  { isMatroska, isInterlaced }: { isMatroska: boolean; isInterlaced: boolean },
): Promise<SourceRate> {
  const { avg_frame_rate, r_frame_rate } = video;
  const isGuessed = isMatroska && (avg_frame_rate > LIKELY_FPS || !isNear(avg_frame_rate, r_frame_rate));
  const counted = isGuessed ? await countRate(tools, where, video.index) : null;
  const average = counted ?? avg_frame_rate;
  const nominal = isInterlaced && isNear(r_frame_rate, 2 * average) ? average : r_frame_rate;
  const isVariableRate = average > 0 && nominal > 0 && !isNear(average, nominal);
  // The average of a constant rate is the nominal one, but for a clock that was rounded.
  const stored = (isVariableRate ? average : nominal || average) || UNKNOWN_FPS;
  return { framesPerSecond: isInterlaced && stored <= MOST_INTERLACED_FPS ? 2 * stored : stored, isVariableRate };
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.005 * other;
}

/** Of the beginning of the track; null where there are too few pictures to say. */
async function countRate(tools: Tools, where: Where, videoIndex: number): Promise<number | null> {
  const which = ["-select_streams", String(videoIndex), "-read_intervals", `%+${COUNTED_S}`];
  const shownS: number[] = [];
  await readPackets(tools, where, which, ({ atS, isLeftOut }) => {
    if (Number.isFinite(atS) && !isLeftOut) shownS.push(atS);
  });
  shownS.sort((a, b) => a - b);
  const spanS = (shownS.at(-1) ?? 0) - (shownS[0] ?? 0);
  return spanS > 0 ? (shownS.length - 1) / spanS : null;
}
