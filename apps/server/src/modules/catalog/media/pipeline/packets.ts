import { runProbe, type Tools } from "./tools.ts";

/** Times in seconds of the file's own clock; NaN where the file does not say. */
export type Packet = {
  streamIndex: number;
  atS: number;
  endS: number;
  isKey: boolean;
  /** An edit list leaves it out: it is decoded at most, and never shown. */
  isLeftOut: boolean;
};

export type Where = { folder: string; signal: AbortSignal };

/**
 * Reads the packets of the source without decoding them.
 * @param which ffprobe's own options: one stream, an interval
 * @returns whether ffprobe came to the end
 */
export async function readPackets(
  tools: Tools,
  where: Where,
  which: readonly string[],
  onPacket: (packet: Packet) => void,
): Promise<boolean> {
  const entries = ["-show_entries", "packet=stream_index,pts_time,duration_time,flags", "-of", "csv=p=0"];
  const end = await runProbe(tools, {
    ...where,
    args: [...which, ...entries],
    onLine(line) {
      const [index = "", pts = "", duration = "", flags = ""] = line.split(",");
      const atS = Number.parseFloat(pts);
      const endS = atS + (Number.parseFloat(duration) || 0);
      onPacket({ streamIndex: Number(index), atS, endS, isKey: flags.startsWith("K"), isLeftOut: flags.includes("D") });
    },
  });
  return end.exitCode === 0;
}
