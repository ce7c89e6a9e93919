import { toPictures, toSize } from "./display-filters.ts";
import { toEven } from "./ladder.ts";
import type { SourceFacts } from "./source-facts.ts";
import { runFfmpeg, SAFE_INPUT, SOURCE_NAME, type Tools } from "./tools.ts";

export const PREVIEW_S = 3;
/** Sharp enough for the banner, small enough for a card: about 300 kB. */
const LONG_SIDE_PX = 854;
const FRAMES_PER_SECOND = 25;
const CPU_S = 300;

/** A silent clip of three seconds from the first third of the video, for cards and the banner. */
export async function cutPreview(
  tools: Tools,
  source: Pick<SourceFacts, "pictureMs" | "leadS" | "widthPx" | "heightPx" | "videoIndex" | "isInterlaced" | "hdr">,
  where: { folder: string; name: string; signal: AbortSignal },
): Promise<void> {
  const lengthS = source.pictureMs / 1000;
  const fromS = Math.max(0, Math.min(lengthS / 3, lengthS - PREVIEW_S));
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(source.widthPx, source.heightPx));
  const size = { widthPx: toEven(source.widthPx * scale), heightPx: toEven(source.heightPx * scale) };
  const filters = [...toPictures(source, "send_frame"), `fps=${FRAMES_PER_SECOND}`, ...toSize(source, size, "yuv420p")];
  const args = [
    ...["-ss", (source.leadS + fromS).toFixed(3), "-t", String(PREVIEW_S), ...SAFE_INPUT, "-i", SOURCE_NAME],
    ...["-map", `0:${source.videoIndex}`, "-an", "-map_metadata", "-1", "-vf", filters.join(",")],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "27", "-movflags", "+faststart", where.name],
  ];
  const end = await runFfmpeg(tools, { ...where, args }, CPU_S);
  if (end.exitCode !== 0) throw new Error(`preview: ${end.stderr.slice(-500)}`);
}
