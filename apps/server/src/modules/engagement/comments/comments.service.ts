import { COMMENT_MESSAGES, COMMENTS_BY_NUMBER, type CommentOrder } from "@app/contract/comment-limits";
import { type commentRoutes, REPLIES_SHOWN } from "@app/contract/comments";
import type { ContentType } from "@app/contract/contents";
import { toPagination } from "@app/contract/http";
import type { CommentId, ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { type ContentRow, findVisibleContents, requireVisibleContent } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { selectRules } from "./comment-rules.sql.ts";
import { type Replies, type ShownReply, toReply } from "./comments.presenter.ts";
import {
  type From,
  selectComment,
  selectComments,
  selectFirstReplyIds,
  selectOwnComments,
  selectPeople,
  selectPinnedId,
  selectReplyIds,
  selectTopLevelIds,
  selectTotals,
} from "./comments.sql.ts";

type ReadDeps = Pick<Deps, "sql" | "config">;
type Data<Name extends keyof typeof commentRoutes> = z.input<(typeof commentRoutes)[Name]["data"]>;
type ListQuery = z.output<(typeof commentRoutes)["list"]["query"]>;

/** Replies that one request for more returns. */
const REPLIES_PER_PAGE = 10;
/** On each side of the one that was asked for. */
const AROUND = 5;
const PEOPLE_SUGGESTED = 8;
const OWN_PER_PAGE = 20;

/** Ids of one page, and of the pages beside it. */
type Ids = { ids: string[]; next: string | null; previous: string | null };

/**
 * One page of an item's comments. While comments are turned off, it is empty for everyone.
 * @throws AppError `not_found` no such item for this person; `gone` the comment to show is deleted or hidden;
 * `invalid_input` a page by number beyond `COMMENTS_BY_NUMBER`, or a cursor of another item
 */
export async function listComments(
  deps: ReadDeps,
  viewer: Member,
  id: ContentId,
  query: ListQuery,
): Promise<Data<"list">> {
  const item = await requireVisibleContent(deps.sql, viewer, id);
  const [rules, totals] = await Promise.all([selectRules(deps.sql, item.id), selectTotals(deps.sql, item.id)]);
  const page = { current_page: query.current_page, per_page: query.per_page };
  const shownRules = { is_open: item.comments_open, slow_mode_s: rules.slow_mode_s };
  if (!item.comments_open)
    return {
      rules: shownRules,
      total: 0,
      pinned: null,
      comments: [],
      pagination: { ...toPagination(page, 0), next: null, previous: null },
    };
  const { ids, next, previous, target } = await selectPage(deps, viewer, item, query);
  const isFirst = previous === null && query.current_page === 1 && query.before === undefined;
  const pinnedId = isFirst ? await selectPinnedId(deps.sql, item.id) : null;
  const threads = await toThreads(deps, viewer, item, pinnedId === null ? ids : [pinnedId, ...ids], target);
  return {
    rules: shownRules,
    total: totals.total,
    pinned: threads.find((one) => one.id === pinnedId) ?? null,
    comments: threads.filter((one) => one.id !== pinnedId),
    pagination: { ...toPagination(page, Math.min(totals.topLevel, COMMENTS_BY_NUMBER)), next, previous },
  };
}

type Target = { parentId: string; replyId: string } | null;

async function selectPage(
  deps: ReadDeps,
  viewer: Member,
  item: ContentRow,
  query: ListQuery,
): Promise<Ids & { target: Target }> {
  const { order, per_page: perPage } = query;
  const of = { contentId: item.id, viewerId: viewer.accountId };
  if (query.around !== undefined) return selectAround(deps, viewer, item, query.around, order);
  if (query.after !== undefined) {
    const from = { ...(await requirePosition(deps, item, query.after, "after")), isAbove: true };
    const above = await selectTopLevelIds(deps.sql, of, { order, from, limit: perPage + 1 });
    const ids = above.slice(0, perPage).reverse();
    return { ids, next: null, previous: above.length > perPage ? (ids[0] ?? null) : null, target: null };
  }
  const skipped = (query.current_page - 1) * perPage;
  if (query.before === undefined && skipped + perPage > COMMENTS_BY_NUMBER)
    throw fieldError("current_page", COMMENT_MESSAGES.beyondNumbers);
  const from: From =
    query.before === undefined
      ? null
      : { ...(await requirePosition(deps, item, query.before, "before")), isAbove: false };
  const found = await selectTopLevelIds(deps.sql, of, {
    ...{ order, from, limit: perPage + 1, offset: from === null ? skipped : 0 },
  });
  const ids = found.slice(0, perPage);
  return { ids, next: found.length > perPage ? (ids.at(-1) ?? null) : null, previous: null, target: null };
}

/** A comment with those around it. Of a reply, those around the comment that it replies to. */
async function selectAround(
  deps: ReadDeps,
  viewer: Member,
  item: ContentRow,
  id: CommentId,
  order: CommentOrder,
): Promise<Ids & { target: Target }> {
  const wanted = (await selectComments(deps.sql, viewer.accountId, [id])).get(id);
  if (wanted === undefined || wanted.content_id !== item.id || wanted.status === "deleted")
    throw new AppError("gone", COMMENT_MESSAGES.gone);
  const rootId = wanted.parent_id ?? wanted.id;
  const root = (await selectComments(deps.sql, viewer.accountId, [rootId])).get(rootId);
  if (root === undefined) throw new AppError("gone", COMMENT_MESSAGES.gone);
  const target = wanted.parent_id === null ? null : { parentId: rootId, replyId: wanted.id };
  const of = { contentId: item.id, viewerId: viewer.accountId };
  // The pinned comment stands above the list, which begins at its top.
  if (root.is_pinned) {
    const first = await selectTopLevelIds(deps.sql, of, { order, from: null, limit: 2 * AROUND });
    return { ids: first, next: first.at(-1) ?? null, previous: null, target };
  }
  const read = (isAbove: boolean) =>
    selectTopLevelIds(deps.sql, of, {
      ...{ order, from: { id: root.id, top_score: root.top_score, isAbove }, limit: AROUND + 1 },
    });
  const [above, below] = await Promise.all([read(true), read(false)]);
  const ids = [...above.slice(0, AROUND).reverse(), root.id, ...below.slice(0, AROUND)];
  return {
    ids,
    next: below.length > AROUND ? (ids.at(-1) ?? null) : null,
    previous: above.length > AROUND ? (ids[0] ?? null) : null,
    target,
  };
}

async function requirePosition(
  deps: ReadDeps,
  item: ContentRow,
  id: string,
  field: string,
): Promise<{ id: string; top_score: number }> {
  const row = await selectComment(deps.sql, id);
  if (row === null || row.content_id !== item.id || row.parent_id !== null)
    throw fieldError(field, "This comment does not belong to this list.");
  return row;
}

/** Comments in the order of `ids`, with their first replies; those of the target around it. */
export async function toThreads(
  deps: ReadDeps,
  viewer: Member,
  item: ContentRow,
  ids: readonly string[],
  target: Target = null,
): Promise<Data<"list">["comments"]> {
  const firsts = await selectFirstReplyIds(deps.sql, viewer.accountId, ids, REPLIES_SHOWN + 1);
  const repliesOf = new Map<string, Replies>(
    ids.map((id) => {
      const found = firsts.filter((one) => one.parent_id === id).map((one) => one.id);
      const shown = found.slice(0, REPLIES_SHOWN);
      return [id, { ids: shown, earlier: null, later: found.length > REPLIES_SHOWN ? (shown.at(-1) ?? null) : null }];
    }),
  );
  if (target !== null) repliesOf.set(target.parentId, await selectRepliesAround(deps, viewer, target));
  const rows = await selectComments(deps.sql, viewer.accountId, [
    ...ids,
    ...[...repliesOf.values()].flatMap((replies) => replies.ids),
  ]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const replies = repliesOf.get(id);
    if (row === undefined || replies === undefined) return [];
    return {
      ...toReply(deps, row, viewer, item),
      replies: replies.ids.flatMap((reply) => {
        const found = rows.get(reply);
        return found ? toReply(deps, found, viewer, item) : [];
      }),
      replies_cursors: { earlier: replies.earlier, later: replies.later },
    };
  });
}

