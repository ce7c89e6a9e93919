import { forgetExpiredJob } from "#modules/accounts/accounts.jobs.ts";
import { forgetOldPicturesJob } from "#modules/contents/contents.jobs.ts";
import { drawPicturesJob, makeVideoJob } from "#modules/demo/demo.jobs.ts";
import { refreshDiscoveryJob } from "#modules/discovery/discovery.jobs.ts";
import { processVideoJob } from "#modules/media/process-video.jobs.ts";
import { checkUploadJob } from "#modules/uploads/check-upload.jobs.ts";
import { purgeUploadsJob } from "#modules/uploads/purge-uploads.jobs.ts";
import { recountViewsJob } from "#modules/views/views.jobs.ts";
import type { Job } from "#platform/jobs/jobs.ts";
import { sendMailJob } from "#platform/mail/send-mail.ts";

/** Every job of the product; the worker refuses to start when one is queued that is not here. */
export const allJobs: readonly Job[] = [
  refreshDiscoveryJob,
  processVideoJob,
  checkUploadJob,
  purgeUploadsJob,
  recountViewsJob,
  forgetOldPicturesJob,
  sendMailJob,
  forgetExpiredJob,
  drawPicturesJob,
  makeVideoJob,
];
