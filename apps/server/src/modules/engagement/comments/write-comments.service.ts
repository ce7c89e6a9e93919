import type { EventInputs } from "@app/contract/events";
import type { CommentId, ContentId } from "@app/contract/ids";
import { STAFF_COMMENT_MESSAGES } from "@app/contract/staff-comments";
import { requireVisibleContent } from "#modules/catalog/index.ts";
import { canManage, recordChannelLog } from "#modules/channels/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import type { Member } from "#platform/viewer.ts";
import { decide, namesIn, sinceNow } from "./add-comments.service.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";
import { type HeldChanges, publishHeldChanges } from "./comment-rules.service.ts";
import { selectRules } from "./comment-rules.sql.ts";
import { rightsTo, runsTheItem } from "./comments.policy.ts";
import type { ShownReply } from "./comments.presenter.ts";
import { requireVisibleComment, showReply } from "./comments.service.ts";
import { selectComment } from "./comments.sql.ts";
import {
  deleteOtherMentions,
  hideByStaff,
  insertMentions,
  lockAuthors,
  lockModerated,
  type ModeratedRow,
  markDeleted,
  selectAuthorFacts,
  setHearted,
  setPinned,
  showByStaff,
  updateComment,
} from "./write-comments.sql.ts";

type WriteDeps = Pick<Deps, "sql" | "config" | "events"> & { counter: FlushTimer; held: HeldChanges };

/**
 * The rules hold for the new text as for a new comment. It loses pin and heart, which were given to other words, unless its
 * author moderates the item. @throws AppError `not_found`
 */
export async function editComment(deps: WriteDeps, author: Member, id: CommentId, text: string): Promise<ShownReply> {
  const { row, item } = await requireVisibleComment(deps, author, id);
  if (!rightsTo(row, author, item).edit) throw notFound();
  const rules = await selectRules(deps.sql, item.id);
  await inTransaction(deps.sql, async (tx) => {
    await lockAuthors(tx, [author.accountId]);
    const of = { authorId: author.accountId, contentId: item.id, channelId: item.channel_id, body: text };
    const [facts] = await selectAuthorFacts(tx, [of], sinceNow());
    const isFirst = facts?.is_first === true && row.status !== "visible";
    const shown = { author, item, rules, facts: { is_first: isFirst, is_hidden: facts?.is_hidden === true } };
    const outcome = decide(text, shown);
    const updated = await updateComment(tx, id, { body: text, ...outcome, isByModerator: runsTheItem(author, item) });
    if (updated === null) throw notFound();
    if (updated.lost_heart)
      await deps.events.publish(tx, "comment.unhearted", { comment_id: id, owner_id: item.owner_id });
    const names = namesIn(text);
    const unmentioned = await deleteOtherMentions(
      tx,
      id,
      names.map(({ username }) => username),
    );
    if (unmentioned.length > 0)
      await deps.events.publish(tx, "comment.unmentioned", { comment_id: id, account_ids: unmentioned });
    const mentioned = await insertMentions(
      tx,
      names.map((name) => ({ commentId: id, ...name })),
    );
    // If a comment becomes visible only now, the next flush notifies everybody.
    if (row.status !== "visible" || updated.status !== "visible" || mentioned.length === 0) return;
    await deps.events.publish(tx, "comment.mentioned", {
      comment_id: id,
      account_ids: mentioned.map((one) => one.account_id),
    });
  });
  deps.counter.schedule();
  const edited = await showReply(deps, author, item, id);
  if (row.status === "held" || edited.is_held) deps.held.schedule(item.channel_id, author.accountId);
  return edited;
}

/** Its author, the owner of the item and staff, also while comments are turned off. @throws AppError `not_found` */
export async function removeComment(deps: WriteDeps, member: Member, id: CommentId): Promise<void> {
  const row = await selectComment(deps.sql, id);
  if (row === null) throw notFound();
  const isAuthor = row.author_id === member.accountId;
  const item = isAuthor ? null : await requireVisibleContent(deps.sql, member, row.content_id as ContentId);
  if (!rightsTo(row, member, item ?? { owner_id: "", channel_id: "" }).remove) throw notFound();
  const isByStaff = item !== null && !canManage(member, item, "moderate");
  await inTransaction(deps.sql, async (tx) => {
    const by = isByStaff ? "staff" : "channel";
    if (!(await markDeleted(tx, id, isAuthor ? "author" : by))) return;
    if (isByStaff) await recordByStaff(deps, tx, member, { ...row, id });
    else if (item)
      await recordChannelLog(tx, {
        channelId: item.channel_id,
        actorId: member.accountId,
        action: "comment_deleted",
        subject: item.title,
      });
  });
  deps.counter.schedule();
  if (row.status === "held") deps.held.schedule(row.channel_id, row.author_id);
}

