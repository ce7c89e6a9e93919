import { COMMENT_MESSAGES, slowModeMessage } from "@app/contract/comment-limits";
import type { HoldReason } from "@app/contract/comment-rules";
import { mentionedNames } from "@app/contract/comment-text";
import type { comment } from "@app/contract/comments";
import { type CommentId, type ContentId, commentId } from "@app/contract/ids";
import type { z } from "zod";
import { type ContentReader, type ContentRow, createContentReader } from "#modules/catalog/index.ts";
import { usernameKey } from "#modules/identity/index.ts";
import { newId, now, nowMs } from "#platform/clock.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import type { Member } from "#platform/viewer.ts";
import type { HeldChanges } from "./comment-rules.service.ts";
import { type ItemRules, loadRules, STRICTEST } from "./comment-rules.sql.ts";
import {
  COMMENTS_PER_MINUTE,
  COMMENTS_PER_MINUTE_AND_ITEM,
  holdingReason,
  REPEAT_WITHIN_H,
  rightsTo,
  runsTheItem,
  slowModeWaitS,
} from "./comments.policy.ts";
import { toReply } from "./comments.presenter.ts";
import { type CommentRow, selectComments } from "./comments.sql.ts";
import {
  type Author,
  type AuthorFacts,
  type Circumstance,
  insertComments,
  insertMentions,
  lockAuthors,
  type Mentioned,
  type NewComment,
  selectAuthorFacts,
} from "./write-comments.sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Wanted = {
  id: CommentId;
  author: Member;
  item: ContentRow;
  rules: ItemRules;
  parentId: string | null;
  text: string;
};
type Written = { row: CommentRow } | { fault: unknown };

/** State that concurrent requests to add comments share in a web process. */
export type CommentWriter = {
  readItem: ContentReader;
  readRules(item: string): Promise<ItemRules | null>;
  /** @returns null: the batch already had a comment of this author, so this one has to be submitted again */
  write(wanted: Wanted): Promise<Written | null>;
};

/** Comments that arrive while a batch is written share the next one: one transaction for all of them. */
export function createCommentWriter(deps: Pick<Deps, "sql" | "pool">): CommentWriter {
  return {
    readItem: createContentReader(deps),
    readRules: createBatchLoader<string, ItemRules>((items) => loadRules(deps, items)),
    write: createBatchLoader<Wanted, Written>((wanted) => writeBatch(deps.sql, wanted)),
  };
}

type AddDeps = Pick<Deps, "sql" | "config"> & { counter: FlushTimer; held: HeldChanges; writer: CommentWriter };
type Typed = { text: string; parent_id: CommentId | null };

/**
 * @throws AppError `not_found` no such item for this person; `not_allowed` comments are turned off; `gone` the comment to
 * reply to is; `invalid_input` repeated; `too_many_requests` limits and slow mode
 */
export async function addComment(
  deps: AddDeps,
  author: Member,
  contentId: ContentId,
  { text, parent_id }: Typed,
): Promise<z.input<typeof comment>> {
  const { writer } = deps;
  const [item, found] = await Promise.all([writer.readItem(author, contentId), writer.readRules(contentId)]);
  if (!item.comments_open) throw new AppError("not_allowed", COMMENT_MESSAGES.closed);
  const parentId = parent_id === null ? null : await findRoot(deps, author, item, parent_id);
  const wanted = { id: newId(commentId), author, item, rules: found ?? STRICTEST, parentId, text };
  let written = await writer.write(wanted);
  while (written === null) written = await writer.write(wanted);
  if ("fault" in written) throw written.fault;
  deps.counter.schedule();
  if (written.row.status === "held") deps.held.schedule(item.channel_id, author.accountId);
  const added = toReply(deps, written.row, author, item);
  return { ...added, replies: [], replies_cursors: { earlier: null, later: null } };
}

/** The comment at the top of the thread: a reply to a reply is below the same one. @throws AppError `gone` */
async function findRoot(
  deps: Pick<Deps, "sql">,
  author: Member,
  item: ContentRow,
  parentId: CommentId,
): Promise<string> {
  const row = (await selectComments(deps.sql, author.accountId, [parentId])).get(parentId);
  if (row === undefined || row.content_id !== item.id || !rightsTo(row, author, item).reply)
    throw new AppError("gone", COMMENT_MESSAGES.gone);
  return row.parent_id ?? row.id;
}

/** If the batch fails, its comments are written one by one, so that the one at fault fails alone. */
async function writeBatch(sql: Sql, wanted: readonly Wanted[]): Promise<Map<Wanted, Written>> {
  const batch = firstOfEachAuthor(wanted);
  try {
    return await inTransaction(sql, (tx) => writeAll(tx, batch));
  } catch (fault) {
    if (batch.length === 1) return new Map(batch.map((one) => [one, { fault }]));
  }
  const written = new Map<Wanted, Written>();
  for (const one of batch) for (const [key, outcome] of await writeBatch(sql, [one])) written.set(key, outcome);
  return written;
}

