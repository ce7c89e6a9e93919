import { setTimeout as sleep } from "node:timers/promises";
import { contentRoutes } from "@app/contract/contents";
import { askOffset, beginUpload, sendBytes } from "../../apps/server/src/testing/tus.ts";
import { makeClip, watch } from "../journey.ts";
import { publish, signIn, untilProcessed } from "../people.ts";
import { until } from "../processes.ts";
import { type Measure, seconds } from "./row.ts";

const AWAY_MS = 60_000;
const FAILING = 0.05;
const SLOW_MS = 100;

/** The store is away for a minute during an upload and a ladder, and then fails and is slow while both go on. */
export const loseStore: Measure = async ({ stack, earner, categoryId }) => {
  const { store } = stack;
  const clip = makeClip(stack.folder, 20);
  const ladderId = await publish(earner, await sendWhole(earner, clip), "Ladder without a store", categoryId);
  const half = Math.floor(clip.length / 2);
  const uploadId = await beginUpload(earner, clip.length);
  await sendBytes(earner, uploadId, 0, clip.subarray(0, half));

  store.set({ away: true });
  const refused = await sendBytes(earner, uploadId, half, clip.subarray(half)).then(
    ({ status }) => status,
    () => 0,
  );
  await sleep(AWAY_MS);
  // What is listed as ready must have its files, which the last step finds out.
  const meanwhile = await earner.call(contentRoutes.one, { params: { id: ladderId } });
  store.set({ failing: FAILING, slowMs: SLOW_MS });

  let offset = -1;
  const resumeMs = await until(
    async () => {
      offset = await askOffset(earner, uploadId).catch(() => -1);
      if (offset < 0) return false;
      if (offset === clip.length) return true;
      const sent = await sendBytes(earner, uploadId, offset, clip.subarray(offset)).catch(() => null);
      return sent?.status === 204;
    },
    "the upload went on",
    { limitMs: 180_000, everyMs: 500 },
  );
  const uploadedId = await publish(earner, uploadId, "Sent past a lost store", categoryId);
  const ladderMs = await untilProcessed(earner, ladderId, 400_000);
  await untilProcessed(earner, uploadedId, 400_000);
  store.set({});
  const fan = await signIn(stack.origin, "firstfan");
  for (const id of [ladderId, uploadedId]) await watch(stack.origin, fan, id);
  return {
    measured: `the upload was refused (${refused}) while S3 was away and went on ${seconds(resumeMs)} after; the ladder, "${meanwhile.state}" meanwhile, was done ${seconds(ladderMs)} after the upload; both play; ${store.faults()} requests met a fault`,
    // A page gives an upload up that is said to be gone.
    holds: meanwhile.state !== "failed" && refused !== 404,
  };
};

async function sendWhole(earner: Parameters<typeof beginUpload>[0], clip: Buffer): Promise<string> {
  const id = await beginUpload(earner, clip.length);
  const { status } = await sendBytes(earner, id, 0, clip);
  if (status !== 204) throw new Error(`the bytes were refused: ${status}`);
  return id;
}
