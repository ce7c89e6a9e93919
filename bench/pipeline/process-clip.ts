import { cpuOfTree } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { waitUntilIdle } from "../product/wait-until-idle.ts";
import { publish, type Signed, sendFile, waitFor } from "./upload.ts";

/** Seconds since the last byte was accepted; CPU includes the worker and the programs it runs. */
export type ProcessCost = {
  contentId: string;
  playableS: number;
  ladderS: number;
  ladderCpuS: number;
  allS: number;
  allCpuS: number;
};

const LIMIT_MS = 15 * 60_000;

/** Uploads a clip like a person and waits until it is fully processed. */
export async function processClip(
  product: Running,
  signed: Signed,
  file: string,
  categoryId: number,
): Promise<ProcessCost> {
  const worker = product.workerPid();
  await waitUntilIdle(worker);
  const cpuBeforeS = cpuOfTree(worker);
  const uploadId = await sendFile(signed, file);
  const sentMs = performance.now();
  const since = () => ({ wallS: (performance.now() - sentMs) / 1000, cpuS: cpuOfTree(worker) - cpuBeforeS });

  const { id } = await publish(signed, uploadId, categoryId);
  await waitFor(signed, id, (item) => item.video_content.hls !== null, { everyMs: 20, limitMs: LIMIT_MS });
  const playable = since();
  await waitFor(signed, id, (item) => item.state === "ready", { everyMs: 50, limitMs: LIMIT_MS });
  const ladder = since();
  await waitFor(signed, id, (item) => item.video_content.storyboard !== null, { everyMs: 50, limitMs: LIMIT_MS });
  const all = since();
  return {
    contentId: id,
    playableS: playable.wallS,
    ladderS: ladder.wallS,
    ladderCpuS: ladder.cpuS,
    allS: all.wallS,
    allCpuS: all.cpuS,
  };
}
