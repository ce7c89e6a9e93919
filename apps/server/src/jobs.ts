import type { Job } from "#platform/jobs/jobs.ts";
import { sendMailJob } from "#platform/mail/send-email.ts";
import { domains } from "./domains.ts";

/** Every job of the product; those of the demo world come to them where it is shown. */
export const allJobs: readonly Job[] = [
  sendMailJob,
  ...domains.flatMap(({ jobs, subscriptions }) => [...jobs, ...subscriptions.flatMap(({ job }) => job ?? [])]),
];
