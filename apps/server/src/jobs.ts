import { forgetOldPicturesJob, measureContentsJob, purgeContentsJob } from "#modules/catalog/contents/contents.jobs.ts";
import { keepOriginalJob } from "#modules/catalog/media/keep-original.jobs.ts";
import { processVideoJob } from "#modules/catalog/media/process-video.jobs.ts";
import { checkUploadJob } from "#modules/catalog/uploads/check-upload.jobs.ts";
import { purgeUploadsJob } from "#modules/catalog/uploads/purge-uploads.jobs.ts";
import { takeFramesJob } from "#modules/catalog/uploads/take-frames.jobs.ts";
import { recountChannelsJob } from "#modules/channels/channels/channels.jobs.ts";
import { refreshDiscoveryJob } from "#modules/discovery/discovery/discovery.jobs.ts";
import { recountNumbersJob } from "#modules/discovery/numbers/numbers.jobs.ts";
import { placeDocumentsJob, sweepSearchJob } from "#modules/discovery/search/search.jobs.ts";
import { removeSharePicturesJob } from "#modules/discovery/sharing/sharing.jobs.ts";
import { checkpointLedgerJob } from "#modules/earnings/earnings/earnings.jobs.ts";
import { releaseReferralsJob } from "#modules/earnings/referrals/referrals.jobs.ts";
import { recountViewsJob } from "#modules/engagement/views/views.jobs.ts";
import { forgetExpiredJob } from "#modules/identity/accounts/accounts.jobs.ts";
import { mailLinkJob } from "#modules/identity/accounts/mail-link.jobs.ts";
import { eraseAccountJob } from "#modules/identity/deletion/erase-account.jobs.ts";
import { queueErasuresJob } from "#modules/identity/deletion/queue-erasures.jobs.ts";
import { prepareExportJob } from "#modules/identity/exports/prepare-export.jobs.ts";
import { purgeExportsJob } from "#modules/identity/exports/purge-exports.jobs.ts";
import { forgetSignUpDraftsJob } from "#modules/identity/sign-up-drafts/sign-up-drafts.jobs.ts";
import { runSandboxJob, watchPlansJob } from "#modules/membership/billing/billing.jobs.ts";
import { detachCardJob } from "#modules/membership/billing/detach-card.jobs.ts";
import { refundPaymentJob } from "#modules/membership/billing/refund-payment.jobs.ts";
import { settlePriceJob } from "#modules/membership/billing/settle-price.jobs.ts";
import { stopRenewalJob } from "#modules/membership/billing/stop-renewal.jobs.ts";
import { completeRegistrationsJob, forgetRegistrationsJob } from "#modules/membership/earners/earners.jobs.ts";
import type { Job } from "#platform/jobs/jobs.ts";
import { sendMailJob } from "#platform/mail/send-mail.ts";
import { drawPicturesJob, makeAnnouncementJob, makeReferralsJob, makeVideoJob } from "./seed/demo.jobs.ts";

/** Every job of the product; the worker refuses to start when one is queued that is not here. */
export const allJobs: readonly Job[] = [
  refreshDiscoveryJob,
  processVideoJob,
  keepOriginalJob,
  checkUploadJob,
  takeFramesJob,
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
