import { STAFF_COMMENTS_MAX, type staffCommentRoutes } from "@app/contract/staff-comments";
import { z } from "zod";
import { findAccountByUsername } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { type CommentMatch, countStaffComments, type StaffCommentRow, selectStaffComments } from "./comments.sql.ts";

type Data = z.input<typeof staffCommentRoutes.list.data>;

const anyId = z.uuid();

export async function listStaffComments(
  deps: Pick<Deps, "sql" | "secrets">,
  staff: Member,
  { search, ...query }: z.output<typeof staffCommentRoutes.list.query>,
): Promise<Data> {
  const match = (await toMatch(deps, search)) ?? { kind: "none" };
  const { rows, pagination } = await readPage(deps, {
    name: `staff-comments ${search}`,
    maxRows: STAFF_COMMENTS_MAX,
    query,
    read: (range) => selectStaffComments(deps.sql, staff.accountId, match, range),
    count: () => countStaffComments(deps.sql, match, STAFF_COMMENTS_MAX),
  });
  return { comments: rows.map(toStaffComment), pagination };
}

/**
 * Parses words, `@names` and ids in any order.
 * @returns null if nobody has such a name
 */
async function toMatch({ sql }: Pick<Deps, "sql">, search: string): Promise<CommentMatch | null> {
  if (search === "") return { kind: "held" };
  const found = { kind: "found" as const, words: "", ids: [] as string[], authors: [] as string[] };
  const words: string[] = [];
  for (const part of search.split(/\s+/)) {
    if (anyId.safeParse(part).success) found.ids.push(part);
    else if (!/^@[\w.]+$/.test(part)) words.push(part);
    else {
      const account = await findAccountByUsername(sql, part.slice(1));
      if (!account) return null;
      found.authors.push(account.id);
    }
  }
  return { ...found, words: words.join(" ") };
}

function toStaffComment(row: StaffCommentRow): Data["comments"][number] {
  const isHidden = row.held_for === "staff";
  const isDeleted = row.status === "deleted";
  const isByStaff = isHidden || row.is_deleted_by_staff;
  return {
    id: row.id,
    text: row.body,
    is_held: row.status === "held" && !isHidden,
    is_deleted: isDeleted,
    held_for: row.held_for as Data["comments"][number]["held_for"],
    reason: isByStaff ? row.reason || null : null,
    created_at: row.created_at.toISOString(),
    author: row.author_id === null ? null : { id: row.author_id, username: row.username ?? "" },
    content: { id: row.content_id, type: row.type as Data["comments"][number]["content"]["type"], title: row.title },
    channel: { id: row.channel_id, name: row.channel_name, is_forced: row.is_forced },
    can: {
      approve: row.status === "held" && !isHidden && !row.is_item_deleted,
      hide: !isDeleted && !isHidden,
      remove: !isDeleted,
      restore: isByStaff && !row.is_own_removed_by_another,
    },
  };
}
