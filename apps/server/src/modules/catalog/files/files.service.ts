import { type contentFile, FILE_MESSAGES, type fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { z } from "zod";
import { prepareUntrimmed, withRetimed } from "#modules/catalog/captions/trim-captions.service.ts";
import { actForItem } from "#modules/catalog/contents/act-for-item.service.ts";
import { selectImagesOf } from "#modules/catalog/contents/content-images.sql.ts";
import { originalMediaUrl } from "#modules/catalog/contents/contents.policy.ts";
import { requireEditableContent } from "#modules/catalog/contents/contents.service.ts";
import type { ContentRow } from "#modules/catalog/contents/contents.sql.ts";
import { recordItemEdit } from "#modules/catalog/contents/contents-edit.service.ts";
import { lockContent, selectOriginal } from "#modules/catalog/contents/contents-media.sql.ts";
import { selectTrim } from "#modules/catalog/cuts/cuts.sql.ts";
import { lockUnpublishedOf, processAhead, replaceMedia } from "#modules/catalog/media/media.service.ts";
import { discardUnpublishedOf } from "#modules/catalog/media/media-run.service.ts";
import { publishProgress } from "#modules/catalog/media/publish-progress.service.ts";
import { discardReplacementMedia, endReprocessing } from "#modules/catalog/media/reprocess.service.ts";
import { findFault, hasFailed } from "#modules/catalog/uploads/uploads.policy.ts";
import {
  discardUpload,
  listOpenUploads,
  requireOwnUpload,
  type UploadRow,
} from "#modules/catalog/uploads/uploads.service.ts";
import {
  endUpload,
  isPublishedUpload,
  lockUpload,
  lockUploadsOf,
  selectReplacement,
  selectUpload,
  setReplacement,
} from "#modules/catalog/uploads/uploads.sql.ts";
import { lockChannels, mayStillEdit } from "#modules/channels/index.ts";
import { isActiveStaff } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Member, requirePaid, type Viewer } from "#platform/viewer.ts";

type File = z.input<typeof contentFile>;
type OpenUploads = z.input<(typeof fileRoutes)["uploads"]["data"]>;
type ShowDeps = Pick<Deps, "sql" | "uploads" | "config" | "secrets" | "now">;

/** The originals of an item, with signed URLs to download them, and the file that will replace it. */
export async function showFile(deps: ShowDeps, viewer: Viewer, id: ContentId): Promise<File> {
  const content = await requireEditableContent(deps.sql, viewer, id);
  const isSet = content.type === "image";
  // First: a file that replaces the old one between these reads is then listed twice, never nowhere.
  const replacement = await selectReplacement(deps.sql, id);
  const original = await selectOriginal(deps.sql, id);
  const images = isSet ? await selectImagesOf(deps.sql, [id]) : [];
  const toUrl = (key: string | null) => (key === null ? null : originalMediaUrl(deps, content, key));
  // A set's own name and original are those of its first picture.
  const one = isSet ? null : original;
  return {
    file_name: one?.original_name ?? null,
    size_bytes: original?.original_bytes ?? null,
    url: toUrl(one?.original_key ?? null),
    images: images.map(({ name, file_name, original_bytes, original_key }) => ({
      id: name,
      file_name,
      size_bytes: original_bytes,
      url: toUrl(original_key),
    })),
    replacement: replacement && (await toReplacement(deps, viewer, replacement)),
  };
}

/** @throws AppError `not_found` for those who may not edit the item */
export async function listUploadsFor(deps: ShowDeps, editor: Member, id: ContentId): Promise<OpenUploads> {
  const content = await requireEditableContent(deps.sql, editor, id);
  return listOpenUploads(deps, await actForItem(deps.sql, editor, content));
}

async function toReplacement(
  deps: Pick<Deps, "uploads">,
  viewer: Viewer,
  upload: UploadRow,
): Promise<NonNullable<File["replacement"]>> {
  const sent = upload.completed_at ? upload.size_bytes : ((await deps.uploads.offsetOf(upload.id)) ?? 0);
  const is_of_another = upload.account_id !== viewer?.accountId;
  const about = { upload_id: upload.id, is_of_another, file_name: upload.file_name, size_bytes: upload.size_bytes };
  if (!upload.completed_at)
    return { ...about, state: "uploading", progress: Math.floor((sent / upload.size_bytes) * 100), message: null };
  if (upload.is_valid === null) return { ...about, state: "checking", progress: 0, message: null };
  const fault = findFault(upload) ?? (upload.processing === null ? FILE_MESSAGES.ourFault : null);
  if (fault !== null) return { ...about, state: "failed", progress: 0, message: fault };
  return { ...about, state: "processing", progress: upload.progress ?? 0, message: upload.warning };
}

/**
 * Replaces an item's file with an upload once that is complete and processed. May be called before its last byte has
 * arrived. What failed to replace it before is discarded.
 * @throws AppError `not_found` not an item that the caller may edit, or not their upload; `invalid_input` on `upload_id`;
 * `conflict` the item is being processed, or another file is replacing it
 */
