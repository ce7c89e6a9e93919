import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";
import { purgeDeleted } from "./write-comments.sql.ts";

const PURGED_AT_ONCE = 1_000;

/** Counts the comments and likes that a killed server had stored and not counted. */
export const recountCommentsJob = defineJob({
  name: "comments:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushCommentCounts(deps),
});

/** Deletes the rows of comments that were deleted 30 days ago. */
export const purgeCommentsJob = defineJob({
  name: "comments:purge",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "20 4 * * *",
  async run(deps) {
    while ((await purgeDeleted(deps.sql, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
  },
});
