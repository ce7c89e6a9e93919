import { COMMENT_MESSAGES, slowModeMessage } from "@app/contract/comment-limits";
import type { HoldReason } from "@app/contract/comment-rules";
import { findMentions } from "@app/contract/comment-text";
import type { comment } from "@app/contract/comments";
import { type AccountId, type CommentId, type ContentId, commentId } from "@app/contract/ids";
import type { z } from "zod";
import { type ContentRow, requireVisibleContent } from "#modules/catalog/index.ts";
import { usernameKey } from "#modules/identity/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import { newId } from "#platform/new-id.ts";
import type { Member } from "#platform/viewer.ts";
import { type ItemRules, selectRules } from "./comment-rules.sql.ts";
import {
  COMMENTS_PER_MINUTE,
  COMMENTS_PER_MINUTE_AND_ITEM,
  holdingReason,
  REPEAT_WITHIN_H,
  rightsTo,
  slowModeWaitS,
} from "./comments.policy.ts";
import type { ShownReply } from "./comments.presenter.ts";
import { requireVisibleComment, showReply, toThreads } from "./comments.service.ts";
import { selectComment } from "./comments.sql.ts";
import {
  type AuthorFacts,
  insertComment,
  lockAuthor,
  markDeleted,
  replaceMentions,
  selectAuthorFacts,
  setHearted,
  setPinned,
  updateComment,
} from "./write-comments.sql.ts";

const MINUTE_MS = 60_000;

type WriteDeps = Pick<Deps, "sql" | "config" | "events"> & { counter: FlushTimer };
type Written = { text: string; parent_id: CommentId | null };
type Outcome = { status: "visible" | "held" | "hidden"; heldFor: HoldReason | null };

/**
 * @throws AppError `not_found` no such item for this person; `not_allowed` comments are turned off; `gone` the comment to
 * reply to is; `invalid_input` repeated; `too_many_requests` limits and slow mode
 */
export async function addComment(
  deps: WriteDeps,
  author: Member,
  contentId: ContentId,
  { text, parent_id }: Written,
): Promise<z.input<typeof comment>> {
  const item = await requireVisibleContent(deps.sql, author, contentId);
  if (!item.comments_open) throw new AppError("not_allowed", COMMENT_MESSAGES.closed);
  const parentId = parent_id === null ? null : await findRoot(deps, author, item, parent_id);
  const rules = await selectRules(deps.sql, item.id);
  const id = newId(commentId);
  await inTransaction(deps.sql, async (tx) => {
    await lockAuthor(tx, author.accountId);
    const of = { authorId: author.accountId, contentId: item.id, channelId: item.channel_id, body: text };
    const facts = await selectAuthorFacts(tx, of, sinceNow());
    requireWithinLimits(facts, author, item, rules);
    const outcome = decide(text, { author, item, rules, facts });
    await insertComment(tx, {
      ...{ id, contentId: item.id, channelId: item.channel_id, parentId, authorId: author.accountId, body: text },
      ...outcome,
    });
    const names = namesIn(text);
    if (names.length > 0) await replaceMentions(tx, id, names);
  });
  deps.counter.schedule();
  const [thread] = await toThreads(deps, author, item, [id]);
  if (thread === undefined) throw notFound();
  return thread;
}

function sinceNow(): { minute: string; repeatWithinH: number } {
  return { minute: newId(commentId, new Date(Date.now() - MINUTE_MS)), repeatWithinH: REPEAT_WITHIN_H };
}

/** The comment at the top of the thread: a reply to a reply stands below the same one. @throws AppError `gone` */
async function findRoot(
  deps: Pick<Deps, "sql">,
  author: Member,
  item: ContentRow,
  parentId: CommentId,
): Promise<string> {
  const { row } = await requireVisibleComment(deps, author, parentId).catch(() => ({ row: null }));
  if (row === null || row.content_id !== item.id || row.status !== "visible")
    throw new AppError("gone", COMMENT_MESSAGES.gone);
  return row.parent_id ?? row.id;
}

