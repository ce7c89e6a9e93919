import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { settlePrice } from "./settle-price.service.ts";

export const settlePriceJob = defineJob({
  name: "billing:settle-price",
  lane: "short",
  payload: z.strictObject({ subscription_id: z.uuid() }),
  attempts: 12,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => settlePrice(deps, payload.subscription_id),
});
