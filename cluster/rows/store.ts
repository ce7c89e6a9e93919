import { setTimeout as sleep } from "node:timers/promises";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { API_PREFIX } from "@app/contract/paths";
import { askOffset, beginUpload, sendBytes } from "../../apps/server/src/testing/tus.ts";
import { makeClip, watchAll } from "../journey.ts";
import { type Earner, publish, signIn, untilProcessed } from "../people.ts";
import { until } from "../processes.ts";
import { type Measure, seconds } from "./row.ts";

const AWAY_MS = 60_000;
const FAILING = 0.05;
const SLOW_MS = 100;
const CLIP_S = 10;
const TRY_EVERY_MS = 2_000;
const LADDER_TITLE = "Ladder without a store";

/** The store is down for a minute during an upload and a transcode, then failing and slow while both continue. */
export const loseStore: Measure = async ({ stack, earner, categoryId }) => {
  const { store } = stack;
  const clip = makeClip(stack.folder, CLIP_S);
  const fan = await signIn(stack.origin, "firstfan");
  const ladderId = await publish(earner, await sendWhole(earner, clip), LADDER_TITLE, categoryId);
  const half = Math.floor(clip.length / 2);
  const uploadId = await beginUpload(earner, clip.length);
  await sendBytes(earner, uploadId, 0, clip.subarray(0, half));

  store.set({ away: true });
  const listening = watchLists(stack.origin, earner, ladderId);
  const answers: number[] = [];
  for (const untilMs = performance.now() + AWAY_MS; performance.now() < untilMs; await sleep(TRY_EVERY_MS))
    answers.push(
      await sendBytes(earner, uploadId, half, clip.subarray(half)).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  store.set({ failing: FAILING, slowMs: SLOW_MS });

  let offset = -1;
  let resumedAt = -1;
  const resumeMs = await until(
    async () => {
      offset = await askOffset(earner, uploadId).catch(() => -1);
      if (offset < 0) return false;
      if (resumedAt < 0) resumedAt = offset;
      if (offset === clip.length) return true;
      const sent = await sendBytes(earner, uploadId, offset, clip.subarray(offset)).catch(() => null);
      return sent?.status === 204;
    },
    "the upload went on",
    { limitMs: 180_000, everyMs: 500 },
  );
  const uploadedId = await publish(earner, uploadId, "Sent past a lost store", categoryId);
  const ladderMs = await untilProcessed(earner, ladderId, 240_000);
  await untilProcessed(earner, uploadedId, 240_000);
  const halfPublished = await listening.stop();
  store.set({});
  const files = [await watchAll(stack.origin, fan, ladderId), await watchAll(stack.origin, fan, uploadedId)];
  // A page abandons an upload on a permanent refusal, and retries on any other.
  const givenUp = answers.filter((status) => status >= 400 && status < 500);
  return {
    measured: `the upload was answered ${[...new Set(answers)].join(", ")} while S3 was away, went on at byte ${resumedAt} of ${clip.length} (${half} were sent) ${seconds(resumeMs)} after; the ladder was done ${seconds(ladderMs)} after that; listed ${halfPublished} times before it was ready; all ${files.join(" and ")} files of both came; ${store.faults()} requests met a fault`,
    holds: givenUp.length === 0 && resumedAt >= half && halfPublished === 0,
  };
};

/** Checks what visitors see for as long as the fault lasts. */
function watchLists(origin: string, earner: Earner, id: ContentId) {
  let halfPublished = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      // The list first: an item that becomes ready in between is not an error.
      const listed = await fetch(`${origin}${API_PREFIX}/get-contents/video`)
        .then((reply) => reply.text())
        .catch(() => "");
      const item = await earner.call(contentRoutes.one, { params: { id } }).catch(() => null);
      if (listed.includes(LADDER_TITLE) && item !== null && item.state !== "ready") halfPublished += 1;
      if (item?.state === "failed") throw new Error("the transcode failed for good");
      await sleep(TRY_EVERY_MS);
    }
    return halfPublished;
  })();
  looking.catch(() => undefined);
  return {
    stop() {
      isOver = true;
      return looking;
    },
  };
}

async function sendWhole(earner: Parameters<typeof beginUpload>[0], clip: Buffer): Promise<string> {
  const id = await beginUpload(earner, clip.length);
  const { status } = await sendBytes(earner, id, 0, clip);
  if (status !== 204) throw new Error(`the bytes were refused: ${status}`);
  return id;
}
