import { z } from "zod";
import { canDecodePicture, canDecodeSound, MediaFault } from "./source-facts.ts";

export type PlayedTracks = { video: ProbedStream; sound: ProbedStream | null };

/** Entries requested from ffprobe. None has a length an attacker controls: no tags, no chapters. */
export const PROBED_ENTRIES = [
  "stream=index,codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate," +
    "field_order,color_transfer,color_primaries,color_space,start_time,duration,bit_rate,channels",
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
