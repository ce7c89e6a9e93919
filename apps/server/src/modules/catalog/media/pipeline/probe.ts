import { open } from "node:fs/promises";
import path from "node:path";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import {
  chooseTracks,
  type PlayedTracks,
  PROBED_ENTRIES,
  type Probed,
  type ProbedStream,
  readProbed,
  readRate,
  readTime,
  type SourceRate,
  type SourceTime,
} from "./probed.ts";
import { MediaFault, requireUsable, type SourceFacts } from "./source-facts.ts";
import { runProbe, type Tools, type Where } from "./tools.ts";

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** First box of an ISO base media or QuickTime file (ISO/IEC 14496-12, section 4.3; QTFF). */
const BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);

const HEAD_BYTES = 16;

export type { SourceFacts };

const PROBE_CHARS = 1024 ** 2;
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);
/** Tracks may end this much earlier than the header says, in seconds or as a fraction of the length. */
const TAIL_SLACK_S = 2.5;
const TAIL_SLACK = 0.02;

/**
 * Probes the file `source` in `folder` and rejects what cannot or must not be processed.
 * @throws MediaFault with a message for the owner
 */
export async function probeSource(tools: Tools, folder: string, signal: AbortSignal): Promise<SourceFacts> {
  const where = { folder, signal };
  const { container, found, tracks } = await probeTracks(tools, where);
  const { video } = tracks;
  const time = await readTime(tools, where, found, tracks);
  const kind = { isMatroska: container === "matroska", isInterlaced: isInterlaced(video) };
  const facts = toFacts(found, tracks, time, await readRate(tools, where, video, kind));
  const lengthMs = Math.max(facts.lengthMs, time.claimedS * 1000);
  requireUsable({ ...facts, lengthMs }, { streams: found.streams.length, sizeBytes: found.format.size ?? 0 });
  if (time.leastMissingS > Math.max(TAIL_SLACK_S, time.claimedS * TAIL_SLACK))
    throw new MediaFault("The file is cut off: its end is missing. Please upload it again.");
  return facts;
}

type Tracks = { container: "mp4" | "matroska"; found: Probed; tracks: PlayedTracks };

async function probeTracks(tools: Tools, where: Where): Promise<Tracks> {
  const container = await requireVideoContainer(path.join(where.folder, SOURCE_NAME));
  const args = ["-show_entries", PROBED_ENTRIES, "-of", "json"];
  const result = await runProbe(tools, { ...where, args, keepChars: PROBE_CHARS });
  if (result.exitCode !== 0) throw toProbeFault(result.stderr);
  const found = readProbed(result.stdout);
  return { container, found, tracks: chooseTracks(found.streams) };
}

/**
 * @returns the index of the track that viewers hear; null without sound
 * @throws MediaFault
 */
export async function findAudioIndex(tools: Tools, where: Where): Promise<number | null> {
  return (await probeTracks(tools, where)).tracks.sound?.index ?? null;
}

function isInterlaced({ field_order }: ProbedStream): boolean {
  return !["progressive", "unknown"].includes(field_order);
}

function toProbeFault(stderr: string): MediaFault {
  const [, codec] = /Codec \((\w+)\) not on whitelist/.exec(stderr) ?? [];
  if (codec !== undefined)
    return new MediaFault(
      `A track of the file is encoded as “${codec}”, which we do not support. Please save it as H.264 with AAC and upload it again.`,
    );
  if (/exceeds specified max pixel count/i.test(stderr))
    return new MediaFault("The video is larger than 8K. Please save it at a smaller size and upload it again.");
  if (/exceeds max_streams/i.test(stderr))
    return new MediaFault(
      "The file contains too many tracks. Please save it with one video track and one audio track and upload it again.",
    );
  if (/moov atom not found|End of file|partial file/i.test(stderr))
    return new MediaFault("The file is cut off: a part of it is missing. Please upload it again.");
  return new MediaFault("The file cannot be read as a video. Please check that it plays on your own device.");
}

function toFacts(found: Probed, { video, sound }: PlayedTracks, time: SourceTime, rate: SourceRate): SourceFacts {
  const isHdr = HDR_TRANSFERS.has(video.color_transfer);
  return {
    lengthMs: Math.round(time.lengthS * 1000),
    videoMs: Math.round(time.pictureS * 1000),
    startS: time.startS,
    leadS: time.leadS,
    missingMs: Math.round(time.mostMissingS * 1000),
    ...toDisplay(video),
    ...rate,
    isInterlaced: isInterlaced(video),
    isHdr,
    hdr: isHdr ? toHdr(video) : null,
    videoCodec: video.codec_name,
    pixelFormat: video.pix_fmt,
    videoKbps: Math.round(bitsPerSOf(found, video, time.lengthS) / 1000),
    videoIndex: video.index,
    audio: sound && {
      index: sound.index,
      channels: sound.channels || 2,
      isAacLc: sound.codec_name === "aac" && sound.profile === "LC",
      endMs: Math.round((time.soundS ?? 0) * 1000),
    },
  };
}

function toDisplay(video: ProbedStream): Pick<SourceFacts, "widthPx" | "heightPx" | "isAltered"> {
  const matrix = video.side_data_list.find((side) => side.side_data_type === "Display Matrix");
  const isTurned = Math.abs(matrix?.rotation ?? 0) % 180 === 90;
  const aspect = video.sample_aspect_ratio || 1;
  const storedWidth = Math.round(video.width * aspect);
  return {
    widthPx: isTurned ? video.height : storedWidth,
    heightPx: isTurned ? storedWidth : video.height,
    isAltered: matrix !== undefined || aspect !== 1 || isInterlaced(video),
  };
}

function bitsPerSOf({ format }: Probed, video: ProbedStream, lengthS: number): number {
  return video.bit_rate ?? format.bit_rate ?? ((format.size ?? 0) * 8) / (lengthS || 1);
}

function toHdr(video: ProbedStream): { transfer: string; primaries: string; matrix: string } {
  const isStated = (value: string) => value !== "" && value !== "unknown" && value !== "reserved";
  return {
    transfer: video.color_transfer,
    primaries: isStated(video.color_primaries) ? video.color_primaries : "bt2020",
    matrix: isStated(video.color_space) ? video.color_space : "bt2020nc",
  };
}

/**
 * Identifies the container by its first bytes and never by its name, so a playlist or picture disguised as a video is
 * rejected before any demuxer sees it.
 * @throws MediaFault
 */
async function requireVideoContainer(path: string): Promise<"mp4" | "matroska"> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw new MediaFault("The file is empty.");
    if (head.subarray(0, 4).equals(EBML)) return "matroska";
    if (BOXES.has(head.toString("latin1", 4, 8))) return "mp4";
    throw new MediaFault("We do not support this kind of file. Please upload an mp4, mov, webm or mkv video.");
  } finally {
    await file.close();
  }
}
