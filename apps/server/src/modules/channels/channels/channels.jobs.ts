import { z } from "zod";
import { purgeInvitations } from "#modules/channels/members/members.sql.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { recountChannels } from "./channels.service.ts";

/** Nightly, so a wrong count is corrected by morning. Also purges invitations that ended 30 days ago. */
export const recountChannelsJob = defineJob({
  name: "channels:recount",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "17 8 * * *",
  async run(deps) {
    await recountChannels(deps);
    await purgeInvitations(deps.sql);
  },
});
