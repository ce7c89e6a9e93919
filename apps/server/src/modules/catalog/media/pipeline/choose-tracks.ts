import { MediaFault } from "./media-fault.ts";
import type { ProbedStream } from "./probed.ts";
import { canDecodePicture, canDecodeSound } from "./source-limits.ts";

export type PlayedTracks = { video: ProbedStream; sound: ProbedStream | null };

/**
 * The tracks that a player would play. A phone's file may hold several.
 * @throws MediaFault there is no picture, or sound and none that we can decode
 */
export function chooseTracks(streams: readonly ProbedStream[]): PlayedTracks {
  const pictures = streams.filter((stream) => stream.codec_type === "video" && !stream.disposition.attached_pic);
  const video = choose(pictures, canDecodePicture) ?? pictures[0];
  if (!video) throw new MediaFault("The file contains no video.");
  const sounds = streams.filter((stream) => stream.codec_type === "audio");
  const sound = choose(sounds, canDecodeSound);
  if (!sound && sounds[0])
    throw new MediaFault(
      `The sound is coded as “${sounds[0].codec_name}”, which we do not take. Please save it as AAC and send it again.`,
    );
  return { video, sound: sound ?? null };
}

/** The default track, otherwise the first, of those that can be decoded. */
function choose(streams: readonly ProbedStream[], canDecode: (codec: string) => boolean): ProbedStream | undefined {
  const usable = streams.filter((stream) => canDecode(stream.codec_name));
  return usable.find((stream) => stream.disposition.default) ?? usable[0];
}