/** @throws AppError `too_many_requests`; `invalid_input` */
function requireWithinLimits(facts: AuthorFacts, author: Member, item: ContentRow, rules: ItemRules): void {
  const isTooFast = facts.recent >= COMMENTS_PER_MINUTE || facts.recent_on_item >= COMMENTS_PER_MINUTE_AND_ITEM;
  if (isTooFast) throw new AppError("too_many_requests", COMMENT_MESSAGES.tooFast);
  if (facts.is_repeat) throw fieldError("text", COMMENT_MESSAGES.repeated);
  if (runsTheItem(author, item)) return;
  const waitS = slowModeWaitS(facts.last_on_item, rules.slow_mode_s, new Date());
  if (waitS > 0) throw new AppError("too_many_requests", slowModeMessage(waitS));
}

function runsTheItem(author: Member, item: ContentRow): boolean {
  return author.isStaff || item.owner_id === author.accountId;
}

type Circumstances = {
  author: Member;
  item: ContentRow;
  rules: ItemRules;
  facts: Pick<AuthorFacts, "is_first" | "is_hidden">;
};

function decide(text: string, { author, item, rules, facts }: Circumstances): Outcome {
  if (runsTheItem(author, item)) return { status: "visible", heldFor: null };
  const heldFor = holdingReason(text, facts.is_first, {
    ...{ words: rules.words, links: rules.holds_links, first: rules.holds_first, everything: rules.holds_everything },
  });
  if (facts.is_hidden) return { status: "hidden", heldFor };
  return { status: heldFor === null ? "visible" : "held", heldFor };
}

function namesIn(text: string): { username: string; key: string }[] {
  const names = new Set(findMentions(text).map(({ username }) => username));
  return [...names].map((username) => ({ username, key: usernameKey(username) }));
}

/** The rules hold for the new text as for a new comment. @throws AppError `not_found` */
export async function editComment(deps: WriteDeps, author: Member, id: CommentId, text: string): Promise<ShownReply> {
  const { row, item } = await requireVisibleComment(deps, author, id);
  if (!rightsTo(row, author, item.owner_id).edit) throw notFound();
  const rules = await selectRules(deps.sql, item.id);
  await inTransaction(deps.sql, async (tx) => {
    await lockAuthor(tx, author.accountId);
    const of = { authorId: author.accountId, contentId: item.id, channelId: item.channel_id, body: text };
    const { is_first, is_hidden } = await selectAuthorFacts(tx, of, sinceNow());
    const facts = { is_first: is_first && row.status !== "visible", is_hidden };
    const outcome = decide(text, { author, item, rules, facts });
    await updateComment(tx, id, { body: text, ...outcome });
    const mentioned = await replaceMentions(tx, id, namesIn(text));
    // Of a comment that appears only now, a flush notifies everybody.
    if (row.status !== "visible" || outcome.status !== "visible" || mentioned.length === 0) return;
    await deps.events.publish(tx, "comment.mentioned", { comment_id: id, account_ids: mentioned as AccountId[] });
  });
  deps.counter.schedule();
  return showReply(deps, author, item, id);
}

/** Its author, the owner of the item and staff, also while comments are turned off. @throws AppError `not_found` */
export async function removeComment(deps: WriteDeps, member: Member, id: CommentId): Promise<void> {
  const row = await selectComment(deps.sql, id);
  if (row === null) throw notFound();
  const isAuthor = row.author_id === member.accountId;
  const ownerId = isAuthor
    ? null
    : (await requireVisibleContent(deps.sql, member, row.content_id as ContentId)).owner_id;
  if (!rightsTo(row, member, ownerId ?? "").remove) throw notFound();
  await markDeleted(deps.sql, id, !isAuthor);
  deps.counter.schedule();
}

/** @throws AppError `not_found` not the owner of the item, or a comment that cannot be marked */
export async function markComment(
  deps: WriteDeps,
  owner: Member,
  id: CommentId,
  { hearted, pinned }: { hearted?: boolean | undefined; pinned?: boolean | undefined },
): Promise<ShownReply> {
  const { row, item } = await requireVisibleComment(deps, owner, id);
  const rights = rightsTo(row, owner, item.owner_id);
  if ((hearted !== undefined && !rights.heart) || (pinned !== undefined && !rights.pin)) throw notFound();
  if (!rights.heart) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    if (hearted !== undefined) await setHearted(tx, id, hearted);
    if (pinned !== undefined) await setPinned(tx, item.id, id, pinned);
    if (hearted === true && !row.is_hearted) await deps.events.publish(tx, "comment.hearted", { comment_id: id });
  });
  return showReply(deps, owner, item, id);
}
