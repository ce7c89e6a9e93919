import path from "node:path";
import { z } from "zod";
import { requireVideoContainer } from "./container.ts";
import { MediaFault } from "./media-fault.ts";
import { requireUsable } from "./source-limits.ts";
import { runProbe, SAFE_INPUT, SOURCE_NAME, type Tools } from "./tools.ts";

/** What is known of a source after the probe. Sizes are as displayed: rotated, with square pixels. */
export type SourceFacts = {
  lengthMs: number;
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  isVariableRate: boolean;
  isHdr: boolean;
  /** Rotated by metadata, pixels not square, or interlaced: what is stored is not what is shown. */
  isAltered: boolean;
  videoCodec: string;
  pixelFormat: string;
  videoKbps: number;
  videoIndex: number;
  audio: { index: number; channels: number } | null;
};

const probedStream = z.object({
  index: z.number(),
  codec_type: z.string().default("unknown"),
  codec_name: z.string().default("unknown"),
  width: z.number().optional(),
  height: z.number().optional(),
  pix_fmt: z.string().default(""),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().default("0/0"),
  r_frame_rate: z.string().default("0/0"),
  field_order: z.string().optional(),
  color_transfer: z.string().optional(),
  duration: z.string().optional(),
  bit_rate: z.string().optional(),
  channels: z.number().optional(),
  disposition: z.object({ attached_pic: z.number().default(0), default: z.number().default(0) }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
});
export type ProbedStream = z.infer<typeof probedStream>;

const probed = z.object({
  streams: z.array(probedStream).default([]),
  format: z.object({ duration: z.string().optional(), bit_rate: z.string().optional(), size: z.string().optional() }),
});

const PROBE_BYTES = 4 * 1024 ** 2;
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);
/** The picture may end this much before the file says so, in milliseconds or as a part of the length. */
const TAIL_SLACK_MS = 2_500;
const TAIL_SLACK = 0.02;

/**
 * Reads what the file `source` in `folder` is, and refuses what cannot or must not be processed.
 * @throws MediaFault with a sentence for the owner
 */
export async function probeSource(tools: Tools, folder: string, signal: AbortSignal): Promise<SourceFacts> {
  await requireVideoContainer(path.join(folder, SOURCE_NAME));
  const args = [...SAFE_INPUT, "-show_format", "-show_streams", "-of", "json", "-i", SOURCE_NAME];
  const end = await runProbe(tools, { folder, signal, args, keepBytes: PROBE_BYTES });
  if (end.exitCode !== 0) throw toProbeFault(end.stderr);
  const found = probed.parse(JSON.parse(end.stdout));
  const video = found.streams.find((stream) => stream.codec_type === "video" && !stream.disposition?.attached_pic);
  if (!video) throw new MediaFault("The file holds no picture that moves.");
  const claimedS = Number(found.format.duration ?? video.duration ?? Number.NaN);
  const endS = await findEnd(tools, folder, signal, video.index, claimedS);
  const lengthS = Number.isFinite(claimedS) && claimedS > 0 ? claimedS : (endS ?? 0);
  const sizeBytes = Number(found.format.size ?? 0);
  const facts = toFacts(video, found.streams, lengthS, Number(found.format.bit_rate ?? (sizeBytes * 8) / (lengthS || 1)));
  requireUsable(facts, { streams: found.streams.length, sizeBytes });
  const missingMs = facts.lengthMs - (endS ?? 0) * 1000;
  if (endS === null || missingMs > Math.max(TAIL_SLACK_MS, facts.lengthMs * TAIL_SLACK))
    throw new MediaFault("The file is cut off: its end is missing. Please send it once more.");
  return facts;
}

function toProbeFault(stderr: string): MediaFault {
  if (/moov atom not found|End of file|partial file/i.test(stderr))
    return new MediaFault("The file is cut off: a part of it is missing. Please send it once more.");
  return new MediaFault("The file cannot be read as a video. Please check that it plays on your own device.");
}

/**
 * When the last picture of the file ends, in seconds, from its packets; null when there is none near
 * the end that the header claims. Without a claim every packet is looked at.
 */
async function findEnd(
  tools: Tools,
  folder: string,
  signal: AbortSignal,
  videoIndex: number,
  claimedS: number,
): Promise<number | null> {
  const near = Number.isFinite(claimedS) && claimedS > 20 ? ["-read_intervals", `${claimedS - 10}%`] : [];
  let endS: number | null = null;
  const args = [
    ...SAFE_INPUT,
    ...near,
    ...["-select_streams", String(videoIndex), "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0"],
    ...["-i", SOURCE_NAME],
  ];
  await runProbe(tools, {
    folder,
    signal,
    args,
    onLine(line) {
      const [pts = "", duration = ""] = line.split(",");
      const at = Number.parseFloat(pts) + (Number.parseFloat(duration) || 0);
      if (Number.isFinite(at)) endS = Math.max(endS ?? 0, at);
    },
  });
  return endS;
}

function toFacts(video: ProbedStream, streams: ProbedStream[], lengthS: number, bitsPerS: number): SourceFacts {
  const audio = streams.find((stream) => stream.codec_type === "audio");
  const average = toNumber(video.avg_frame_rate, "/");
  const nominal = toNumber(video.r_frame_rate, "/");
  const rotation = video.side_data_list.find((side) => side.rotation !== undefined)?.rotation ?? 0;
  const aspect = toNumber(video.sample_aspect_ratio ?? "1:1", ":") || 1;
  const storedWidth = Math.round((video.width ?? 0) * aspect);
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    lengthMs: Math.round(lengthS * 1000),
    widthPx: isTurned ? (video.height ?? 0) : storedWidth,
    heightPx: isTurned ? storedWidth : (video.height ?? 0),
    framesPerSecond: average || nominal || 25,
    isVariableRate: average > 0 && nominal > 0 && Math.abs(average - nominal) / nominal > 0.005,
    isHdr: HDR_TRANSFERS.has(video.color_transfer ?? ""),
    isAltered: rotation !== 0 || aspect !== 1 || !["progressive", "unknown", undefined].includes(video.field_order),
    videoCodec: video.codec_name,
    pixelFormat: video.pix_fmt,
    videoKbps: Math.round(Number(video.bit_rate ?? bitsPerS) / 1000),
    videoIndex: video.index,
    audio: audio ? { index: audio.index, channels: audio.channels ?? 2 } : null,
  };
}

/** `30000/1001` and `4:3` as numbers; 0 for `0/0`. */
function toNumber(text: string, sign: string): number {
  const [over = "0", under = "1"] = text.split(sign);
  const value = Number(over) / Number(under);
  return Number.isFinite(value) ? value : 0;
}
