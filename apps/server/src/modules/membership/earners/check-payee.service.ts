import { requireConfirmed } from "#modules/identity/index.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { type ProfileRow, selectIsPaidByCheck, selectProfile } from "./profiles.sql.ts";

/** A check is made out to the profile's name and mailed to its address. */
const ON_A_CHECK = ["first_name", "last_name", "group_name", "street", "city", "state", "zipcode"] as const;

/** The fields of a plan's form that a check would say, as far as the form has them. */
export type PayeeForm = {
  first_name?: string;
  last_name?: string;
  team_name?: string;
  organization_name?: string;
  street?: string;
  city?: string;
  state?: string;
  zipcode?: string;
};

/**
 * For a form that is stored until its plan is paid, when nobody is there to be asked: asks whoever sends it.
 * @throws AppError `confirm_password`
 */
export async function requireConfirmedPayee(
  sql: Sql,
  { accountId, member }: { accountId: string; member?: Member | null },
  { team_name, organization_name, ...form }: PayeeForm,
): Promise<void> {
  const profile = member ? await selectProfile(sql, accountId) : null;
  if (!member || !profile || !(await selectIsPaidByCheck(sql, accountId))) return;
  const sent: Partial<Record<string, string | null>> = { ...form, group_name: team_name ?? organization_name };
  if (ON_A_CHECK.every((field) => sent[field] === undefined || sent[field] === profile[field])) return;
  await requireConfirmed({ sql }, member);
}

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