export async function replaceFile(
  deps: ShowDeps & Pick<Deps, "storage">,
  editor: Member,
  id: ContentId,
  uploadId: string,
): Promise<File> {
  requirePaid(await actForItem(deps.sql, editor, await requireEditableContent(deps.sql, editor, id)));
  await requireOwnUpload(deps.sql, editor, uploadId);
  const before = await selectReplacement(deps.sql, id);
  await inTransaction(deps.sql, (tx) => requireReplaceable(tx, editor, { id, uploadId }));
  if (before && before.id !== uploadId) await discardUpload(deps, before.id);
  // What was made of it is under another id.
  if (before?.id !== uploadId) await discardUnpublishedOf(deps, uploadId);
  await inTransaction(deps.sql, async (tx) => {
    const { upload, content } = await requireReplaceable(tx, editor, { id, uploadId });
    if (upload.replaces_id === id) return;
    await setReplacement(tx, id, uploadId);
    await recordItemEdit(tx, editor, content, { action: "file_replaced", after: { file: upload.file_name } });
    // The run probes the file again: what the check found is not stored.
    if (upload.is_valid) await processAhead(tx, { ...upload, replaces_id: id }, {});
  });
  return showFile(deps, editor, id);
}

/** Locks them and the item. */
async function requireReplaceable(
  tx: Tx,
  editor: Member,
  { id, uploadId }: { id: ContentId; uploadId: string },
): Promise<{ upload: UploadRow; content: ContentRow }> {
  await lockUpload(tx, uploadId);
  await lockUploadsOf(tx, editor.accountId);
  // It may be being processed again at this moment.
  await lockContent(tx, id);
  const content = await requireEditableContent(tx, editor, id);
  const upload = await requireOwnUpload(tx, editor, uploadId);
  const fault =
    findReplacementFault(content, upload) ?? ((await isPublishedUpload(tx, uploadId)) ? FILE_MESSAGES.used : null);
  if (fault !== null) throw fieldError("upload_id", fault);
  if (!isSettled(content) || !(await endReprocessing(tx, id))) throw new AppError("conflict", FILE_MESSAGES.processing);
  const other = await selectReplacement(tx, id);
  if (other && other.id !== uploadId && !hasFailed(other)) throw new AppError("conflict", FILE_MESSAGES.another);
  // The upload of a failed new file may have expired without being purged yet.
  if (!other) await discardReplacementMedia(tx, content);
  return { upload, content };
}

/** Of a failed item, the original may never have been stored. */
function isSettled({ state, original_key }: ContentRow): boolean {
  return state === "failed" || (state === "ready" && original_key !== null);
}

function findReplacementFault(content: ContentRow, upload: UploadRow): string | null {
  if (content.type === "image") return FILE_MESSAGES.notImages;
  if (upload.type !== content.type) return FILE_MESSAGES.otherType;
  // Its bytes count for the channel that it was uploaded for.
  if (upload.channel_id !== content.channel_id) return FILE_MESSAGES.otherChannel;
  if (upload.replaces_id !== null && upload.replaces_id !== content.id) return FILE_MESSAGES.used;
  return findFault(upload);
}

/**
 * The new file is processed and becomes the item's. Does nothing if it was canceled meanwhile.
 * @throws AppError `conflict` captions or a trim were saved at the same moment
 */
export async function applyReplacement(
  deps: Pick<Deps, "sql" | "storage" | "events" | "log">,
  uploadId: string,
): Promise<void> {
  const seen = await selectUpload(deps.sql, uploadId);
  if (!seen?.replaces_id) return;
  const { account_id, replaces_id: id } = seen;
  const retimed = await prepareUntrimmed(deps, id, await selectTrim(deps.sql, id));
  const work = async (tx: Tx) => {
    await lockUpload(tx, uploadId);
    await lockUploadsOf(tx, account_id);
    const media = await lockUnpublishedOf(tx, uploadId);
    if (!media || (await selectUpload(tx, uploadId))?.replaces_id !== id) return false;
    if (media.content_id !== id) throw new Error("replacement: the new files belong to another item");
    const item = await lockItem(tx, id);
    if (!item) return false;
    // If the uploader has left the channel's team or the staff in the meantime, nothing is replaced.
    if (!(await mayStillEdit(tx, account_id, item)) && !(await isActiveStaff(tx, account_id))) {
      await discardReplacementMedia(tx, item);
      await setReplacement(tx, id, null);
      await endUpload(tx, uploadId);
      await publishProgress(tx, id, { isState: true });
      return false;
    }
    if (!(await replaceMedia(deps, tx, item, { media, retimed }))) return false;
    await setReplacement(tx, id, null);
    // Its file is in nobody's use any more.
    if (item.upload_id !== null) await endUpload(tx, item.upload_id);
    await publishProgress(tx, id, { isState: true });
    return true;
  };
  const isReplaced = await withRetimed(deps, id, retimed, work);
  if (isReplaced) deps.log.info({ content: id }, "file replaced");
}

async function lockItem(tx: Tx, id: string) {
  const seen = await lockContent(tx, id);
  if (seen) await lockChannels(tx, [seen.channel_id]);
  return seen;
}

export const replaceFileJob = defineJob({
  name: "files:replace",
  lane: "short",
  payload: z.object({ upload_id: uploadId }),
  attempts: 8,
  timeoutMs: 60_000,
  run: (deps, { upload_id }) => applyReplacement(deps, upload_id),
});
