import type { contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId } from "@app/contract/ids";
import type { z } from "zod";
import { requireCategory } from "#modules/catalog/categories/categories.service.ts";
import { newId } from "#platform/clock.ts";
import type { Sql } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { type ContentRow, selectContent, selectContentOfUpload } from "./contents.sql.ts";
import { insertContent } from "./contents-edit.sql.ts";

type NewItem = Omit<z.output<(typeof contentRoutes)["upload"]["body"]>, "upload_id" | "thumbnail" | "images">;

type Origin = {
  /** Null for items that were not uploaded. */
  uploadId: string | null;
  /** For items whose files are already stored. */
  id?: ContentId;
  /**
   * For items published before they were imported. Otherwise the database stamps the moment the item first becomes
   * public.
   */
  publishedAt?: Date;
  /** Null: the owner of the channel. */
  uploadedBy?: string | null;
};

/** Creates an item from an upload. A second call with the same upload returns the same item. */
export async function createContent(
  tx: Sql,
  channelId: string,
  fields: NewItem,
  { uploadId, publishedAt, uploadedBy = null, id = newId(contentId, publishedAt) }: Origin,
): Promise<{ content: ContentRow; isNew: boolean }> {
  await requireCategory(tx, fields.category_id);
  const isNew = await insertContent(tx, {
    id,
    channelId,
    type: fields.type,
    title: fields.title,
    description: fields.description,
    categoryId: fields.category_id,
    tags: [...new Set(fields.tags)],
    visibility: fields.visibility,
    publishAt: fields.publish_at ? new Date(fields.publish_at) : null,
    commentsOpen: fields.comments_open,
    downloadsOpen: fields.downloads_open ?? false,
    uploadId,
    publishedAt: publishedAt ?? null,
    uploadedBy,
  });
  const content = isNew || uploadId === null ? await selectContent(tx, id) : await selectContentOfUpload(tx, uploadId);
  if (!content) throw new AppError("conflict", "This upload was already used, and its item was deleted.");
  return { content, isNew };
}
