import path from "node:path";
import { requireVideoContainer } from "./container.ts";
import { findEnds } from "./find-end.ts";
import { MediaFault } from "./media-fault.ts";
import { PROBED_ENTRIES, type Probed, type ProbedStream, readProbed } from "./probed.ts";
import type { SourceFacts } from "./source-facts.ts";
import { canDecodeSound, requireUsable } from "./source-limits.ts";
import { runProbe, SOURCE_NAME, type Tools } from "./tools.ts";

export type { SourceFacts };

const PROBE_CHARS = 1024 ** 2;
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);
/** The tracks may end this much before the file says so, in seconds or as a part of the length. */
const TAIL_SLACK_S = 2.5;
const TAIL_SLACK = 0.02;

/**
 * Reads what the file `source` in `folder` is, and refuses what cannot or must not be processed.
 * @throws MediaFault with a sentence for the owner
 */
export async function probeSource(tools: Tools, folder: string, signal: AbortSignal): Promise<SourceFacts> {
  await requireVideoContainer(path.join(folder, SOURCE_NAME));
  const args = ["-show_entries", PROBED_ENTRIES, "-of", "json"];
  const answer = await runProbe(tools, { folder, signal, args, keepChars: PROBE_CHARS });
  if (answer.exitCode !== 0) throw toProbeFault(answer.stderr);
  const found = readProbed(answer.stdout);
  const video = found.streams.find((stream) => stream.codec_type === "video" && !stream.disposition.attached_pic);
  if (!video) throw new MediaFault("The file holds no picture that moves.");
  const startS = found.format.start_time ?? 0;
  const claimedS = found.format.duration ?? video.duration ?? null;
  // Matroska claims when its clock ends, mp4 how long it is: a file whole by the lesser claim is whole.
  const claimedEndS = claimedS === null ? null : claimedS + Math.min(0, startS);
  const { endS, pictureEndS } = await findEnds(
    tools,
    { folder, signal },
    { endS: claimedEndS, videoIndex: video.index },
  );
  const facts = toFacts(found, video, {
    startS,
    lengthS: (endS ?? startS) - startS,
    pictureS: (pictureEndS ?? startS) - startS,
  });
  const lengthMs = Math.max(facts.lengthMs, (claimedEndS ?? 0) * 1000);
  requireUsable({ ...facts, lengthMs }, { streams: found.streams.length, sizeBytes: found.format.size ?? 0 });
  if (claimedEndS !== null && claimedEndS - (endS ?? 0) > Math.max(TAIL_SLACK_S, claimedEndS * TAIL_SLACK))
    throw new MediaFault("The file is cut off: its end is missing. Please send it once more.");
  return facts;
}

function toProbeFault(stderr: string): MediaFault {
  const [, codec] = /Codec \((\w+)\) not on whitelist/.exec(stderr) ?? [];
  if (codec !== undefined)
    return new MediaFault(
      `A track of the file is coded as “${codec}”, which we do not take. Please save it as H.264 with AAC and send it again.`,
    );
  if (/exceeds specified max pixel count/i.test(stderr))
    return new MediaFault("The picture is larger than 8K. Please save it smaller and send it again.");
  if (/exceeds max_streams/i.test(stderr)) return new MediaFault("The file holds too many tracks.");
  if (/moov atom not found|End of file|partial file/i.test(stderr))
    return new MediaFault("The file is cut off: a part of it is missing. Please send it once more.");
  return new MediaFault("The file cannot be read as a video. Please check that it plays on your own device.");
}

function toFacts(
  found: Probed,
  video: ProbedStream,
  time: { startS: number; lengthS: number; pictureS: number },
): SourceFacts {
  const { avg_frame_rate: average, r_frame_rate: nominal } = video;
  const isVariableRate = average > 0 && nominal > 0 && Math.abs(average - nominal) / nominal > 0.005;
  const matrix = video.side_data_list.find((side) => side.side_data_type === "Display Matrix");
  const isTurned = Math.abs(matrix?.rotation ?? 0) % 180 === 90;
  const isInterlaced = !["progressive", "unknown"].includes(video.field_order);
  const aspect = video.sample_aspect_ratio || 1;
  const storedWidth = Math.round(video.width * aspect);
  const isHdr = HDR_TRANSFERS.has(video.color_transfer);
  const bitsPerS = video.bit_rate ?? found.format.bit_rate ?? ((found.format.size ?? 0) * 8) / (time.lengthS || 1);
  return {
    lengthMs: Math.round(time.lengthS * 1000),
    pictureMs: Math.round(time.pictureS * 1000),
    startS: time.startS,
    widthPx: isTurned ? video.height : storedWidth,
    heightPx: isTurned ? storedWidth : video.height,
    // The average of a constant rate is the nominal one, but for a clock that was rounded.
    framesPerSecond: (isVariableRate ? average : nominal || average) || 25,
    isVariableRate,
    isInterlaced,
    isAltered: matrix !== undefined || aspect !== 1 || isInterlaced,
    isHdr,
    hdr: isHdr ? toHdr(video) : null,
    videoCodec: video.codec_name,
    pixelFormat: video.pix_fmt,
    videoKbps: Math.round(bitsPerS / 1000),
    videoIndex: video.index,
    audio: chooseSound(found.streams),
  };
}

function toHdr(video: ProbedStream): { transfer: string; primaries: string; matrix: string } {
  const isSaid = (value: string) => value !== "" && value !== "unknown" && value !== "reserved";
  return {
    transfer: video.color_transfer,
    primaries: isSaid(video.color_primaries) ? video.color_primaries : "bt2020",
    matrix: isSaid(video.color_space) ? video.color_space : "bt2020nc",
  };
}

/** The first sound track that we can decode. @throws MediaFault there are some, and none of them is */
function chooseSound(streams: readonly ProbedStream[]): SourceFacts["audio"] {
  const sounds = streams.filter((stream) => stream.codec_type === "audio");
  const chosen = sounds.find((stream) => canDecodeSound(stream.codec_name));
  if (chosen) return { index: chosen.index, channels: chosen.channels || 2 };
  const [first] = sounds;
  if (!first) return null;
  throw new MediaFault(
    `The sound is coded as “${first.codec_name}”, which we do not take. Please save it as AAC and send it again.`,
  );
}
