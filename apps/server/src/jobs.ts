import { forgetExpiredJob } from "#modules/accounts/accounts.jobs.ts";
import { mailLinkJob } from "#modules/accounts/mail-link.jobs.ts";
import { runSandboxJob, watchPlansJob } from "#modules/billing/billing.jobs.ts";
import { detachCardJob } from "#modules/billing/detach-card.jobs.ts";
import { refundPaymentJob } from "#modules/billing/refund-payment.jobs.ts";
import { settlePriceJob } from "#modules/billing/settle-price.jobs.ts";
import { stopRenewalJob } from "#modules/billing/stop-renewal.jobs.ts";
import { recountChannelsJob } from "#modules/channels/channels.jobs.ts";
import { forgetOldPicturesJob, measureContentsJob, purgeContentsJob } from "#modules/contents/contents.jobs.ts";
import { eraseAccountJob } from "#modules/deletion/erase-account.jobs.ts";
import { queueErasuresJob } from "#modules/deletion/queue-erasures.jobs.ts";
import { drawPicturesJob, makeAnnouncementJob, makeReferralsJob, makeVideoJob } from "#modules/demo/demo.jobs.ts";
import { refreshDiscoveryJob } from "#modules/discovery/discovery.jobs.ts";
import { completeRegistrationsJob, forgetRegistrationsJob } from "#modules/earners/earners.jobs.ts";
import { checkpointLedgerJob } from "#modules/earnings/earnings.jobs.ts";
import { prepareExportJob } from "#modules/exports/prepare-export.jobs.ts";
import { purgeExportsJob } from "#modules/exports/purge-exports.jobs.ts";
import { keepOriginalJob } from "#modules/media/keep-original.jobs.ts";
import { processVideoJob } from "#modules/media/process-video.jobs.ts";
import { recountNumbersJob } from "#modules/numbers/numbers.jobs.ts";
import { releaseReferralsJob } from "#modules/referrals/referrals.jobs.ts";
import { placeDocumentsJob, sweepSearchJob } from "#modules/search/search.jobs.ts";
import { removeSharePicturesJob } from "#modules/sharing/sharing.jobs.ts";
import { forgetSignUpDraftsJob } from "#modules/sign-up-drafts/sign-up-drafts.jobs.ts";
import { checkUploadJob } from "#modules/uploads/check-upload.jobs.ts";
import { purgeUploadsJob } from "#modules/uploads/purge-uploads.jobs.ts";
import { recountViewsJob } from "#modules/views/views.jobs.ts";
import type { Job } from "#platform/jobs/jobs.ts";
import { sendMailJob } from "#platform/mail/send-mail.ts";

/** Every job of the product; the worker refuses to start when one is queued that is not here. */
export const allJobs: readonly Job[] = [
  refreshDiscoveryJob,
  processVideoJob,
  keepOriginalJob,
  checkUploadJob,
  purgeUploadsJob,
  recountViewsJob,
  recountChannelsJob,
  forgetOldPicturesJob,
  purgeContentsJob,
  measureContentsJob,
  recountNumbersJob,
  sendMailJob,
  forgetExpiredJob,
  forgetSignUpDraftsJob,
  forgetRegistrationsJob,
  completeRegistrationsJob,
  mailLinkJob,
  queueErasuresJob,
  eraseAccountJob,
  prepareExportJob,
  purgeExportsJob,
  runSandboxJob,
  watchPlansJob,
  detachCardJob,
  settlePriceJob,
  refundPaymentJob,
  stopRenewalJob,
  drawPicturesJob,
  makeReferralsJob,
  makeVideoJob,
  makeAnnouncementJob,
  removeSharePicturesJob,
  placeDocumentsJob,
  sweepSearchJob,
  releaseReferralsJob,
  checkpointLedgerJob,
];
