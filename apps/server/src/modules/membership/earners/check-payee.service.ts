import { requireConfirmed } from "#modules/identity/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { type ProfileRow, selectIsPaidByCheck, selectProfile } from "./profiles.sql.ts";

/** A check is made out to the profile's name and mailed to its address. */
const ON_A_CHECK = ["first_name", "last_name", "group_name", "street", "city", "state", "zipcode"] as const;

type Change = {
  accountId: string;
  before: ProfileRow | null;
  /** Who changes it; null: nobody is there to be asked for the password. */
  member: Member | null;
};

/**
 * To call once a profile was written. Who is paid by check confirms the password if that changed where the money goes, and
 * is notified, in case it was somebody else.
 * @throws AppError `confirm_password`
 */
export async function guardCheckPayee(deps: Pick<Deps, "events">, tx: Tx, change: Change): Promise<void> {
  const { accountId, before, member } = change;
  const after = before && (await selectProfile(tx, accountId));
  if (!before || !after || ON_A_CHECK.every((field) => before[field] === after[field])) return;
  if (!(await selectIsPaidByCheck(tx, accountId))) return;
  if (member) await requireConfirmed({ sql: tx }, member);
  await deps.events.publish(tx, "account.security_changed", {
    account_id: accountId,
    change: "payout_method_changed",
    detail: null,
  });
}
