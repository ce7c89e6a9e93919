import { STAFF_COMMENTS_MAX, type staffCommentRoutes } from "@app/contract/staff-comments";
import { z } from "zod";
import { findAccountByUsername } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readPage } from "#platform/pagination.ts";
import { type CommentMatch, countStaffComments, type StaffCommentRow, selectStaffComments } from "./comments.sql.ts";

type Data = z.input<typeof staffCommentRoutes.list.data>;

const anyId = z.uuid();

export async function listStaffComments(
  deps: Pick<Deps, "sql" | "secrets">,
  { search, ...query }: z.output<typeof staffCommentRoutes.list.query>,
): Promise<Data> {
  const match = await toMatch(deps, search);
  const { rows, pagination } = await readPage(deps, {
    name: `staff-comments ${search}`,
    maxRows: STAFF_COMMENTS_MAX,
    query,
    read: (range) => selectStaffComments(deps.sql, match, range),
    count: () => countStaffComments(deps.sql, match, STAFF_COMMENTS_MAX),
  });
  return { comments: rows.map(toStaffComment), pagination };
}

async function toMatch({ sql }: Pick<Deps, "sql">, search: string): Promise<CommentMatch> {
  if (search === "") return { kind: "held" };
  if (anyId.safeParse(search).success) return { kind: "of", id: search };
  const account = await findAccountByUsername(sql, search.replace(/^@/, ""));
  return account ? { kind: "of", id: account.id } : { kind: "none" };
}

function toStaffComment(row: StaffCommentRow): Data["comments"][number] {
  return {
    ...{ id: row.id, text: row.body, is_held: row.status === "held" },
    held_for: row.held_for as Data["comments"][number]["held_for"],
    created_at: row.created_at.toISOString(),
    author: row.author_id === null ? null : { id: row.author_id, username: row.username ?? "" },
    content: { id: row.content_id, type: row.type as Data["comments"][number]["content"]["type"], title: row.title },
    channel: { id: row.channel_id, name: row.channel_name, is_forced: row.is_forced },
  };
}
