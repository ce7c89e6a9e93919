import { randomBytes } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { CONTENT_MAX_BYTES, CONTENT_MAX_SIZE } from "@app/contract/file-limits";
import { contentId, type UploadId } from "@app/contract/ids";
import { OPEN_UPLOADS_MAX, type openUpload, type StorageUse, UPLOAD_MESSAGES } from "@app/contract/uploads";
import type { z } from "zod";
import { requireEditableContent } from "#modules/catalog/contents/contents.service.ts";
import { auditItem } from "#modules/catalog/contents/contents-edit.service.ts";
import { discardUnpublishedOf } from "#modules/catalog/media/media-run.service.ts";
import { requireVisibleChannel } from "#modules/channels/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { requireDiskSpace } from "#platform/storage/disk-space.ts";
import { channelOf, type Member, requirePaid } from "#platform/viewer.ts";
import { checkUploadJob } from "./check-upload.jobs.ts";
import { findSpaceFault, toStorageUse } from "./storage-use.policy.ts";
import { findFault } from "./uploads.policy.ts";
import {
  countOpenUploads,
  deleteUpload,
  insertUpload,
  isPublishedUpload,
  lockUpload,
  lockUploadsOf,
  markUploadComplete,
  selectOpenUploads,
  selectUpload,
  selectUsedBytes,
  setUploadExpiry,
  type UploadRow,
} from "./uploads.sql.ts";

export type { UploadRow };

type UploadView = z.input<typeof openUpload>;

/** An upload expires after `expiresAfterHours` without a new byte, and after `maxHours` in any case. */
const EXPIRY = { expiresAfterHours: 7 * 24, maxHours: 14 * 24 };
const HOUR_MS = 3_600_000;
export const UPLOAD_MAX_MS = EXPIRY.maxHours * HOUR_MS;
const FILE_NAME_MAX_CHARS = 200;
/** Files of other types cannot be checked yet, so nothing can be made of them. */
const UPLOADED_TYPES: readonly ContentType[] = ["video", "image", "document"];

/**
 * Creates an upload's row before tus accepts the first byte, so that every byte has an owner.
 * @param file.type null if it is none that can be uploaded; `file.sizeBytes` null if the client does not know it
 * @throws AppError `not_allowed` the channel is hidden; `invalid_input` an unknown type, no length or an impossible one;
 * `too_large`, also together with the account's other files; `too_many_requests`; `storage_full`
 */
export async function beginUpload(
  deps: Pick<Deps, "sql" | "storage" | "uploads" | "config">,
  earner: Member,
  file: { name: string; type: ContentType | null; sizeBytes: number | null },
): Promise<string> {
  requirePaid(earner);
  const { channelId, ownerId } = channelOf(earner);
  // A hidden channel is visible to its owner only, and nobody can upload to it.
  const { visibility } = await requireVisibleChannel(deps.sql, earner, channelId);
  if (visibility !== "open") throw new AppError("not_allowed", CHANNEL_MESSAGES.noUploads);
  const { type, sizeBytes } = requireFitting(file);
  // Room for the file itself and about as much again for its renditions.
  await requireDiskSpace(deps.config, [deps.uploads, deps.storage], 2 * sizeBytes);
  const id = randomBytes(16).toString("hex");
  await inTransaction(deps.sql, async (tx) => {
    await lockUploadsOf(tx, ownerId);
    if ((await countOpenUploads(tx, earner.accountId, channelId)) >= OPEN_UPLOADS_MAX)
      throw new AppError("too_many_requests", UPLOAD_MESSAGES.tooManyOpen);
    await requireSpace(tx, earner, sizeBytes);
    await insertUpload(tx, {
      id,
      accountId: earner.accountId,
      channelId,
      type,
      fileName: toPlainName(file.name),
      sizeBytes,
      expiresAfterHours: EXPIRY.expiresAfterHours,
    });
  });
  return id;
}

/** @throws AppError `too_large` the plan's storage has no room for it */
export async function requireSpace(tx: Sql, earner: Member, sizeBytes: number): Promise<void> {
  const fault = findSpaceFault(requirePlan(earner), await selectUsedBytes(tx, channelOf(earner).channelId), sizeBytes);
  if (fault) throw new AppError("too_large", fault);
}

/** @throws AppError `invalid_input`; `too_large` for its type */
function requireFitting({ type, sizeBytes }: { type: ContentType | null; sizeBytes: number | null }) {
  if (type === null || !UPLOADED_TYPES.includes(type))
    throw new AppError("invalid_input", "Files of this type cannot be uploaded.");
  if (sizeBytes === null || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
    throw new AppError("invalid_input", "The file is empty or its size is unknown.");
  if (sizeBytes > CONTENT_MAX_BYTES[type])
    throw new AppError("too_large", `The file is larger than ${CONTENT_MAX_SIZE[type]}.`);
  return { type, sizeBytes };
}

/** A readable name: no folders, no control characters, 200 characters at most. */
function toPlainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last.replace(/\p{C}/gu, "").trim().slice(0, FILE_NAME_MAX_CHARS);
  return plain === "" || plain === "." || plain === ".." ? "file" : plain;
}

/** @throws AppError `not_found` also for another person's upload */
export async function requireOwnUpload(sql: Sql, member: Member, id: string): Promise<UploadRow> {
  const row = await selectUpload(sql, id);
  if (!row || row.account_id !== member.accountId) throw notFound();
  return row;
}

