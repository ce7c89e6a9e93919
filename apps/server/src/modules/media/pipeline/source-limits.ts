import { MediaFault } from "./media-fault.ts";
import type { SourceFacts } from "./probe.ts";

const SHORTEST_MS = 500;
export const LONGEST_HOURS = 6;
const MOST_PIXELS = 8192 * 4320;
const LONGEST_SIDE_PX = 8192;
const SHORTEST_SIDE_PX = 32;
const MOST_FRAMES_PER_SECOND = 250;
const MOST_STREAMS = 32;
/** No picture that changes is smaller; a file below it claims a length that it does not have. */
const FEWEST_BYTES_PER_SECOND = 100;
/** As ffprobe names codecs; what may decode them stands in `tools.ts`. */
const CODECS = new Set(["h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mpeg2video", "prores", "mjpeg"]);

/**
 * The caps on what is processed at all.
 * @throws MediaFault
 */
export function requireUsable(
  source: Pick<SourceFacts, "lengthMs" | "widthPx" | "heightPx" | "framesPerSecond" | "videoCodec">,
  file: { streams: number; sizeBytes: number },
): void {
  const { lengthMs, widthPx, heightPx } = source;
  if (!CODECS.has(source.videoCodec))
    throw new MediaFault(
      `The video is coded as “${source.videoCodec}”, which we do not take. Please save it as H.264 and send it again.`,
    );
  if (file.streams > MOST_STREAMS) throw new MediaFault("The file holds too many tracks.");
  if (!(lengthMs >= SHORTEST_MS)) throw new MediaFault("The video is shorter than half a second.");
  if (lengthMs > LONGEST_HOURS * 3_600_000)
    throw new MediaFault(`The video is longer than ${LONGEST_HOURS} hours. Please send it in parts.`);
  if (file.sizeBytes > 0 && file.sizeBytes / (lengthMs / 1000) < FEWEST_BYTES_PER_SECOND)
    throw new MediaFault("The file does not hold as much video as it says. Please check that it plays to its end.");
  if (Math.min(widthPx, heightPx) < SHORTEST_SIDE_PX) throw new MediaFault("The picture is too small.");
  if (widthPx * heightPx > MOST_PIXELS || Math.max(widthPx, heightPx) > LONGEST_SIDE_PX)
    throw new MediaFault("The picture is larger than 8K. Please save it smaller and send it again.");
  if (source.framesPerSecond > MOST_FRAMES_PER_SECOND)
    throw new MediaFault(`The video has more than ${MOST_FRAMES_PER_SECOND} frames a second.`);
}
