import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Safe to run twice: the account stays due until everything is erased. */
export const eraseAccountJob = defineJob({
  name: "deletion:erase-account",
  lane: "bulk",
  payload: z.object({ account_id: z.uuid() }),
  attempts: 8,
  timeoutMs: 60 * 60_000,
  run: async (deps, { account_id }, signal) =>
    (await import("./erase.service.ts")).eraseAccount(deps, account_id, signal),
});
