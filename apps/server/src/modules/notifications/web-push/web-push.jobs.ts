import { z } from "zod";
import { purgePauses } from "#modules/notifications/notifications/pauses.sql.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { deliverPushes, sendTestPush } from "./deliver-pushes.service.ts";
import { purgeDeliveries } from "./deliveries.sql.ts";
import { purgeSubscriptions } from "./subscriptions.sql.ts";

const MINUTE_MS = 60_000;

/** Queued with a notification, and every minute for those whose quiet hours end or whose push service was busy. */
export const deliverPushesJob = defineJob({
  name: "web-push:deliver",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * MINUTE_MS,
  cron: "* * * * *",
  run: (deps, _payload, signal) => deliverPushes(deps, signal),
});

export const sendTestPushJob = defineJob({
  name: "web-push:send-test",
  lane: "short",
  payload: z.object({ device_id: z.uuid() }),
  attempts: 3,
  timeoutMs: MINUTE_MS,
  run: (deps, { device_id }) => sendTestPush(deps, device_id),
});

export const purgePushesJob = defineJob({
  name: "web-push:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: MINUTE_MS,
  cron: "50 4 * * *",
  async run(deps) {
    await purgeDeliveries(deps.sql);
    await purgePauses(deps.sql);
    await purgeSubscriptions(deps.sql);
  },
});
