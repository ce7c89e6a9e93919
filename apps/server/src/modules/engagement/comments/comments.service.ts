import { COMMENT_MESSAGES, COMMENTS_BY_NUMBER, type CommentOrder } from "@app/contract/comment-limits";
import { type commentRoutes, REPLIES_SHOWN } from "@app/contract/comments";
import type { ContentType } from "@app/contract/contents";
import { toPagination } from "@app/contract/http";
import type { CommentId, ContentId } from "@app/contract/ids";
import type { z } from "zod";
import {
  type ContentReader,
  type ContentRow,
  findVisibleContents,
  requireVisibleContent,
} from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { type ListRow, type Place, selectList, selectReplies, selectThreads } from "./comment-list.sql.ts";
import { runsTheItem } from "./comments.policy.ts";
import { type ShownReply, toReply } from "./comments.presenter.ts";
import { type CommentRow, type CommentsOf, selectComments, selectOwnComments, selectPeople } from "./comments.sql.ts";

type ReadDeps = Pick<Deps, "sql" | "pool" | "config">;
/** The item is read once for all who ask at the same time. */
type ListDeps = ReadDeps & { readItem: ContentReader };
type Data<Name extends keyof typeof commentRoutes> = z.input<(typeof commentRoutes)[Name]["data"]>;
type ListQuery = z.output<(typeof commentRoutes)["list"]["query"]>;

/** Replies that one request for more returns. */
const REPLIES_PER_PAGE = 10;
/** On each side of the one that was asked for. */
const AROUND = 5;
const PEOPLE_SUGGESTED = 8;
const OWN_PER_PAGE = 20;

/** Ids of one page, and of the pages beside it. */
type Page = { ids: string[]; next: string | null; previous: string | null };

/**
 * One page of an item's comments. While comments are turned off, it is empty for everyone.
 * @throws AppError `not_found` no such item for this person; `gone` the comment to show is deleted or hidden;
 * `invalid_input` a page by number beyond `COMMENTS_BY_NUMBER`, or a cursor of another item
 */
export async function listComments(
  deps: ListDeps,
  viewer: Member,
  id: ContentId,
  query: ListQuery,
): Promise<Data<"list">> {
  const place = toPlace(query);
  const of = { contentId: id, viewerId: viewer.accountId };
  const [item, list] = await Promise.all([deps.readItem(viewer, id), selectList(deps, of, query.order, place)]);
  if (list === null) throw notFound();
  const asked = { current_page: query.current_page, per_page: query.per_page };
  const rules = { is_open: item.comments_open, slow_mode_s: runsTheItem(viewer, item) ? 0 : list.slow_mode_s };
  if (!item.comments_open)
    return {
      rules,
      total: 0,
      pinned: null,
      comments: [],
      pagination: { ...toPagination(asked, 0), next: null, previous: null },
    };
  requireRoot(list, place);
  const { ids, next, previous } = await findPage(deps, of, query.order, { place, list });
  const isFirst = previous === null && query.current_page === 1 && query.before === undefined;
  const pinnedId = isFirst ? list.pinned_id : null;
  const threads = await toThreads(deps, viewer, item, {
    ids: pinnedId === null ? ids : [pinnedId, ...ids],
    target: toTarget(list, place),
  });
  // The pinned one stands above the pages.
  const listed = Math.max(0, list.top_level - (list.pinned_id === null ? 0 : 1));
  return {
    rules,
    total: list.total,
    pinned: threads.find((one) => one.id === pinnedId) ?? null,
    comments: threads.filter((one) => one.id !== pinnedId),
    pagination: { ...toPagination(asked, Math.min(listed, COMMENTS_BY_NUMBER)), next, previous },
  };
}

