import type { EventInputs } from "@app/contract/events";
import type { ContentId } from "@app/contract/ids";
import { STAFF_CONTENT_MESSAGES } from "@app/contract/staff-contents";
import { lockChannels, lockChannelsOf, recountContents } from "#modules/channels/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { type ModeratedRow, markShown, selectModerated } from "./contents.sql.ts";
import { DELETED_RETENTION_DAYS } from "./contents-maintenance.service.ts";
import { clearHidden, setHidden } from "./contents-maintenance.sql.ts";

type ModerateDeps = Pick<Deps, "sql" | "events">;
type Act = { id: ContentId; reason: string };

/**
 * Hides an item from everybody but its owner and staff. Nothing changes if it was hidden, or is deleted.
 * @throws AppError `not_found`
 */
export async function hideContentByStaff(deps: ModerateDeps, staff: Member, { id, reason }: Act): Promise<void> {
  await onLocked(deps, id, async (tx, item) => {
    if (!(await setHidden(tx, id))) return;
    await recordAudit(tx, {
      staff,
      action: "content.hidden",
      subject: { kind: "content", id },
      reason,
      before: { hidden: false },
      after: { hidden: true },
    });
    await publishDecided(deps, tx, item, { decision: "content_hidden", note: reason, acted_by: staff.accountId });
  });
}

/**
 * Shows a hidden item again, and takes a deletion back. Its owner is notified if staff had hidden it and it is visible
 * now, which it is not while its channel is hidden.
 * @throws AppError `not_found`; `gone` if its files may be purged; `conflict` it is their own, and somebody else had
 * hidden it
 */
export async function restoreContentByStaff(deps: ModerateDeps, staff: Member, { id, reason }: Act): Promise<void> {
  await onLocked(deps, id, async (tx, item) => {
    if (!item.is_kept) throw new AppError("gone", STAFF_CONTENT_MESSAGES.purged);
    if (!item.is_hidden && item.deleted_at === null) return;
    await markShown(tx, id);
    if (item.deleted_at !== null) await deps.events.publish(tx, "content.undeleted", { content_id: id });
    await recordAudit(tx, {
      staff,
      action: "content.restored",
      subject: { kind: "content", id },
      reason,
      before: { hidden: item.is_hidden, deleted: item.deleted_at !== null },
      after: { hidden: false, deleted: false },
    });
    if (!item.is_hidden) return;
    await publishDecided(deps, tx, item, {
      decision: "content_restored",
      note: null,
      staff_reason: reason,
      acted_by: staff.accountId,
      is_held: item.is_channel_hidden,
    });
  });
}

async function onLocked(
  { sql }: Pick<Deps, "sql">,
  id: ContentId,
  change: (tx: Tx, item: ModeratedRow) => Promise<void>,
): Promise<void> {
  const seen = await selectModerated(sql, id, DELETED_RETENTION_DAYS);
  if (!seen) throw notFound();
  await inTransaction(sql, async (tx) => {
    await lockChannels(tx, [seen.channel_id]);
    const item = await selectModerated(tx, id, DELETED_RETENTION_DAYS);
    if (!item) throw notFound();
    await change(tx, item);
    await recountContents(tx, item.channel_id);
  });
}

function publishDecided(
  { events }: Pick<Deps, "events">,
  tx: Tx,
  item: ModeratedRow,
  decided: Pick<EventInputs["moderation.decided"], "decision" | "note" | "staff_reason" | "is_held"> & {
    acted_by: string;
  },
): Promise<void> {
  return events.publish(tx, "moderation.decided", {
    account_id: item.owner_id,
    subject_id: item.id,
    content_id: item.id,
    ...decided,
  });
}

/** Hides one item from everybody but its owner and staff. @returns false if it was hidden, or is deleted */
export async function hideContent(tx: Tx, id: string): Promise<boolean> {
  await lockChannelsOf(tx, [id]);
  const hidden = await setHidden(tx, id);
  if (hidden) await recountContents(tx, hidden.channel_id);
  return hidden !== null;
}

/**
 * Shows an item again that was hidden by itself.
 * @returns null if it was not, or is deleted; `hidden` if its channel is still hidden
 */
export async function showHiddenContent(tx: Tx, id: string): Promise<"shown" | "hidden" | null> {
  await lockChannelsOf(tx, [id]);
  const shown = await clearHidden(tx, id);
  if (shown === null) return null;
  await recountContents(tx, shown.channel_id);
  return shown.is_channel_hidden ? "hidden" : "shown";
}