/** The menu of a comment asks for no reason. A held comment was not public, so its author is not told. */
async function recordByStaff(
  deps: Pick<Deps, "events">,
  tx: Tx,
  staff: Member,
  comment: Removed & Pick<ModeratedRow, "status">,
): Promise<void> {
  await recordAudit(tx, {
    staff,
    action: "comment.deleted",
    subject: { kind: "comment", id: comment.id },
    before: { deleted: false },
    after: { deleted: true },
  });
  if (comment.status !== "held")
    await publishToAuthor(deps, tx, comment, toRemoved(staff, { reason: "It does not follow our guidelines." }));
}

/** @throws AppError `not_found` not the owner of the item, or a comment that cannot be marked */
export async function markComment(
  deps: WriteDeps,
  owner: Member,
  id: CommentId,
  { hearted, pinned }: { hearted?: boolean | undefined; pinned?: boolean | undefined },
): Promise<ShownReply> {
  const { row, item } = await requireVisibleComment(deps, owner, id);
  const rights = rightsTo(row, owner, item);
  if ((hearted !== undefined && !rights.heart) || (pinned !== undefined && !rights.pin)) throw notFound();
  if (!rights.heart) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    if (hearted !== undefined) await setHearted(tx, id, hearted);
    if (pinned !== undefined) await setPinned(tx, item.id, id, pinned);
    if (hearted === undefined || hearted === row.is_hearted) return;
    if (hearted) await deps.events.publish(tx, "comment.hearted", { comment_id: id });
    else await deps.events.publish(tx, "comment.unhearted", { comment_id: id, owner_id: item.owner_id });
  });
  return showReply(deps, owner, item, id);
}

type ModerateDeps = Pick<Deps, "sql" | "events" | "log">;
type Act = { id: CommentId; reason: string };
type Removed = Pick<ModeratedRow, "id" | "author_id" | "content_id">;

/**
 * Hides the comment from everybody but its author, until staff restore it.
 * @throws AppError `not_found`; `conflict`
 */
export async function hideCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    if (!(await hideByStaff(tx, act.id))) throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    await recordAudit(tx, {
      staff,
      action: "comment.hidden",
      subject: { kind: "comment", id: act.id },
      reason: act.reason,
      before: { status: comment.status },
      after: { status: "hidden" },
    });
    await publishToAuthor(deps, tx, comment, toRemoved(staff, act));
  });
}

/** Staff can restore it for 30 days. @throws AppError `not_found`; `conflict` */
export async function deleteCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    if (comment.status === "deleted") throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    await markDeleted(tx, act.id, "staff");
    await recordAudit(tx, {
      staff,
      action: "comment.deleted",
      subject: { kind: "comment", id: act.id },
      reason: act.reason,
      before: { status: comment.status },
      after: { status: "deleted" },
    });
    if (!comment.is_hidden_by_staff) await publishToAuthor(deps, tx, comment, toRemoved(staff, act));
  });
}

/**
 * Shows what staff hid or deleted; what its author or the channel deleted stays so. The author is told that it is visible
 * again, unless it waits for the owner again.
 * @throws AppError `not_found`; `conflict`
 */
export async function restoreCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    const status = await showByStaff(tx, act.id);
    if (status === null) throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    const isHeld = status === "held";
    await recordAudit(tx, {
      staff,
      action: "comment.restored",
      subject: { kind: "comment", id: act.id },
      reason: act.reason,
      before: { status: comment.status === "deleted" ? "deleted" : "hidden" },
      after: { status: isHeld ? "held" : "visible" },
    });
    const decided = { decision: "comment_restored" as const, note: null, acted_by: staff.accountId };
    await publishToAuthor(deps, tx, comment, { ...decided, is_held: isHeld });
  });
}

async function change(
  deps: ModerateDeps,
  id: CommentId,
  work: (tx: Tx, comment: ModeratedRow) => Promise<void>,
): Promise<void> {
  const before = await inTransaction(deps.sql, async (tx) => {
    const comment = await lockModerated(tx, id);
    if (!comment) throw notFound();
    await work(tx, comment);
    return comment;
  });
  await flushCommentCounts(deps);
  // It has left the owner's queue, or is there again.
  const { status, channel_id, author_id } = before;
  if (status !== "visible") await publishHeldChanges(deps, [channel_id], author_id === null ? [] : [author_id]);
}

function toRemoved(staff: Member, { reason }: Pick<Act, "reason">) {
  return { decision: "comment_removed" as const, note: reason, acted_by: staff.accountId };
}

async function publishToAuthor(
  { events }: Pick<Deps, "events">,
  tx: Tx,
  { id, author_id, content_id }: Removed,
  decided: Pick<EventInputs["moderation.decided"], "decision" | "note" | "acted_by" | "is_held">,
): Promise<void> {
  if (author_id === null) return;
  await events.publish(tx, "moderation.decided", { account_id: author_id, subject_id: id, content_id, ...decided });
}
