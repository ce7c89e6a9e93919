import { setTimeout as sleep } from "node:timers/promises";
import { contentRoutes } from "@app/contract/contents";
import { askOffset, beginUpload, sendBytes } from "../../apps/server/src/testing/tus.ts";
import { makeClip, watch } from "../journey.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import { publish, signIn, untilProcessed } from "../people.ts";
import { until } from "../processes.ts";
import { untilReady } from "../stack.ts";
import { type Measure, seconds } from "./row.ts";

const CHUNK_BYTES = 64 * 1024;
const PIECES = 4;
const CLIP_S = 10;

/** Kills a web process while it receives a file, and a worker while it transcodes it. */
export const killWebAndWorker: Measure = async ({ stack, earner, categoryId }) => {
  const clip = makeClip(stack.folder, CLIP_S);
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: 4, pauseMs: 20 });
  const id = await beginUpload(earner, clip.length);
  let sentTo = 0;
  const pieceBytes = Math.ceil(clip.length / PIECES);
  let resumedAt = 0;
  for (let piece = 0; sentTo < clip.length; piece++) {
    const until_ = Math.min(clip.length, sentTo + pieceBytes);
    const sending = sendBytes(earner, id, sentTo, clip.subarray(sentTo, until_)).catch(() => null);
    if (piece === 1) {
      await sleep(CHUNK_BYTES / 64_000);
      stack.webs[0].signal("SIGKILL");
    }
    await sending;
    await until(async () => {
      resumedAt = await askOffset(earner, id).catch(() => -1);
      return resumedAt >= 0;
    }, "the upload says how far it came");
    sentTo = resumedAt;
  }
  await untilReady(stack.webOrigins[0]);
  const itemId = await publish(earner, id, "Sent past a kill", categoryId);
  await until(
    async () => {
      const item = await earner.call(contentRoutes.one, { params: { id: itemId } }).catch(() => null);
      return item !== null && JSON.stringify(item).includes('"hls":"');
    },
    "the ladder has begun",
    { limitMs: 180_000 },
  );
  // The number of running jobs in both workers.
  const [running] = await stack.databases.query<{ count: number }>(
    stack.databases.primary(),
    "select count(*)::int as count from graphile_worker.jobs where locked_at is not null",
  );
  stack.workers[0].signal("SIGKILL");
  const processedMs = await untilProcessed(earner, itemId, 300_000);
  const fan = await signIn(stack.origin, "firstfan");
  await watch(stack.origin, fan, itemId);
  const result = await load.stop();
  return {
    measured: `upload of ${clip.length} bytes went on at its byte and is whole; ${running?.count ?? 0} jobs ran when a worker was killed, ladder done ${seconds(processedMs)} later and plays; ${result.failures.length} of ${result.answered} other requests failed${result.failures[0] ? ` (${result.failures[0]})` : ""}`,
    holds: result.failures.length === 0,
  };
};
