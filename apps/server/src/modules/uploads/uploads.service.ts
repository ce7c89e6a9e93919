import { randomBytes } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import type { contentItem, contentRoutes } from "@app/contract/contents";
import { VIDEO_MAX_BYTES } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import type { UploadId } from "@app/contract/ids";
import { OPEN_UPLOADS_MAX, type openUpload, type StorageUse, UPLOAD_MESSAGES } from "@app/contract/uploads";
import type { z } from "zod";
import { requireOpenChannel } from "#modules/channels/open-channel.service.ts";
import { chooseThumbnail, createContent, setMediaState, showContent } from "#modules/contents/contents.service.ts";
import { queueVideoProcessing } from "#modules/media/media.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import { requireDiskSpace } from "#platform/storage/disk-space.ts";
import { type Member, requirePaid } from "#platform/viewer.ts";
import { checkUploadJob } from "./check-upload.jobs.ts";
import { findSpaceFault, toStorageUse } from "./storage-use.policy.ts";
import {
  countOpenUploads,
  deleteUpload,
  insertUpload,
  isMadeIntoItem,
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

/** An upload without a new byte is deleted after this time, and whatever comes, after that one. */
const EXPIRY = { keptHours: 7 * 24, mostHours: 14 * 24 };
const HOUR_MS = 3_600_000;
const FILE_NAME_MAX_CHARS = 200;

/**
 * Makes the row of an upload before tus takes the first byte, so that each byte has an owner.
 * @param sizeBytes null when the sender does not know it, which is refused
 * @throws AppError `not_allowed` the channel is closed; `invalid_input` no length or an impossible one; `too_large`
 *   also beside what this account has already; `too_many_requests`; `storage_full`
 */
export async function beginUpload(
  deps: Pick<Deps, "sql" | "storage" | "uploads" | "config">,
  earner: Member,
  file: { name: string; sizeBytes: number | null },
): Promise<string> {
  requirePaid(earner);
  const plan = requirePlan(earner);
  const { standing } = await requireOpenChannel(deps.sql, earner, earner.channelId);
  if (standing !== "open") throw new AppError("not_allowed", CHANNEL_MESSAGES.noUploads);
  const { sizeBytes } = file;
  if (sizeBytes === null || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
    throw new AppError("invalid_input", "The file is empty or its size is not known.");
  if (sizeBytes > VIDEO_MAX_BYTES) throw new AppError("too_large", "The file is larger than 4 GB.");
  // Once as it is sent, and about as much again for what is played.
  await requireDiskSpace(deps.config, [deps.uploads, deps.storage], 2 * sizeBytes);
  const id = randomBytes(16).toString("hex");
  await inTransaction(deps.sql, async (tx) => {
    await lockUploadsOf(tx, earner.accountId);
    if ((await countOpenUploads(tx, earner.accountId)) >= OPEN_UPLOADS_MAX)
      throw new AppError("too_many_requests", UPLOAD_MESSAGES.tooManyOpen);
    const fault = findSpaceFault(plan, await selectUsedBytes(tx, earner.accountId), sizeBytes);
    if (fault) throw new AppError("too_large", fault);
    await insertUpload(tx, {
      id,
      accountId: earner.accountId,
      fileName: toPlainName(file.name),
      sizeBytes,
      keptHours: EXPIRY.keptHours,
    });
  });
  return id;
}

/** A name for people to read: no folders, no control characters, no more than 200 characters. */
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

/** Whatever arrives until then: the moment at which an upload is no longer taken. */
export function endOfUpload({ started_at }: UploadRow): Date {
  return new Date(started_at.getTime() + EXPIRY.mostHours * HOUR_MS);
}

/** Called before more bytes of an upload are taken. */
export async function keepUpload(deps: Pick<Deps, "sql">, id: string): Promise<void> {
  await setUploadExpiry(deps.sql, id, EXPIRY);
}

/** Called when the last byte has arrived. */
export async function completeUpload(deps: Pick<Deps, "sql">, id: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (!(await markUploadComplete(tx, id))) return;
    await enqueue(tx, checkUploadJob, { upload_id: id }, { key: `check:${id}`, priority: -10 });
  });
}

/** The server may have stopped between the last byte and the word of it: the bytes count. */
async function completeIfWhole(deps: Pick<Deps, "sql" | "uploads">, row: UploadRow): Promise<void> {
  if (row.completed_at || (await deps.uploads.offsetOf(row.id)) !== row.size_bytes) return;
  await completeUpload(deps, row.id);
}

