import { z } from "zod";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { collectStalePlaces, moveDocuments, moveSuggestions, purgeUnused, rewriteStale } from "./maintenance.sql.ts";

/** Moves every document to the tiers it belongs to now. */
export function placeDocuments({ sql }: Pick<Deps, "sql">): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await collectStalePlaces(tx);
    await moveDocuments(tx);
    await moveSuggestions(tx);
  });
}

export async function maintainSearch({ sql }: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(sql, rewriteStale);
  await inTransaction(sql, purgeUnused);
}

export const placeDocumentsJob = defineJob({
  name: "search:place",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 15 * 60_000,
  cron: "7 * * * *",
  run: (deps) => placeDocuments(deps),
});

export const maintainSearchJob = defineJob({
  name: "search:maintain",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  cron: "40 8 * * *",
  run: (deps) => maintainSearch(deps),
});
