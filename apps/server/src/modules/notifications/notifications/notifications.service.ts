import { setTimeout as sleep } from "node:timers/promises";
import type { NotificationId } from "@app/contract/ids";
import {
  NOTIFICATION_MESSAGES,
  NOTIFICATIONS_MAX,
  type notificationRoutes,
  UNREAD_COUNTED_MAX,
} from "@app/contract/notifications";
import type { z } from "zod";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError, notFound } from "#platform/errors.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { deliver, publishChanged } from "./deliver.service.ts";
import { toNotification } from "./notifications.presenter.ts";
import { countNotifications, needsTimeZone, selectNotifications, setAllRead, setRead } from "./notifications.sql.ts";
import { catchUp, isCatchUpDue, lockProgress, notifyFollowers, saveProgress, selectUnfinished } from "./uploads.sql.ts";

type ListQuery = PageQuery & { filter: "all" | "unread" };

/** Followers notified in one transaction. */
const BATCH = 1000;
/**
 * The pause after a batch, in which requests have the database to themselves, as a fraction of the batch's duration.
 */
const PAUSE = 0.1;
const PAUSE_MAX_MS = 250;
/** Items in one run of the job. */
const ITEMS_AT_ONCE = 20;

export async function listNotifications(
  deps: Pick<Deps, "sql" | "secrets" | "config">,
  member: Member,
  query: ListQuery,
): Promise<z.input<(typeof notificationRoutes)["list"]["data"]>> {
  if (await isCatchUpDue(deps.sql, member.accountId))
    await inTransaction(deps.sql, (tx) => catchUp(tx, member.accountId));
  const { accountId } = member;
  const filter = { accountId, isUnread: query.filter === "unread" };
  const { rows, pagination } = await readPage(deps, {
    name: `notifications ${member.accountId} ${query.filter}`,
    maxRows: NOTIFICATIONS_MAX,
    query,
    read: (range) => selectNotifications(deps.sql, filter, range),
    count: () => countNotifications(deps.sql, filter, NOTIFICATIONS_MAX),
  });
  return {
    notifications: rows.map((row) => toNotification(deps, row)),
    unread: await countNotifications(deps.sql, { accountId, isUnread: true }, UNREAD_COUNTED_MAX),
    needs_time_zone: await needsTimeZone(deps.sql, member.accountId),
    pagination,
  };
}

/** @throws AppError `not_found` not the member's; `invalid_input` */
export async function markNotification(
  deps: Pick<Deps, "sql">,
  member: Member,
  id: NotificationId,
  body: { id?: NotificationId | undefined; status: 0 | 1 },
): Promise<void> {
  if (body.id !== undefined && body.id !== id) throw fieldError("id", NOTIFICATION_MESSAGES.otherId);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await setRead(tx, member.accountId, id, body.status === 1))) throw notFound();
    await publishChanged(tx, [member.accountId]);
  });
}

export async function markAllRead(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await setAllRead(tx, member.accountId);
    await publishChanged(tx, [member.accountId]);
  });
}

/**
 * Notifies followers of items that became public. Each batch is one transaction, so a killed worker resumes where it was,
 * and nobody is notified twice. It pauses after each, so that requests meanwhile are hardly slower.
 */
export async function notifyFollowersOfUploads(
  deps: Pick<Deps, "sql" | "config" | "now">,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await selectUnfinished(deps.sql, ITEMS_AT_ONCE)) {
    let isDone = false;
    while (!isDone) {
      signal.throwIfAborted();
      const startedMs = performance.now();
      isDone = await inTransaction(deps.sql, async (tx) => {
        const at = await lockProgress(tx, id);
        if (at === null) return true;
        const { last, notified, here } = await notifyFollowers(tx, id, { after: at.after, limit: BATCH });
        await saveProgress(tx, id, last);
        await deliver(deps, tx, notified, here);
        return last === null;
      });
      if (!isDone) await sleep(Math.min(PAUSE_MAX_MS, PAUSE * (performance.now() - startedMs)));
    }
  }
}
