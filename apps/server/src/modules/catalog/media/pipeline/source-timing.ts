import type { PlayedTracks, Probed, ProbedStream } from "./probed.ts";
import type { Tools } from "./tools.ts";
import { type Packet, readPackets, type Where } from "./tools.ts";

/** How much of the end is read; shorter files are read completely. */
const NEAR_S = 10;

/** In seconds, for the tracks that are played. */
export type SourceTime = {
  startS: number;
  /** From the start of all tracks, where ffmpeg's clock starts, to the start of these. */
  leadS: number;
  lengthS: number;
  pictureS: number;
  /** The end according to the header, even if it is missing; 0 if the header states none. */
  claimedS: number;
  /** How much earlier than stated the shortest and the longest track end; 0 if the header states none. */
  mostMissingS: number;
  leastMissingS: number;
};

export type SourceRate = { framesPerSecond: number; isVariableRate: boolean };

const UNKNOWN_FPS = 25;
/** Above this, the rate ffprobe reports for Matroska is most likely that of its clock. */
const LIKELY_FPS = 120;
/** Up to this rate, an interlaced frame can hold two pictures. */
const MAX_INTERLACED_FPS = 30.5;
const COUNTED_S = 20;

/**
 * Frames per second as displayed, counting fields individually. Matroska need not state a rate, and ffprobe then
 * guesses from the first packets and their clock: if its guesses differ or are unlikely, frames are counted.
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
  return toRate(counted ?? avg_frame_rate, r_frame_rate, isInterlaced);
}

function toRate(average: number, r_frame_rate: number, isInterlaced: boolean): SourceRate {
  const nominal = isInterlaced && isNear(r_frame_rate, 2 * average) ? average : r_frame_rate;
  const isVariableRate = average > 0 && nominal > 0 && !isNear(average, nominal);
  // For a constant rate, average and nominal are equal except for clock rounding.
  const stored = (isVariableRate ? average : nominal || average) || UNKNOWN_FPS;
  return { framesPerSecond: isInterlaced && stored <= MAX_INTERLACED_FPS ? 2 * stored : stored, isVariableRate };
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.005 * other;
}

/** Counts at the start of the track; null if there are too few frames. */
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

/** When the played tracks start and end. Other tracks may be longer or start earlier. */
export async function readTime(
  tools: Tools,
  where: Where,
  found: Probed,
  { video, sound }: PlayedTracks,
): Promise<SourceTime> {
  const played = sound ? [video, sound] : [video];
  const fileStartS = found.format.start_time ?? 0;
  const startS = Math.min(...played.map((track) => track.start_time ?? fileStartS));
  const claims = played.map(claimedEndOf);
  const ofFileS = claimedEndOf(found.format);
  const claimedEndS = claims.every((claim) => claim !== null) ? Math.max(...claims) : ofFileS;
  const ends = await findEnds(tools, where, { claimedEndS, played: played.map(({ index }) => index) });
  const endOf = ({ index }: ProbedStream) => ends.get(index) ?? startS;
  const lastEndS = Math.max(startS, ...ends.values());
  // Matroska states one end for all tracks, MP4 one per track.
  const missingS = played.map((track, at) => {
    const claim = claims[at] ?? null;
    return claim === null ? (claimedEndS ?? lastEndS) - lastEndS : claim - endOf(track);
  });
  return {
    startS,
    leadS: Math.max(0, startS - fileStartS),
    lengthS: Math.max(...played.map(endOf)) - startS,
    pictureS: endOf(video) - startS,
    claimedS: Math.max(0, claimedEndS ?? 0, ofFileS ?? 0),
    mostMissingS: Math.max(0, ...missingS),
    leastMissingS: Math.max(0, (ofFileS ?? lastEndS) - lastEndS, Math.min(...missingS)),
  };
}

/**
 * Some writers count the length from zero, others from the track's start. The smaller claim decides whether a file is
 * complete.
 */
function claimedEndOf({ duration, start_time }: Pick<ProbedStream, "duration" | "start_time">): number | null {
  return duration === undefined ? null : duration + Math.min(0, start_time ?? 0);
}

/**
 * When the last packet of each track ends, by track index, in seconds of the file's clock. Reads near the stated end.
 * If a played track has nothing there, or no end is stated, reads every packet.
 */
async function findEnds(
  tools: Tools,
  where: Where,
  { claimedEndS, played }: { claimedEndS: number | null; played: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const ends = new Map<number, number>();
  const onPacket = ({ streamIndex, endS, isLeftOut }: Packet) => {
    if (Number.isFinite(endS) && !isLeftOut) ends.set(streamIndex, Math.max(ends.get(streamIndex) ?? endS, endS));
  };
  const isLong = claimedEndS !== null && claimedEndS > 2 * NEAR_S;
  await readPackets(tools, where, isLong ? ["-read_intervals", `${claimedEndS - NEAR_S}%`] : [], onPacket);
  for (const index of isLong ? played.filter((one) => !ends.has(one)) : [])
    await readPackets(tools, where, ["-select_streams", String(index)], onPacket);
  return ends;
}
