import type { ContentType } from "@app/contract/contents";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type ContentRow = {
  id: string;
  channel_id: string;
  owner_id: string;
  type: string;
  title: string;
  description: string;
  category_id: number;
  category_name: string;
  tags: string[];
  visibility: string;
  comments_open: boolean;
  state: string;
  fault: string | null;
  progress: number;
  run: string | null;
  fencing_token: string | null;
  upload_id: string | null;
  original_key: string | null;
  is_playable: boolean;
  length_ms: number | null;
  width_px: number | null;
  height_px: number | null;
  thumbnail_key: string | null;
  thumbnail_small_key: string | null;
  thumbnail_frame: number | null;
  frame_keys: string[];
  warning: string | null;
  has_storyboard: boolean;
  has_preview: boolean;
  total_views: number;
  created_at: Date;
  published_at: Date | null;
  hidden_at: Date | null;
  /** Whether it is in everybody's lists, and anybody may fetch its files; the database derives it. */
  is_listed: boolean;
  /** Part of its media addresses; the database changes it whenever fewer people may see the item. */
  media_token: string;
  channel_name: string;
  channel_username: string;
  channel_profile_key: string | null;
  subscriber_count: number;
};

function contentsWithChannel(sql: Sql) {
  return sql
    .selectFrom("contents as i")
    .innerJoin("channels as c", "c.id", "i.channel_id")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .innerJoin("categories as g", "g.id", "i.category_id")
    .select([
      "i.id",
      "i.channel_id",
      "c.owner_id",
      "i.type",
      "i.title",
      "i.description",
      "i.category_id",
      "g.name as category_name",
      "i.tags",
      "i.visibility",
      "i.comments_open",
      "i.state",
      "i.fault",
      "i.progress",
      "i.run",
      "i.fencing_token",
      "i.upload_id",
      "i.original_key",
      "i.is_playable",
      "i.length_ms",
      "i.width_px",
      "i.height_px",
      "i.thumbnail_key",
      "i.thumbnail_small_key",
      "i.thumbnail_frame",
      "i.frame_keys",
      "i.warning",
      "i.has_storyboard",
      "i.has_preview",
      "i.total_views",
      "i.created_at",
      "i.published_at",
      "i.hidden_at",
      "i.is_listed",
      "i.media_token",
      "c.name as channel_name",
      "a.username as channel_username",
      "c.profile_key as channel_profile_key",
      "c.subscriber_count",
    ])
    .where("i.removed_at", "is", null);
}

export async function selectContent(sql: Sql, id: string): Promise<ContentRow | null> {
  return (await contentsWithChannel(sql).where("i.id", "=", id).executeTakeFirst()) ?? null;
}

/** Videos of one channel that whoever has their address may watch. In no order; at most as many as `ids`. */
export function selectWatchable(sql: Sql, channelId: string, ids: readonly string[]): Promise<ContentRow[]> {
  return contentsWithChannel(sql)
    .where("i.id", "in", [...ids])
    .where("i.channel_id", "=", channelId)
    .where("i.type", "=", "video")
    .where("i.state", "=", "ready")
    .where("i.visibility", "in", ["public", "unlisted"])
    .where("i.hidden_at", "is", null)
    .execute();
}

export async function selectContentOfUpload(sql: Sql, uploadId: string): Promise<ContentRow | null> {
  return (await contentsWithChannel(sql).where("i.upload_id", "=", uploadId).executeTakeFirst()) ?? null;
}

/** The owner's own items of a type in every state, newest first. */
export async function selectOwnContents(
  sql: Sql,
  own: { channelId: string; type: ContentType },
  { limit, offset, after }: PageRange,
): Promise<(ContentRow & { position: Position })[]> {
  const isAfter = after
    ? raw<boolean>`(i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : raw<boolean>`true`;
  const rows = await contentsWithChannel(sql)
    .select(raw<string>`i.created_at::text`.as("at"))
    .where("i.channel_id", "=", own.channelId)
    .where("i.type", "=", own.type)
    .where(isAfter)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

/** Counted up to `most` and no further. */
export async function countOwnContents(
  sql: Sql,
  own: { channelId: string; type: ContentType },
  most: number,
): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (
      select from contents where channel_id = ${own.channelId} and type = ${own.type} and removed_at is null
      limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Same channel first, then same category, newest first within each. */
export async function selectRelatedIds(
  sql: Sql,
  of: { id: string; channelId: string; categoryId: number; type: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from (
      (select id, published_at, 0 as nearness from contents
        where channel_id = ${of.channelId} and type = ${of.type} and id <> ${of.id}
          and is_listed
        order by published_at desc, id desc limit ${limit})
      union all
      (select id, published_at, 1 from contents
        where category_id = ${of.categoryId} and type = ${of.type} and channel_id <> ${of.channelId}
          and is_listed
        order by published_at desc, id desc limit ${limit})
      union all
      (select id, published_at, 2 from contents
        where type = ${of.type} and channel_id <> ${of.channelId} and category_id <> ${of.categoryId}
          and is_listed
        order by published_at desc, id desc limit ${limit})
    ) near order by nearness, published_at desc, id desc limit ${limit}`.execute(sql);
  return rows.map((row) => row.id);
}

export type NewContent = {
  id: string;
  channelId: string;
  type: ContentType;
  title: string;
  description: string;
  categoryId: number;
  tags: string[];
  visibility: string;
  commentsOpen: boolean;
  uploadId: string | null;
  publishedAt: Date | null;
};

/**
 * What comes into a hidden channel is hidden with it. The channel's row is locked: whoever hides it comes before this,
 * and is waited for, or after the end of this transaction, and finds the item.
 * @returns false when the upload was already made into an item
 */
export async function insertContent(sql: Sql, content: NewContent): Promise<boolean> {
  const inserted = await sql
    .insertInto("contents")
    .values({
      id: content.id,
      channel_id: content.channelId,
      type: content.type,
      title: content.title,
      description: content.description,
      category_id: content.categoryId,
      tags: content.tags,
      visibility: content.visibility,
      comments_open: content.commentsOpen,
      state: "processing",
      upload_id: content.uploadId,
      original_bytes: raw<number | null>`(select size_bytes from uploads where id = ${content.uploadId})`,
      published_at: content.publishedAt,
      hidden_at: raw<Date | null>`(select hidden_at from channels where id = ${content.channelId} for share)`,
      ...(content.publishedAt ? { created_at: content.publishedAt } : {}),
    })
    .onConflict((conflict) => conflict.column("upload_id").doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type ContentChanges = {
  title?: string | undefined;
  description?: string | undefined;
  category_id?: number | undefined;
  tags?: string[] | undefined;
  visibility?: string | undefined;
  comments_open?: boolean | undefined;
  thumbnail_key?: string | undefined;
  thumbnail_small_key?: string | undefined;
  thumbnail_frame?: number | null | undefined;
};

export async function updateContent(sql: Sql, id: string, changes: ContentChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await sql.updateTable("contents").set(changes).where("id", "=", id).execute();
}

export async function markRemoved(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("contents").set({ removed_at: raw<Date>`now()` }).where("id", "=", id).execute();
}
