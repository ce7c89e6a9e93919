import { runProbe, type Tools } from "./tools.ts";

/** Looked at before the end that the header claims; every packet of a shorter file is. */
const NEAR_S = 10;

/** In seconds of the file's clock; null where there is no packet. */
export type Ends = { endS: number | null; pictureEndS: number | null };
type Where = { folder: string; signal: AbortSignal };

/**
 * When the last packet of any track ends, and the last one of the picture. Looks near the end that
 * the header claims; without a claim at every packet, and where the picture ends earlier at all of its own.
 */
export async function findEnds(
  tools: Tools,
  where: Where,
  claim: { endS: number | null; videoIndex: number },
): Promise<Ends> {
  const near = claim.endS !== null && claim.endS > 2 * NEAR_S ? ["-read_intervals", `${claim.endS - NEAR_S}%`] : [];
  const ends = await readEnds(tools, where, claim.videoIndex, near);
  if (ends.endS === null || ends.pictureEndS !== null) return ends;
  const { pictureEndS } = await readEnds(tools, where, claim.videoIndex, ["-select_streams", String(claim.videoIndex)]);
  return { ...ends, pictureEndS };
}

async function readEnds(tools: Tools, where: Where, videoIndex: number, which: readonly string[]): Promise<Ends> {
  const ends: Ends = { endS: null, pictureEndS: null };
  const entries = ["-show_entries", "packet=stream_index,pts_time,duration_time", "-of", "csv=p=0"];
  await runProbe(tools, {
    ...where,
    args: [...which, ...entries],
    onLine(line) {
      const [index = "", pts = "", duration = ""] = line.split(",");
      const at = Number.parseFloat(pts) + (Number.parseFloat(duration) || 0);
      if (!Number.isFinite(at)) return;
      ends.endS = Math.max(ends.endS ?? at, at);
      if (Number(index) === videoIndex) ends.pictureEndS = Math.max(ends.pictureEndS ?? at, at);
    },
  });
  return ends;
}
