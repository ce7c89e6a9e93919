import type { SuspensionAppeal } from "@app/contract/suspension-appeals";
import { z } from "zod";
import { type AppealableSuspension, requireAppealable } from "#modules/identity/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { appeal, toOwnAppeal } from "./reports.service.ts";
import { openSuspensionCase, selectSuspensionAppeal } from "./reports.sql.ts";

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

async function toView(deps: AppealDeps, suspension: AppealableSuspension): Promise<SuspensionAppeal> {
  const { accountId, username, reason, until, began_at: beganAt } = suspension;
  const found = await selectSuspensionAppeal(deps.sql, { accountId, beganAt });
  const appealed = found && toOwnAppeal(found);
  return {
    ...{ username, reason, until: until?.toISOString() ?? null },
    suspended_at: new Date(beganAt).toISOString(),
    appeal: appealed,
    can: { appeal: appealed === null },
  };
}
