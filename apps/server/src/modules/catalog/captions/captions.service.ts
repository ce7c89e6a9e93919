import { randomBytes, randomUUID } from "node:crypto";
import {
  CAPTIONS_MESSAGES,
  CAPTIONS_PART,
  type CaptionCue,
  type CaptionLanguage,
  type CaptionTrack,
  type captionRoutes,
  toWebVtt,
} from "@app/contract/captions";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { toCaptionTrack } from "#modules/catalog/contents/contents.presenter.ts";
import { requireEditableContent, requireVisibleContent } from "#modules/catalog/contents/contents.service.ts";
import type { ContentRow } from "#modules/catalog/contents/contents.sql.ts";
import { recordItemEdit } from "#modules/catalog/contents/contents-edit.service.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import {
  deleteCaptions,
  lockCaptions,
  selectCaptions,
  selectCaptionsOf,
  selectCues,
  writeCues,
} from "./captions.sql.ts";
import { parseCaptions } from "./captions-file.ts";

type FileDeps = Pick<Deps, "sql" | "storage" | "log">;
type WriteDeps = FileDeps & Pick<Deps, "config" | "secrets" | "now">;
type Named = { id: ContentId; language: CaptionLanguage };

/** @throws AppError `not_found` no such item for this viewer, or no captions in this language */
export async function readCaptions(
  { sql }: Pick<Deps, "sql">,
  viewer: Viewer,
  { id, language }: Named,
): Promise<z.input<(typeof captionRoutes)["read"]["data"]>> {
  const content = await requireVisibleContent(sql, viewer, id);
  const captions = await selectCaptions(sql, content.id, language);
  if (!captions) throw notFound();
  const { is_automatic, revision } = captions;
  return { language, is_automatic, revision, cues: await selectCues(sql, captions.id) };
}

/**
 * @param revision the one that the file was made of; undefined overwrites whatever is there
 * @throws AppError `invalid_input` on the field `captions`; `conflict` there is another revision, or the item is no video
 */
export async function saveCaptions(
  deps: WriteDeps,
  viewer: Viewer,
  { revision, ...named }: Named & { revision?: number | undefined },
  bytes: Buffer,
): Promise<CaptionTrack> {
  const content = await requireCaptionable(deps, viewer, named.id);
  const parsed = parseCaptions(bytes, content.length_ms);
  if ("fault" in parsed) throw fieldError(CAPTIONS_PART.field, parsed.fault);
  const row = await storeCaptions(deps, content, named, {
    cues: parsed.cues,
    isAutomatic: false,
    admit: async (tx, current) => {
      const editable = await requireEditableContent(tx, viewer, named.id);
      if (revision !== undefined && revision !== current.revision)
        throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
      const after = describeCaptions("saved", named.language);
      await recordItemEdit(tx, viewer, editable, { action: "captions_saved", after });
    },
  });
  return toCaptionTrack(deps, content, row);
}

/** @throws AppError `not_found` */
export async function removeCaptions(deps: WriteDeps, viewer: Viewer, { id, language }: Named): Promise<void> {
  const content = await requireEditableContent(deps.sql, viewer, id);
  const fileKey = await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [content.channel_id]);
    const deletedKey = await deleteCaptions(tx, id, language);
    if (deletedKey === null) return null;
    const after = describeCaptions("deleted", language);
    await recordItemEdit(tx, viewer, content, { action: "captions_deleted", after });
    return deletedKey;
  });
  if (fileKey === null) throw notFound();
  await removeUnusedFiles(deps, id, [fileKey]);
}

/** For the audit log. @param did such as 'saved' */
export function describeCaptions(did: string, language: CaptionLanguage): { captions: string } {
  return { captions: `${did}: ${new Intl.DisplayNames("en", { type: "language" }).of(language)}` };
}

/** @throws AppError `not_found` for those who may not edit the item; `conflict` if the item is no video */
export async function requireCaptionable(
  { sql }: Pick<Deps, "sql">,
  viewer: Viewer,
  id: ContentId,
): Promise<ContentRow> {
  const content = await requireEditableContent(sql, viewer, id);
  if (content.type !== "video") throw new AppError("conflict", CAPTIONS_MESSAGES.notVideo);
  return content;
}

type Current = Awaited<ReturnType<typeof lockCaptions>>;

type NewCaptions = {
  cues: readonly CaptionCue[];
  isAutomatic: boolean;
  /** Throws to refuse, with the rows locked. */
  admit?: (tx: Tx, current: Current) => Promise<void>;
};

/** Each revision has a file of its own, so a cached one is never out of date. */
export async function storeCaptions(
  deps: FileDeps,
  content: Pick<ContentRow, "id" | "channel_id">,
  { language }: Pick<Named, "language">,
  { cues, isAutomatic, admit }: NewCaptions,
): ReturnType<typeof writeCues> {
  const fileKey = await putCaptionsFile(deps, content.id, language, cues);
  let replacedKey = "";
  try {
    return await inTransaction(deps.sql, async (tx) => {
      await lockChannels(tx, [content.channel_id]);
      const current = await lockCaptions(tx, { id: randomUUID(), contentId: content.id, language });
      await admit?.(tx, current);
      replacedKey = current.file_key;
      return writeCues(tx, { id: current.id, isAutomatic, fileKey }, cues);
    });
  } finally {
    await removeUnusedFiles(deps, content.id, [fileKey, replacedKey]);
  }
}

/** @returns the key of the new file */
export async function putCaptionsFile(
  { storage }: Pick<Deps, "storage">,
  contentId: string,
  language: string,
  cues: readonly CaptionCue[],
): Promise<string> {
  const key = `contents/${contentId}/captions/${language}-${randomBytes(8).toString("hex")}.vtt`;
  await storage.put(key, toWebVtt(cues), { contentType: "text/vtt; charset=utf-8" });
  return key;
}

/**
 * Removes those of the files that no captions of the item use, whatever became of the transaction that would have used
 * them. A failure is only logged, because a leftover file does no harm.
 * @param keys empty ones are skipped
 */
export async function removeUnusedFiles(deps: FileDeps, contentId: string, keys: readonly string[]): Promise<void> {
  try {
    const used = (await selectCaptionsOf(deps.sql, contentId)).map(({ file_key }) => file_key);
    for (const key of keys) if (key !== "" && !used.includes(key)) await deps.storage.remove(key);
  } catch (error) {
    deps.log.warn({ err: error, content: contentId }, "unused caption files could not be removed");
  }
}
