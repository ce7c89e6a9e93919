import { z } from "zod";
import { canDecodePicture, canDecodeSound, MediaFault } from "./source-facts.ts";
import { type Packet, readPackets, type Tools, type Where } from "./tools.ts";

export type PlayedTracks = { video: ProbedStream; sound: ProbedStream | null };

/** Entries requested from ffprobe. None has a length an attacker controls: no tags, no chapters. */
export const PROBED_ENTRIES = [
  "stream=index,codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate," +
    "field_order,color_transfer,color_primaries,color_space,start_time,duration,bit_rate,channels,profile",
  "stream_disposition=attached_pic,default",
  "stream_side_data=side_data_type,rotation",
  "format=start_time,duration,bit_rate,size",
].join(":");

/** ffprobe leaves out what it does not know, or prints N/A. */
const seconds = z.coerce.number().optional().catch(undefined);
/** `30000/1001` and `4:3` as numbers; 0 for `0/0`. */
const ratio = z.string().default("").transform(toNumber);
const word = z.string().default("");

const probedStream = z.object({
  index: z.number(),
  codec_type: word,
  codec_name: z.string().default("unknown"),
  width: z.number().default(0),
  height: z.number().default(0),
  pix_fmt: word,
  sample_aspect_ratio: ratio,
  avg_frame_rate: ratio,
  r_frame_rate: ratio,
  field_order: z.string().default("unknown"),
  color_transfer: word,
  color_primaries: word,
  color_space: word,
  start_time: seconds,
  duration: seconds,
  bit_rate: seconds,
  channels: z.number().default(0),
  /** Of the codec; a number where ffprobe has no name for it. */
  profile: z.coerce.string().default(""),
  disposition: z
    .object({ attached_pic: z.number().default(0), default: z.number().default(0) })
    .default({ attached_pic: 0, default: 0 }),
  side_data_list: z
    .array(z.object({ side_data_type: word, rotation: z.number().optional().catch(undefined) }))
    .default([]),
});
export type ProbedStream = z.infer<typeof probedStream>;

const probed = z.object({
  streams: z.array(probedStream).default([]),
  format: z.object({ start_time: seconds, duration: seconds, bit_rate: seconds, size: seconds }),
});
export type Probed = z.infer<typeof probed>;

/** @throws MediaFault if the output was too long to be read whole, or cannot belong to a video */
export function readProbed(json: string): Probed {
  try {
    return probed.parse(JSON.parse(json));
  } catch {
    throw new MediaFault("The file cannot be read as a video. Please check that it plays on your own device.");
  }
}

function toNumber(text: string): number {
  const [over = "0", under = "1"] = text.split(/[/:]/);
  const value = Number(over) / Number(under);
  return Number.isFinite(value) ? value : 0;
}

/**
 * Chooses the tracks a player would play. A phone's file may hold several.
 * @throws MediaFault if there is no picture, or none of the sound can be decoded
 */
export function chooseTracks(streams: readonly ProbedStream[]): PlayedTracks {
  const pictures = streams.filter((stream) => stream.codec_type === "video" && !stream.disposition.attached_pic);
  const video = choose(pictures, canDecodePicture) ?? pictures[0];
  if (!video) throw new MediaFault("The file contains no video.");
  const sounds = streams.filter((stream) => stream.codec_type === "audio");
  const sound = choose(sounds, canDecodeSound);
  if (!sound && sounds[0])
    throw new MediaFault(
      `The sound is encoded as “${sounds[0].codec_name}”, which we do not support. Please save it as AAC and upload it again.`,
    );
  return { video, sound: sound ?? null };
}

/** The default track among those that can be decoded, otherwise the first of them. */
function choose(streams: readonly ProbedStream[], canDecode: (codec: string) => boolean): ProbedStream | undefined {
  const usable = streams.filter((stream) => canDecode(stream.codec_name));
  return usable.find((stream) => stream.disposition.default) ?? usable[0];
}

/** How much of the end is read; shorter files are read completely. */
const NEAR_S = 10;

/** In seconds, for the tracks that are played. */
export type SourceTime = {
  startS: number;
  /** From the start of all tracks, where ffmpeg's clock starts, to the start of these. */
  leadS: number;
  lengthS: number;
  pictureS: number;
  /** Null without sound. */
  soundS: number | null;
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
    soundS: sound && endOf(sound) - startS,
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
