import { type Packet, readPackets, type Where } from "./packets.ts";
import type { Tools } from "./tools.ts";

/** Looked at before the end that the header claims; every packet of a shorter file is. */
const NEAR_S = 10;

/**
 * When the last packet of each track ends, by the track's index, in seconds of the file's clock. Looks near the end
 * that the header claims; of a played track that has nothing there, and without a claim, at every packet.
 */
export async function findEnds(
  tools: Tools,
  where: Where,
  { claimedEndS, played }: { claimedEndS: number | null; played: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const ends = new Map<number, number>();
  const see = ({ streamIndex, endS, isLeftOut }: Packet) => {
    if (Number.isFinite(endS) && !isLeftOut) ends.set(streamIndex, Math.max(ends.get(streamIndex) ?? endS, endS));
  };
  const isLong = claimedEndS !== null && claimedEndS > 2 * NEAR_S;
  await readPackets(tools, where, isLong ? ["-read_intervals", `${claimedEndS - NEAR_S}%`] : [], see);
  for (const index of isLong ? played.filter((one) => !ends.has(one)) : [])
    await readPackets(tools, where, ["-select_streams", String(index)], see);
  return ends;
}