/** @throws AppError `invalid_input` a page by number beyond `COMMENTS_BY_NUMBER` */
function toPlace({ around, after, before, current_page: page, per_page: limit }: ListQuery): Place {
  if (around !== undefined) return { kind: "around", id: around, limit: AROUND };
  if (after !== undefined) return { kind: "after", id: after, limit };
  if (before !== undefined) return { kind: "before", id: before, limit };
  const offset = (page - 1) * limit;
  if (offset >= COMMENTS_BY_NUMBER) throw fieldError("current_page", COMMENT_MESSAGES.beyondNumbers);
  return { kind: "top", offset, limit: Math.min(limit, COMMENTS_BY_NUMBER - offset) };
}

/** @throws AppError `gone`; `invalid_input` */
function requireRoot(list: ListRow, place: Place): void {
  if (place.kind === "top" || list.root_id !== null) return;
  if (place.kind === "around") throw new AppError("gone", COMMENT_MESSAGES.gone);
  throw fieldError(place.kind, "This comment does not belong to this list.");
}

async function findPage(
  deps: ListDeps,
  of: CommentsOf,
  order: CommentOrder,
  { place, list }: { place: Place; list: ListRow },
): Promise<Page> {
  if (place.kind === "top" || place.kind === "before") return toPage(list, place.limit, null);
  if (place.kind === "after" && list.above.length > 0) {
    const page = toPage(list, place.limit, null);
    // The comment of the cursor comes next: whoever fetches the list again from here reaches it too.
    return { ...page, next: page.ids.at(-1) ?? null };
  }
  if (place.kind === "around" && !list.is_root_pinned) return toPage(list, place.limit, list.root_id);
  // The pinned comment is above the list, and nothing is above its first one: both pages begin at the list's top.
  const limit = place.kind === "around" ? 2 * AROUND : place.limit;
  const top = await selectList(deps, of, order, { kind: "top", offset: 0, limit });
  return top ? toPage(top, limit, null) : { ids: [], next: null, previous: null };
}

function toPage(list: ListRow, limit: number, between: string | null): Page {
  const above = list.above.slice(0, limit).reverse();
  const ids = [...above, ...(between === null ? [] : [between]), ...list.below.slice(0, limit)];
  return {
    ids,
    next: list.below.length > limit ? (ids.at(-1) ?? null) : null,
    previous: list.above.length > limit ? (ids[0] ?? null) : null,
  };
}

type Target = { parentId: string; replyId: string };

/** The reply to look at; null: a comment, or none. */
function toTarget({ root_id: parentId }: ListRow, place: Place): Target | null {
  return place.kind === "around" && parentId !== null && parentId !== place.id ? { parentId, replyId: place.id } : null;
}

type Replies = { rows: readonly CommentRow[]; earlier: string | null; later: string | null };

/** Comments in the order of `ids`, with their first replies; those of the target around it. */
async function toThreads(
  deps: ListDeps,
  viewer: Member,
  item: ContentRow,
  { ids, target }: { ids: readonly string[]; target: Target | null },
): Promise<Data<"list">["comments"]> {
  const [rows, around] = await Promise.all([
    selectThreads(deps, viewer.accountId, ids, REPLIES_SHOWN + 1),
    target && selectRepliesAround(deps, viewer, target),
  ]);
  const repliesTo = Map.groupBy(rows, (row) => row.parent_id);
  const roots = new Map(repliesTo.get(null)?.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = roots.get(id);
    if (row === undefined) return [];
    const { rows: replies, ...replies_cursors } =
      around && id === target?.parentId ? around : toFirstReplies(repliesTo.get(id) ?? []);
    return {
      ...toReply(deps, row, viewer, item),
      replies: replies.map((reply) => toReply(deps, reply, viewer, item)),
      replies_cursors,
    };
  });
}

function toFirstReplies(found: CommentRow[]): Replies {
  const rows = found.sort(byId).slice(0, REPLIES_SHOWN);
  return { rows, earlier: null, later: found.length > REPLIES_SHOWN ? (rows.at(-1)?.id ?? null) : null };
}

