import { canManageItem } from "#modules/channels/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { actingFor, type Member } from "#platform/viewer.ts";
import type { ContentRow } from "./contents.sql.ts";
import { selectPlanOf } from "./contents-edit.sql.ts";

/**
 * Whose storage and limits count for a file of an item.
 * @param editor may edit the item
 * @returns the editor, acting for the item's channel; staff act for its owner, whatever has been paid
 */
export async function actForItem(
  sql: Sql,
  editor: Member,
  item: Pick<ContentRow, "channel_id" | "owner_id" | "uploaded_by">,
): Promise<Member> {
  if (canManageItem(editor, item)) return actingFor(editor, item.channel_id);
  const owner = { channelId: item.channel_id as Member["channelId"], ownerId: item.owner_id as Member["accountId"] };
  const plan = await selectPlanOf(sql, item.owner_id);
  return { ...editor, acting: { ...owner, role: "manager", plan, isLapsed: false } };
}
