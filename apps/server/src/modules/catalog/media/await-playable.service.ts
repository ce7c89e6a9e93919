import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#platform/db/database.ts";
import { selectProgressOf } from "./unpublished-media.sql.ts";

const LOOK_EVERY_MS = 200;
/** A worker that has time begins at once; otherwise all of them are busy, and nothing is gained by waiting. */
const BEGUN_WITHIN_MS = 1_500;
const PLAYABLE_WITHIN_MS = 6_000;

/** Waits while the first segments of an upload are being made: whatever can wait would only slow them down. */
export async function awaitPlayable(sql: Sql, uploadId: string, signal: AbortSignal): Promise<void> {
  const sinceMs = Date.now();
  for (;;) {
    const media = await selectProgressOf(sql, uploadId);
    if (media?.state !== "processing" || media.is_playable) return;
    const waitedMs = Date.now() - sinceMs;
    if (waitedMs > (media.is_claimed ? PLAYABLE_WITHIN_MS : BEGUN_WITHIN_MS)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}
