import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountId } from "@app/contract/ids";
import { type PayoutMethod, payoutRoutes } from "@app/contract/payouts";
import { addPastReferral, makeDueReferralsAvailable } from "#modules/earnings/referrals/referrals.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";

const DAY_MS = 86_400_000;
/** Longer than a reward is pending. */
const LONG_AGO_DAYS = 40;

/** Adds people whom an earner referred at a moment. @returns their ids */
export async function bringPeople(
  deps: Deps,
  earnerId: string,
  { count, at, isCredited = true }: { count: number; at: Date; isCredited?: boolean },
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(accountId));
  await deps.pool.query(
    `insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
     select id, 'General User', right(id::text, 20), right(id::text, 20), id::text, id::text, '' from unnest($1::uuid[]) id`,
    [ids],
  );
  await inTransaction(deps.sql, async (tx) => {
    for (const referredId of ids)
      await addPastReferral(tx, {
        referredId,
        earnerId,
        joinedAt: at,
        creditedAt: isCredited ? at : null,
        signals: [],
      });
  });
  return ids;
}

/** Rewards that have waited long enough and are available. @returns the people they are for */
export async function earnAvailable(deps: Deps, earnerId: string, count: number): Promise<string[]> {
  const at = new Date(deps.now().getTime() - LONG_AGO_DAYS * DAY_MS);
  const ids = await bringPeople(deps, earnerId, { count, at });
  await makeDueReferralsAvailable(deps);
  return ids;
}

/** Confirms the password and chooses how to be paid. */
export async function choosePayout(
  person: TestPerson,
  { body }: { body: { method: PayoutMethod; paypal_email?: string } },
): Promise<void> {
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  await person.call(payoutRoutes.saveMethod, { body });
}