/** The second comment of a person has to count the first. */
function firstOfEachAuthor(wanted: readonly Wanted[]): Wanted[] {
  const firsts = new Map<string, Wanted>();
  for (const one of wanted) if (!firsts.has(one.author.accountId)) firsts.set(one.author.accountId, one);
  return [...firsts.values()];
}

async function writeAll(tx: Tx, batch: readonly Wanted[]): Promise<Map<Wanted, Written>> {
  const authors = await lockAuthors(
    tx,
    batch.map(({ author }) => author.accountId),
  );
  const facts = await selectAuthorFacts(tx, batch.map(toCircumstance), sinceNow());
  const decided = batch.map((one, at) => ({ one, decision: decideNew(one, facts[at]) }));
  const accepted = decided.flatMap(({ decision }) => ("fault" in decision ? [] : [decision]));
  if (accepted.length > 0) await insertComments(tx, accepted);
  const named = accepted.flatMap(({ id, body }) => namesIn(body).map((name) => ({ commentId: id, ...name })));
  const mentioned = await insertMentions(tx, named);
  return new Map(
    decided.map(({ one, decision }) => [
      one,
      "fault" in decision ? decision : { row: toWrittenRow(decision, one, authors.get(decision.authorId), mentioned) },
    ]),
  );
}

/** As `selectComments` would read it back. @param mentioned by all comments of the batch */
function toWrittenRow(
  comment: NewComment,
  { author: writer, item }: Wanted,
  author: Author | undefined,
  mentioned: readonly Mentioned[],
): CommentRow {
  if (author === undefined) throw new Error("the author of a comment was not locked");
  return {
    id: comment.id,
    content_id: comment.contentId,
    channel_id: comment.channelId,
    parent_id: comment.parentId,
    author_id: comment.authorId,
    body: comment.body,
    status: comment.status,
    created_at: comment.createdAt,
    total_likes: 0,
    total_replies: 0,
    top_score: 0,
    is_hearted: false,
    is_pinned: false,
    edited_at: null,
    liked: false,
    author_moderates: runsTheItem(writer, item),
    ...author,
    mentions: mentioned.flatMap(({ comment_id, username, channel_id }) =>
      comment_id === comment.id && channel_id !== null ? [{ username, channel_id }] : [],
    ),
  };
}

function toCircumstance({ author, item, text }: Wanted): Circumstance {
  return { authorId: author.accountId, contentId: item.id, channelId: item.channel_id, body: text };
}

function decideNew(one: Wanted, facts: AuthorFacts | undefined): NewComment | { fault: AppError } {
  const { author, item, rules, text } = one;
  if (facts === undefined) throw new Error("the database returned fewer facts than comments");
  const fault = findLimitFault(facts, author, item, rules);
  if (fault !== null) return { fault };
  return {
    id: one.id,
    contentId: item.id,
    channelId: item.channel_id,
    parentId: one.parentId,
    authorId: author.accountId,
    body: text,
    ...decide(text, { author, item, rules, facts }),
    createdAt: new Date(nowMs()),
  };
}

/** The smallest ids of a minute and a day ago. Ids are ordered by time, so an index finds later ones. */
export function sinceNow(): { minute: string; repeat: string; latest: number } {
  const idOf = (agoMs: number) => newId(commentId, new Date(nowMs() - agoMs));
  return { minute: idOf(MINUTE_MS), repeat: idOf(REPEAT_WITHIN_H * HOUR_MS), latest: COMMENTS_PER_MINUTE };
}

/** @returns `too_many_requests` or `invalid_input`; null: the comment is allowed */
function findLimitFault(facts: AuthorFacts, author: Member, item: ContentRow, rules: ItemRules): AppError | null {
  const isTooFast = facts.recent >= COMMENTS_PER_MINUTE || facts.recent_on_item >= COMMENTS_PER_MINUTE_AND_ITEM;
  if (isTooFast) return new AppError("too_many_requests", COMMENT_MESSAGES.tooFast);
  if (facts.is_repeat) return fieldError("text", COMMENT_MESSAGES.repeated);
  if (runsTheItem(author, item)) return null;
  const waitS = slowModeWaitS(facts.last_on_item, rules.slow_mode_s, now());
  return waitS > 0 ? new AppError("too_many_requests", slowModeMessage(waitS)) : null;
}

type Circumstances = {
  author: Member;
  item: ContentRow;
  rules: ItemRules;
  facts: Pick<AuthorFacts, "is_first" | "is_hidden">;
};
type Outcome = { status: "visible" | "held" | "hidden"; heldFor: HoldReason | null };

/** Whether a text, new or edited, is seen at once. */
export function decide(text: string, { author, item, rules, facts }: Circumstances): Outcome {
  if (runsTheItem(author, item)) return { status: "visible", heldFor: null };
  const heldFor = holdingReason(text, facts.is_first, {
    words: rules.words,
    links: rules.holds_links,
    first: rules.holds_first,
    everything: rules.holds_everything,
  });
  if (facts.is_hidden) return { status: "hidden", heldFor };
  return { status: heldFor === null ? "visible" : "held", heldFor };
}

export function namesIn(text: string): { username: string; key: string }[] {
  return mentionedNames(text).map((username) => ({ username, key: usernameKey(username) }));
}
