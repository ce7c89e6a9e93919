import type { ContentType } from "@app/contract/contents";
import type { Sql } from "#platform/db/database.ts";
import type { UnpublishedRow } from "./unpublished-media.sql.ts";

/** The row of an item that is processed again: it has no upload. Its run waits until the caller is done. */
export async function lockReprocessing(sql: Sql, contentId: string): Promise<UnpublishedRow | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .selectAll()
    .where("content_id", "=", contentId)
    .where("upload_id", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** @returns false if something is processed under this id already */
export async function insertReprocessing(
  sql: Sql,
  item: { id: string; owner_id: string; type: ContentType },
): Promise<boolean> {
  const inserted = await sql
    .insertInto("unpublished_media")
    .values({ account_id: item.owner_id, content_id: item.id, type: item.type, state: "processing", source: "{}" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
