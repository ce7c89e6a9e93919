import type { AccountId } from "@app/contract/ids";
import type { SuspensionAppeal } from "@app/contract/suspension-appeals";
import { z } from "zod";
import { type AppealableSuspension, requireAppealable, restorePerson } from "#modules/identity/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { setAppealDecision } from "./queue.sql.ts";
import { appeal, toOwnAppeal } from "./reports.service.ts";
import { lockOpenAppeal, openSuspensionCase, selectSuspensionAppeal } from "./reports.sql.ts";

type AppealDeps = Pick<Deps, "sql" | "secrets" | "now">;

/** @throws AppError `gone` the token is useless, or the person can sign in again */
export async function showSuspension(deps: AppealDeps, token: string): Promise<SuspensionAppeal> {
  return toView(deps, await requireAppealable(deps, token));
}

/**
 * Puts a suspension among the appeals in the queue of reports.
 * @throws AppError as `showSuspension`; `conflict` appealed before
 */
export async function appealSuspension(deps: AppealDeps, token: string, text: string): Promise<SuspensionAppeal> {
  const suspension = await requireAppealable(deps, token);
  const { accountId, began_at: beganAt, until } = suspension;
  await inTransaction(deps.sql, async (tx) => {
    const of = { ...suspension, accountId, beganAt, isBan: until === null, id: newId(z.uuid()) };
    await appeal(tx, { ownerId: accountId, caseId: await openSuspensionCase(tx, of), text });
  });
  return toView(deps, suspension);
}

/**
 * Lets somebody sign in again whom staff suspended, and reverses the decision that they appealed: nobody has to look at
 * it any more.
 * @throws AppError `not_found`
 */
export async function restoreAccess(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "events" | "now">,
  staff: Member,
  { id, reason }: { id: AccountId; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    // In the order in which a decision about an appeal locks.
    const appealed = await lockOpenAppeal(tx, id);
    const beganAt = await restorePerson(deps, tx, staff, { id, reason });
    if (appealed === null || appealed.suspended_at !== beganAt) return;
    await setAppealDecision(tx, { caseId: appealed.id, outcome: "overturn", reason, staffId: staff.accountId });
    await deps.events.publish(tx, "moderation.decided", {
      account_id: id,
      decision: "appeal_decided",
      subject_id: id,
      content_id: null,
      note: reason,
    });
  });
}

async function toView(deps: AppealDeps, suspension: AppealableSuspension): Promise<SuspensionAppeal> {
  const { accountId, username, reason, until, began_at: beganAt } = suspension;
  const found = await selectSuspensionAppeal(deps.sql, { accountId, beganAt });
  const appealed = found && toOwnAppeal(found);
  return {
    username,
    reason,
    until: until?.toISOString() ?? null,
    suspended_at: new Date(beganAt).toISOString(),
    appeal: appealed,
    can: { appeal: appealed === null },
  };
}
