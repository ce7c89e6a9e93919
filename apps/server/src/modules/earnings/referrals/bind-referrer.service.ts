import type { EventPayloads } from "@app/contract/events";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { findLink } from "./referral-codes.service.ts";
import { insertReferral, selectTypedCode } from "./referrals.sql.ts";
import { findSignals } from "./suspicion.service.ts";

/**
 * Binds a new person to the earner whose link they came by, in the transaction that makes their account. A code that is
 * unknown or earns nothing binds nobody, in silence: signing up goes on. What is suspicious already is written down,
 * and is still there for staff when the address is corrected before it is verified.
 */
export async function bindReferrer(
  _deps: Deps,
  tx: Tx,
  { account_id }: EventPayloads["account.created"],
): Promise<void> {
  const code = await selectTypedCode(tx, account_id);
  const link = code ? await findLink(tx, code) : null;
  if (!link || link.earner_id === account_id) return;
  const referral = { referredId: account_id, earnerId: link.earner_id };
  const signals = await findSignals(tx, { ...referral, at: new Date(), known: [] });
  await insertReferral(tx, { ...referral, code: link.code, signals });
}
