import { z } from "zod";
import { inTransaction } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { replaceListedTotals } from "./contents-cards.sql.ts";
import { measureContents, publishDueContents, purgeDeletedContents } from "./contents-maintenance.service.ts";
import { purgeOldPictures } from "./pictures.service.ts";

export const purgeOldPicturesJob = defineJob({
  name: "contents:purge-old-pictures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "17 * * * *",
  run: (deps) => purgeOldPictures(deps),
});

export const countListedJob = defineJob({
  name: "contents:count-listed",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "*/10 * * * *",
  run: (deps) => inTransaction(deps.sql, replaceListedTotals),
});

export const purgeContentsJob = defineJob({
  name: "contents:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60 * 60_000,
  cron: "29 * * * *",
  run: (deps, _, signal) => purgeDeletedContents(deps, signal),
});

export const measureContentsJob = defineJob({
  name: "contents:measure",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60 * 60_000,
  cron: "47 * * * *",
  run: (deps, _, signal) => measureContents(deps, signal),
});

export const publishScheduledJob = defineJob({
  name: "contents:publish-scheduled",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  // Dates to publish are whole minutes.
  cron: "* * * * *",
  run: (deps, _, signal) => publishDueContents(deps, signal),
});
