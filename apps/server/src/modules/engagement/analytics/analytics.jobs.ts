import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { deleteOldBeatViewers } from "./beats.sql.ts";

/** How long a returning viewer is recognized, and a repeated report with them. */
const VIEWER_DAYS = 30;

/** Only the sums remain. */
export const purgeBeatViewersJob = defineJob({
  name: "analytics:purge-viewers",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "23 9 * * *",
  async run(deps) {
    const deleted = await deleteOldBeatViewers(deps.sql, VIEWER_DAYS);
    if (deleted > 0) deps.log.info({ deleted }, "deleted old viewers of the retention curves");
  },
});
