import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { maintainSearch, placeDocuments } from "./maintenance.service.ts";

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
