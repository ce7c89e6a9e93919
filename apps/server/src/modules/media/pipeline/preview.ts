import type { SourceFacts } from "./probe.ts";
import { runFfmpeg, SAFE_INPUT, SOURCE_NAME, type Tools } from "./tools.ts";

export const PREVIEW_S = 3;
/** Sharp enough for the banner, small enough for a card: about 300 kB. */
const LONG_SIDE_PX = 854;

/**
 * A silent clip of three seconds from the first third of the video, for cards and the banner.
 */
export async function cutPreview(
  tools: Tools,
  source: Pick<SourceFacts, "lengthMs" | "widthPx" | "heightPx" | "videoIndex">,
  where: { folder: string; name: string; signal: AbortSignal },
): Promise<void> {
  const lengthS = source.lengthMs / 1000;
  const fromS = Math.max(0, Math.min(lengthS / 3, lengthS - PREVIEW_S));
  const longPx = Math.min(LONG_SIDE_PX, Math.max(source.widthPx, source.heightPx)) & ~1;
  const scale = source.widthPx >= source.heightPx ? `${longPx}:-2` : `-2:${longPx}`;
  const args = [
    ...["-ss", fromS.toFixed(3), "-t", String(PREVIEW_S), ...SAFE_INPUT, "-i", SOURCE_NAME],
    ...["-map", `0:${source.videoIndex}`, "-an", "-map_metadata", "-1"],
    ...["-vf", `scale=${scale},setsar=1,fps=25,format=yuv420p`, "-c:v", "libx264", "-preset", "veryfast", "-crf", "27"],
    ...["-movflags", "+faststart", where.name],
  ];
  const end = await runFfmpeg(tools, { ...where, args }, 300);
  if (end.exitCode !== 0) throw new Error(`preview: ${end.stderr.slice(-500)}`);
}
