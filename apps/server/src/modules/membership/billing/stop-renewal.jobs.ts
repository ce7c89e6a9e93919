import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { carryOutStop } from "./stop-renewal.service.ts";

export const stopRenewalJob = defineJob({
  name: "billing:stop-renewal",
  lane: "short",
  payload: z.strictObject({ account_id: z.uuid() }),
  attempts: 12,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => carryOutStop(deps, payload.account_id),
});