async function selectRepliesAround(deps: ListDeps, viewer: Member, { parentId, replyId }: Target): Promise<Replies> {
  const read = (isBefore: boolean) =>
    selectReplies(deps, viewer.accountId, parentId, { from: replyId, isBefore, limit: REPLIES_SHOWN + 1 });
  const [before, itself, after] = await Promise.all([
    read(true),
    selectComments(deps.sql, viewer.accountId, [replyId]),
    read(false),
  ]);
  const rows = [...before.slice(0, REPLIES_SHOWN).reverse(), ...itself.values(), ...after.slice(0, REPLIES_SHOWN)];
  return {
    rows,
    earlier: before.length > REPLIES_SHOWN ? (rows[0]?.id ?? null) : null,
    later: after.length > REPLIES_SHOWN ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** @throws AppError `not_found` */
export async function listReplies(
  deps: ReadDeps,
  viewer: Member,
  id: CommentId,
  { before, after }: { before?: CommentId | undefined; after?: CommentId | undefined },
): Promise<Data<"replies">> {
  const { item } = await requireVisibleComment(deps, viewer, id);
  const isBefore = before !== undefined;
  const found = await selectReplies(deps, viewer.accountId, id, {
    from: before ?? after ?? null,
    isBefore,
    limit: REPLIES_PER_PAGE + 1,
  });
  const nearest = found.slice(0, REPLIES_PER_PAGE);
  const page = isBefore ? nearest.reverse() : nearest;
  const more = found.length > REPLIES_PER_PAGE ? page.at(isBefore ? 0 : -1) : undefined;
  const cursor = more?.id ?? null;
  return {
    replies: page.map((reply) => toReply(deps, reply, viewer, item)),
    cursors: isBefore ? { earlier: cursor, later: null } : { earlier: null, later: cursor },
  };
}

/** @throws AppError `not_found` the item or the comment is not shown to this person, or comments are turned off */
export async function requireVisibleComment(deps: Pick<Deps, "sql">, viewer: Member, id: CommentId) {
  const row = (await selectComments(deps.sql, viewer.accountId, [id])).get(id);
  if (row === undefined) throw new AppError("not_found", COMMENT_MESSAGES.gone);
  const item = await requireVisibleContent(deps.sql, viewer, row.content_id as ContentId);
  if (!item.comments_open) throw new AppError("not_found", COMMENT_MESSAGES.closed);
  return { row, item };
}

export async function showReply(
  deps: Pick<Deps, "sql" | "config">,
  viewer: Member,
  item: ContentRow,
  id: string,
): Promise<ShownReply> {
  const row = (await selectComments(deps.sql, viewer.accountId, [id])).get(id);
  if (row === undefined) throw new AppError("not_found", COMMENT_MESSAGES.gone);
  return toReply(deps, row, viewer, item);
}

/** @throws AppError `not_found` */
export async function suggestPeople(
  deps: ReadDeps,
  viewer: Member,
  id: ContentId,
  search: string,
): Promise<Data<"people">> {
  const item = await requireVisibleContent(deps.sql, viewer, id);
  const of = { contentId: item.id, viewerId: viewer.accountId };
  return (await selectPeople(deps.sql, of, search, PEOPLE_SUGGESTED)).map(({ username, name, profile_key }) => ({
    username,
    name,
    profile_url: publicMediaUrl(deps.config, smallKeyOf(profile_key)),
  }));
}

export async function listOwnComments(
  deps: ReadDeps,
  viewer: Member,
  before: CommentId | undefined,
): Promise<Data<"mine">> {
  const found = await selectOwnComments(deps.sql, viewer.accountId, before ?? null, OWN_PER_PAGE + 1);
  const page = found.slice(0, OWN_PER_PAGE);
  const items = await findVisibleContents(
    deps.sql,
    viewer,
    page.map((row) => row.content_id),
  );
  const visible = new Map(items.map((item) => [item.id, item]));
  return {
    comments: page.map((row) => ({
      id: row.id,
      text: row.body,
      created_at: row.created_at.toISOString(),
      is_held: row.status === "held",
      content: toItem(visible.get(row.content_id)),
    })),
    next: found.length > OWN_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

function toItem(item: ContentRow | undefined): Data<"mine">["comments"][number]["content"] {
  return item ? { id: item.id, type: item.type as ContentType, title: item.title } : null;
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