/** When the upload expires for good, even if bytes keep arriving. */
export function uploadDeadline({ started_at }: UploadRow): Date {
  return new Date(started_at.getTime() + UPLOAD_MAX_MS);
}

/** Extends the expiry; called before more bytes are accepted. */
export async function extendUpload(deps: Pick<Deps, "sql">, id: string): Promise<void> {
  await setUploadExpiry(deps.sql, id, EXPIRY);
}

/** Called when the last byte has arrived. */
export async function completeUpload(deps: Pick<Deps, "sql">, id: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (!(await markUploadComplete(tx, id))) return;
    await enqueue(tx, checkUploadJob, { upload_id: id }, { key: `check:${id}`, priority: -10 });
  });
}

/** The server may have stopped after the last byte and before it recorded that, so the stored bytes decide. */
export async function completeIfWhole(deps: Pick<Deps, "sql" | "uploads">, row: UploadRow): Promise<void> {
  if (row.completed_at || (await deps.uploads.offsetOf(row.id)) !== row.size_bytes) return;
  await completeUpload(deps, row.id);
}

export async function listOpenUploads(
  deps: Pick<Deps, "sql" | "uploads" | "config" | "secrets" | "now">,
  member: Member,
): Promise<UploadView[]> {
  const rows = await selectOpenUploads(deps.sql, member.accountId, channelOf(member).channelId);
  return Promise.all(rows.map((row) => toUploadView(deps, row)));
}

/** The storage a channel uses, and the limits of their plan. */
export async function showStorageUse(deps: Pick<Deps, "sql">, earner: Member): Promise<StorageUse> {
  return toStorageUse(requirePlan(earner), await selectUsedBytes(deps.sql, channelOf(earner).channelId));
}

/** @throws AppError `not_allowed` for a General User */
function requirePlan(member: Member): Plan {
  const { plan } = channelOf(member);
  if (plan === null) throw new AppError("not_allowed", MESSAGES.notAllowed);
  return plan;
}

export async function showUpload(
  deps: Pick<Deps, "sql" | "uploads" | "config" | "secrets" | "now">,
  member: Member,
  id: UploadId,
): Promise<UploadView> {
  const row = await requireOwnUpload(deps.sql, member, id);
  await completeIfWhole(deps, row);
  return toUploadView(deps, row);
}

/**
 * Whoever may edit an item may also cancel its new file that somebody else sends.
 * @throws AppError `not_found` not this person's upload; `conflict` an item needs its bytes
 */
export async function cancelUpload(
  deps: Pick<Deps, "sql" | "uploads" | "storage">,
  member: Member,
  id: string,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockUpload(tx, id);
    const upload = await selectUpload(tx, id);
    if (upload?.replaces_id && upload.account_id !== member.accountId) await admitCancel(tx, member, upload);
    else await requireOwnUpload(tx, member, id);
    if (await isPublishedUpload(tx, id)) throw new AppError("conflict", "This upload has already been published.");
    // Nobody can find it from here on; if the rest is interrupted, the purge completes it.
    await setUploadExpiry(tx, id, { ...EXPIRY, expiresAfterHours: 0 });
  });
  await discardUpload(deps, id);
}

/** @throws AppError `not_found` for those who may not edit the item whose new file it is */
async function admitCancel(tx: Tx, member: Member, { replaces_id, file_name }: UploadRow): Promise<void> {
  const item = await requireEditableContent(tx, member, contentId.parse(replaces_id));
  await auditItem(tx, member, item, { action: "content.edited", before: { file: file_name }, after: { file: null } });
}

/** Deletes the row last, so an interrupted deletion can be repeated. */
export async function discardUpload(deps: Pick<Deps, "sql" | "uploads" | "storage">, id: string): Promise<void> {
  await deps.uploads.remove(id);
  await deps.storage.removePrefix(`uploads/${id}/`);
  await discardUnpublishedOf(deps, id);
  await deleteUpload(deps.sql, id);
}

async function toUploadView(
  deps: Pick<Deps, "uploads" | "config" | "secrets" | "now">,
  row: UploadRow,
): Promise<UploadView> {
  const offset = row.completed_at ? row.size_bytes : ((await deps.uploads.offsetOf(row.id)) ?? 0);
  return {
    id: row.id,
    type: row.type,
    replaces: row.replaces_id,
    file_name: row.file_name,
    size_bytes: row.size_bytes,
    offset_bytes: offset,
    started_at: row.started_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    check: toCheck(row),
    frames: row.frame_keys.map((key) => signedMediaUrl(deps, key, key)),
    awaits_frames: row.type === "video" && row.is_valid !== false && row.frame_keys.length === 0 && !row.frames_failed,
    processing: row.processing === null ? null : toProcessing(row.processing, row.progress ?? 0),
  };
}

/** A processing failure takes precedence over the result of the check. */
function toCheck(row: UploadRow): UploadView["check"] {
  if (row.is_valid === null) return null;
  const length = row.length_ms === null ? null : row.length_ms / 1000;
  const fault = findFault(row);
  return { ok: fault === null, message: fault ?? row.validation_error ?? row.warning, length };
}

function toProcessing(state: string, progress: number): NonNullable<UploadView["processing"]> {
  return { state: state as NonNullable<UploadView["processing"]>["state"], progress };
}
