import { median } from "../median.ts";
import type { Running } from "../product/start.ts";
import { waitUntilIdle } from "../product/wait-until-idle.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { HEAVY_CLIPS, makeClip } from "./clips.ts";
import { processClip } from "./process-clip.ts";
import { publish, type Signed, sendFile, waitUntilProcessed } from "./upload.ts";

const LIMIT_MS = 5 * 60_000;

/** Heavy sources, published at once and after filling in the form: how soon they are playable. */
export async function measureHeavy(
  settings: Settings,
  { product, signed, categoryId, rounds }: { product: Running; signed: Signed; categoryId: number; rounds: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const clip of HEAVY_CLIPS) {
    const file = await makeClip(settings, clip);
    const playableS: number[] = [];
    for (let round = 0; round < rounds; round++)
      playableS.push((await processClip(product, signed, file, categoryId)).playableS);
    rows.push(row(`${clip.name}: last byte to first playable`, median(playableS), "s", 4));
  }
  const [phone] = HEAVY_CLIPS;
  if (!phone) return rows;
  const ms = await timePublish(product, signed, await makeClip(settings, phone), categoryId);
  return [...rows, row(`${phone.name}: Publish to playable, after its form`, ms, "ms", 500)];
}

async function timePublish(product: Running, signed: Signed, file: string, categoryId: number): Promise<number> {
  await waitUntilIdle(product.workerPid());
  const uploadId = await sendFile(signed, file);
  await waitUntilProcessed(signed, uploadId, LIMIT_MS);
  const pressedMs = performance.now();
  const item = await publish(signed, uploadId, categoryId);
  const playlist = await fetch(signed.origin + (item.video_content.hls ?? "/nothing"));
  if (!playlist.ok) throw new Error(`It does not play: ${playlist.status}`);
  return performance.now() - pressedMs;
}
