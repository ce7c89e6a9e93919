import type { PlayedTracks } from "./choose-tracks.ts";
import { findEnds } from "./find-end.ts";
import type { Where } from "./packets.ts";
import type { Probed, ProbedStream } from "./probed.ts";
import type { Tools } from "./tools.ts";

/** In seconds; of the tracks that are played. */
export type SourceTime = {
  startS: number;
  /** From the beginning of all tracks, from which ffmpeg counts, to theirs. */
  leadS: number;
  lengthS: number;
  pictureS: number;
  /** What the header claims, whether or not it is there; 0 without a claim. */
  claimedS: number;
  /** By how much the worst and the best of them end before the header says so; 0 without a claim. */
  mostMissingS: number;
  leastMissingS: number;
};

/** When the tracks that are played begin and end: others may be longer, or begin before them. */
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
  const ofFileS = found.format.duration === undefined ? null : found.format.duration + Math.min(0, fileStartS);
  const claimedEndS = claims.every((claim) => claim !== null) ? Math.max(...claims) : ofFileS;
  const ends = await findEnds(tools, where, { claimedEndS, played: played.map(({ index }) => index) });
  const endOf = ({ index }: ProbedStream) => ends.get(index) ?? startS;
  const lastEndS = Math.max(startS, ...ends.values());
  // Matroska claims one end for all of its tracks, mp4 one for each.
  const missingS = played.map((track, at) => {
    const claim = claims[at] ?? null;
    return claim === null ? (claimedEndS ?? lastEndS) - lastEndS : claim - endOf(track);
  });
  const fileMissingS = ofFileS === null ? 0 : ofFileS - lastEndS;
  return {
    startS,
    leadS: Math.max(0, startS - fileStartS),
    lengthS: Math.max(...played.map(endOf)) - startS,
    pictureS: endOf(video) - startS,
    claimedS: Math.max(0, claimedEndS ?? 0, ofFileS ?? 0),
    mostMissingS: Math.max(0, ...missingS),
    leastMissingS: Math.max(0, fileMissingS, Math.min(...missingS)),
  };
}

/** Some writers count the length from zero and some from the track's beginning: one whole by the lesser claim is whole. */
function claimedEndOf({ duration, start_time }: ProbedStream): number | null {
  return duration === undefined ? null : duration + Math.min(0, start_time ?? 0);
}
