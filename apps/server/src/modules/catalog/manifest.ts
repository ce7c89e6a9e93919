import type { Domain } from "#platform/domain.ts";
import { onEvent, onEventByJob } from "#platform/events/subscriptions.ts";
import { serveCaptions } from "./captions/captions.routes.ts";
import { failWithoutEngineJob, findSilencesJob, recognizeSpeechJob } from "./captions/speech.jobs.ts";
import { serveCategories, serveStaffCategories } from "./categories/categories.routes.ts";
import {
  countListedJob,
  measureContentsJob,
  publishScheduledJob,
  purgeContentsJob,
  purgeOldPicturesJob,
} from "./contents/contents.jobs.ts";
import { serveContents } from "./contents/contents.routes.ts";
import { purgeContentsOf, purgePicturesOf } from "./contents/contents-maintenance.service.ts";
import { hideChannelOf, showChannelOf } from "./contents/hide-channel.service.ts";
import { removeThumbnailJob } from "./contents/old-thumbnails.service.ts";
import { cutClipJob, trimVideoJob } from "./cuts/cuts.jobs.ts";
import { serveCuts } from "./cuts/cuts.routes.ts";
import { resumeTrim } from "./cuts/cuts.service.ts";
import { processDocumentJob } from "./documents/documents.jobs.ts";
import { serveDocuments } from "./documents/documents.routes.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { serveFiles } from "./files/files.routes.ts";
import { replaceFileJob } from "./files/files.service.ts";
import { serveHub } from "./hub/hub.routes.ts";
import { drawAvifJob, drawLargeJob } from "./media/draw-larger.jobs.ts";
import { drawAddedJob, drawImagesJob, processVideoJob, storeOriginalJob } from "./media/media.jobs.ts";
import { serveMedia } from "./media/media.routes.ts";
import { resumeMedia } from "./media/media.service.ts";
import { purgeRunJob } from "./media/purge-run.jobs.ts";
import { finishReprocessingJob, resumeReprocessing } from "./media/reprocess.service.ts";
import { checkUploadJob } from "./uploads/check-upload.jobs.ts";
import { eraseUploadsOf, purgeUploadsJob } from "./uploads/purge-uploads.service.ts";
import { takeFramesJob } from "./uploads/take-frames.jobs.ts";
import { serveUploads } from "./uploads/uploads.routes.ts";
import { endOpenUploads } from "./uploads/uploads.sql.ts";

export const catalog: Domain = {
  name: "catalog",
  routes: [
    serveCaptions,
    serveCategories,
    serveStaffCategories,
    serveContents,
    serveCuts,
    serveDocuments,
    serveFiles,
    serveHub,
    serveMedia,
    serveUploads,
  ],
  jobs: [
    processVideoJob,
    processDocumentJob,
    storeOriginalJob,
    drawAddedJob,
    drawImagesJob,
    drawAvifJob,
    drawLargeJob,
    cutClipJob,
    trimVideoJob,
    purgeRunJob,
    findSilencesJob,
    recognizeSpeechJob,
    failWithoutEngineJob,
    checkUploadJob,
    takeFramesJob,
    purgeUploadsJob,
    purgeOldPicturesJob,
    removeThumbnailJob,
    purgeContentsJob,
    publishScheduledJob,
    countListedJob,
    measureContentsJob,
  ],
  tables: {
    captions: ["automatic_captions", "captions", "caption_cues", "cut_cues", "silences"],
    categories: ["categories"],
    contents: ["content_images", "contents", "listed_totals", "pictures", "renditions"],
    cuts: ["clips", "trims"],
    documents: ["documents", "document_pages"],
    media: ["unpublished_media"],
    uploads: ["uploads"],
  },
  subscriptions: [
    // Events, although publisher and subscriber are in this domain: `media` does not know what a file is for.
    onEventByJob("upload.replacement_ready", replaceFileJob),
    onEventByJob("content.remade", finishReprocessingJob),
    onEvent("content.undeleted", async (_deps, tx, { content_id }) => {
      await resumeMedia(tx, content_id);
      await resumeReprocessing(tx, content_id);
      await resumeTrim(tx, content_id);
    }),
    onEvent("member.removed", (_deps, tx, { account_id, channel_id }) => endOpenUploads(tx, account_id, channel_id)),
    onEvent("account.deletion_requested", (_deps, tx, { account_id }) => hideChannelOf(tx, account_id, "deletion")),
    onEvent("account.banned", (_deps, tx, { account_id }) => hideChannelOf(tx, account_id, "ban")),
    onEvent("account.unbanned", async (_deps, tx, { account_id }) => {
      await showChannelOf(tx, account_id, "ban");
    }),
    onEvent("account.deletion_canceled", async (_deps, tx, { account_id }) => {
      await showChannelOf(tx, account_id, "deletion");
    }),
  ],
  personalData: {
    eraseFiles: [
      async (deps, { channelId }, signal) => {
        if (channelId !== null) await purgeContentsOf(deps, channelId, signal);
      },
      (deps, { accountId }) => purgePicturesOf(deps, accountId),
      (deps, { accountId }, signal) => eraseUploadsOf(deps, accountId, signal),
    ],
    exportParts,
    notExported,
  },
};
