import type { CommentId } from "@app/contract/ids";
import { STAFF_COMMENT_MESSAGES } from "@app/contract/staff-comments";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";
import { hideByStaff, lockModerated, type ModeratedRow, showByStaff } from "./moderate-comments.sql.ts";
import { markDeleted } from "./write-comments.sql.ts";

type ModerateDeps = Pick<Deps, "sql" | "events" | "log">;
type Act = { id: CommentId; reason: string };

/**
 * Hides the comment from everybody but its author, until staff restore it.
 * @throws AppError `not_found`; `conflict`
 */
export async function hideCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    if (!(await hideByStaff(tx, act.id))) throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    await recordAudit(tx, {
      ...{ staff, action: "comment.hidden", subject: { kind: "comment", id: act.id }, reason: act.reason },
      ...{ before: { status: comment.status }, after: { status: "hidden" } },
    });
    await tellAuthor(deps, tx, comment, { decision: "comment_removed", note: act.reason });
  });
}

/** Staff can restore it for 30 days. @throws AppError `not_found`; `conflict` */
export async function deleteCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    if (comment.status === "deleted") throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    await markDeleted(tx, act.id, true);
    await recordAudit(tx, {
      ...{ staff, action: "comment.deleted", subject: { kind: "comment", id: act.id }, reason: act.reason },
      ...{ before: { status: comment.status }, after: { status: "deleted" } },
    });
    if (!comment.is_hidden_by_staff)
      await tellAuthor(deps, tx, comment, { decision: "comment_removed", note: act.reason });
  });
}

/** Shows what staff hid or deleted; what its author or the channel deleted stays so. @throws AppError `not_found`; `conflict` */
export async function restoreCommentByStaff(deps: ModerateDeps, staff: Member, act: Act): Promise<void> {
  await change(deps, act.id, async (tx, comment) => {
    const isTheirs = comment.is_hidden_by_staff || comment.is_deleted_by_staff;
    if (!isTheirs || !(await showByStaff(tx, act.id))) throw new AppError("conflict", STAFF_COMMENT_MESSAGES.changed);
    await recordAudit(tx, {
      ...{ staff, action: "comment.restored", subject: { kind: "comment", id: act.id }, reason: act.reason },
      ...{ before: { status: comment.status === "deleted" ? "deleted" : "hidden" }, after: { status: "visible" } },
    });
    await tellAuthor(deps, tx, comment, { decision: "comment_restored", note: null });
  });
}

async function change(
  deps: ModerateDeps,
  id: CommentId,
  work: (tx: Tx, comment: ModeratedRow) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const comment = await lockModerated(tx, id);
    if (!comment) throw notFound();
    await work(tx, comment);
  });
  await flushCommentCounts(deps);
}

async function tellAuthor(
  { events }: Pick<Deps, "events">,
  tx: Tx,
  { id, author_id, content_id }: ModeratedRow,
  decided: { decision: "comment_removed" | "comment_restored"; note: string | null },
): Promise<void> {
  if (author_id === null) return;
  await events.publish(tx, "moderation.decided", { account_id: author_id, subject_id: id, content_id, ...decided });
}
