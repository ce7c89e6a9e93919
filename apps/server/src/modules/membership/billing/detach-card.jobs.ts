import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { detachCard } from "./detach-card.service.ts";

export const detachCardJob = defineJob({
  name: "billing:detach-card",
  lane: "short",
  payload: z.strictObject({ account_id: z.uuid(), provider_card_id: z.string() }),
  attempts: 8,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => detachCard(deps, payload.account_id, payload.provider_card_id),
});
