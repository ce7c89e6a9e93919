import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { sendDueDigests, sendDueEmails } from "./emails.service.ts";

export const sendDueEmailsJob = defineJob({
  name: "notifications:send-emails",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "* * * * *",
  run: (deps, _payload, signal) => sendDueEmails(deps, signal),
});

export const sendDueDigestsJob = defineJob({
  name: "notifications:send-digests",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  cron: "*/5 * * * *",
  run: (deps, _payload, signal) => sendDueDigests(deps, signal),
});
