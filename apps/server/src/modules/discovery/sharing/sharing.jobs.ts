import { events } from "@app/contract/events";
import { defineJob } from "#platform/jobs/jobs.ts";
import { purgeSharesOfItem } from "./share-cards.service.ts";

export const purgeSharePicturesJob = defineJob({
  name: "sharing:purge-pictures",
  lane: "bulk",
  payload: events["content.purged"],
  attempts: 8,
  timeoutMs: 5 * 60_000,
  run: (deps, { content_id }) => purgeSharesOfItem(deps, content_id),
});