async function selectRepliesAround(
  deps: ReadDeps,
  viewer: Member,
  { parentId, replyId }: { parentId: string; replyId: string },
): Promise<Replies> {
  const read = (isBefore: boolean) =>
    selectReplyIds(deps.sql, viewer.accountId, parentId, { from: replyId, isBefore, limit: REPLIES_SHOWN + 1 });
  const [before, after] = await Promise.all([read(true), read(false)]);
  const ids = [...before.slice(0, REPLIES_SHOWN).reverse(), replyId, ...after.slice(0, REPLIES_SHOWN)];
  return {
    ids,
    earlier: before.length > REPLIES_SHOWN ? (ids[0] ?? null) : null,
    later: after.length > REPLIES_SHOWN ? (ids.at(-1) ?? null) : null,
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
  const found = await selectReplyIds(deps.sql, viewer.accountId, id, {
    ...{ from: before ?? after ?? null, isBefore, limit: REPLIES_PER_PAGE + 1 },
  });
  const page = found.slice(0, REPLIES_PER_PAGE);
  const ids = isBefore ? page.toReversed() : page;
  const hasMore = found.length > REPLIES_PER_PAGE;
  const rows = await selectComments(deps.sql, viewer.accountId, ids);
  return {
    replies: ids.flatMap((reply) => {
      const row = rows.get(reply);
      return row ? toReply(deps, row, viewer, item) : [];
    }),
    cursors: {
      earlier: isBefore && hasMore ? (ids[0] ?? null) : null,
      later: !isBefore && hasMore ? (ids.at(-1) ?? null) : null,
    },
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

export async function showReply(deps: ReadDeps, viewer: Member, item: ContentRow, id: string): Promise<ShownReply> {
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
