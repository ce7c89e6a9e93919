import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { notifyFollowersOfUploads } from "./notifications.service.ts";
import { purgeOld } from "./notifications.sql.ts";

const PURGED_AT_ONCE = 5_000;

/** Queued when an item becomes ready, and every minute for those that become public in another way. */
export const notifyFollowersJob = defineJob({
  name: "notifications:notify-followers",
  lane: "bulk",
  payload: z.object({}),
  attempts: 5,
  timeoutMs: 10 * 60_000,
  cron: "* * * * *",
  run: (deps, _payload, signal) => notifyFollowersOfUploads(deps, signal),
});

export const purgeNotificationsJob = defineJob({
  name: "notifications:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "40 4 * * *",
  async run(deps) {
    while ((await purgeOld(deps.sql, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
  },
});