export async function listOpenUploads(
  deps: Pick<Deps, "sql" | "uploads" | "config" | "secrets" | "now">,
  member: Member,
): Promise<UploadView[]> {
  const rows = await selectOpenUploads(deps.sql, member.accountId);
  return Promise.all(rows.map((row) => toUploadView(deps, row)));
}

/** How much space this earner's files take, and may take. */
export async function showStorageUse(deps: Pick<Deps, "sql">, earner: Member): Promise<StorageUse> {
  return toStorageUse(requirePlan(earner), await selectUsedBytes(deps.sql, earner.accountId));
}

/** @throws AppError `not_allowed` a General User */
function requirePlan({ plan }: Member): Plan {
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

/** @throws AppError `not_found` not this person's upload; `conflict` an item is made of it, and needs its bytes */
export async function cancelUpload(
  deps: Pick<Deps, "sql" | "uploads" | "storage">,
  member: Member,
  id: string,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockUpload(tx, id);
    await requireOwnUpload(tx, member, id);
    if (await isMadeIntoItem(tx, id)) throw new AppError("conflict", "This upload was already made into an item.");
    // Nobody finds it from here on; if the rest is cut short, the purge does it.
    await setUploadExpiry(tx, id, { ...EXPIRY, keptHours: 0 });
  });
  await forgetUpload(deps, id);
}

/** The row goes last, so that what is cut short is begun again. */
export async function forgetUpload(deps: Pick<Deps, "sql" | "uploads" | "storage">, id: string): Promise<void> {
  await deps.uploads.remove(id);
  await deps.storage.removePrefix(`uploads/${id}/`);
  await deleteUpload(deps.sql, id);
}

async function toUploadView(
  deps: Pick<Deps, "uploads" | "config" | "secrets" | "now">,
  row: UploadRow,
): Promise<UploadView> {
  const offset = row.completed_at ? row.size_bytes : ((await deps.uploads.offsetOf(row.id)) ?? 0);
  return {
    id: row.id,
    file_name: row.file_name,
    size_bytes: row.size_bytes,
    offset_bytes: offset,
    started_at: row.started_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    check:
      row.check_ok === null
        ? null
        : {
            ok: row.check_ok,
            message: row.check_fault,
            length: row.length_ms === null ? null : row.length_ms / 1000,
          },
    frames: row.frame_keys.map((key) => signedMediaUrl(deps, key, key)),
  };
}

type Finish = z.output<(typeof contentRoutes)["upload"]["body"]>;

/**
 * Makes one item of a complete upload and queues its processing. Done twice it answers with the same item.
 * An upload that was under way when its channel was closed is not lost: its item is hidden with the channel.
 * @throws AppError `not_found` not this person's upload; `invalid_input` bytes are missing or it is no video
 */
export async function finishUpload(
  deps: Pick<Deps, "sql" | "storage" | "uploads" | "config" | "secrets" | "now">,
  earner: Member,
  { upload_id, thumbnail, ...fields }: Finish,
): Promise<z.input<typeof contentItem>> {
  requirePaid(earner);
  if (fields.type !== "video") throw fieldError("type", "Only videos can be uploaded so far.");
  await completeIfWhole(deps, await requireOwnUpload(deps.sql, earner, upload_id));
  const id = await inTransaction(deps.sql, async (tx) => {
    await lockUpload(tx, upload_id);
    const upload = await requireOwnUpload(tx, earner, upload_id);
    if (!upload.completed_at) throw fieldError("upload_id", "The file has not arrived completely yet.");
    if (upload.check_ok === false) throw fieldError("upload_id", upload.check_fault ?? "This file cannot be used.");
    const { content, isNew } = await createContent(tx, earner.channelId, fields, { uploadId: upload_id });
    if (content.owner_id !== earner.accountId) throw notFound();
    if (isNew) {
      if (thumbnail && "picture" in thumbnail)
        await setMediaState(tx, content.id, await chooseThumbnail(deps, tx, content, thumbnail));
      const frame = thumbnail && "frame" in thumbnail ? thumbnail.frame : null;
      await queueVideoProcessing(tx, { id: content.id, frame });
    }
    return content.id;
  });
  return showContent(deps, earner, id as Parameters<typeof showContent>[2]);
}
