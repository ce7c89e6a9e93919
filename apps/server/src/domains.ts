import { catalog } from "#modules/catalog/manifest.ts";
import { channels } from "#modules/channels/manifest.ts";
import { discovery } from "#modules/discovery/manifest.ts";
import { earnings } from "#modules/earnings/manifest.ts";
import { engagement } from "#modules/engagement/manifest.ts";
import { identity } from "#modules/identity/manifest.ts";
import { membership } from "#modules/membership/manifest.ts";
import { notifications } from "#modules/notifications/manifest.ts";
import { staff } from "#modules/staff/manifest.ts";
import type { Domain } from "#platform/domain.ts";
import type { Job } from "#platform/jobs/jobs.ts";
import { purgeFailedMailJob, sendMailJob } from "#platform/mail/send-email.ts";

/** Lowest first: a domain imports only domains before it, which notify it by events. */
export const domains: readonly Domain[] = [
  identity,
  channels,
  catalog,
  engagement,
  membership,
  earnings,
  discovery,
  notifications,
  staff,
];

/** Every job except for those of the demo world. */
export const allJobs: readonly Job[] = [
  sendMailJob,
  purgeFailedMailJob,
  ...domains.flatMap(({ jobs, subscriptions }) => [...jobs, ...subscriptions.flatMap(({ job }) => job ?? [])]),
];
