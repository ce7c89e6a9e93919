import { updateChannelRow } from "#modules/channels/index.ts";
import { queueDiscoveryRefresh } from "#modules/discovery/index.ts";
import {
  addPastLink,
  addPastPayouts,
  addPastReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "#modules/earnings/index.ts";
import { addAccount, findAccountByUsername } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { DEMO_FIRST_LINK_OPENS, DEMO_LINKS, type DemoNewcomer, newcomersOf } from "./world/people.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When the payout of the earner with the most referrals was made, and when it arrived. */
const PAYOUT_MADE_DAYS_AGO = 12;
const PAYOUT_ARRIVED_DAYS_AGO = 10;

/** Creates the people whom demo earners referred, and the earnings from them. Safe to repeat. */
export async function makeDemoReferrals(deps: Deps): Promise<void> {
  const newcomers = newcomersOf();
  const isNew = await inTransaction(deps.sql, async (tx) => {
    if (newcomers[0] && (await findAccountByUsername(tx, newcomers[0].username))) return false;
    const codes = await addLinks(deps, tx, newcomers[0]?.referrer ?? "");
    for (const newcomer of newcomers) await addNewcomer(deps, tx, newcomer, codes);
    await queueDiscoveryRefresh(tx);
    return true;
  });
  if (isNew) await payOut(deps, newcomers[0]?.referrer ?? "");
  await makeDueReferralsAvailable(deps);
}

/** Pays out what was available a while ago. */
async function payOut(deps: Deps, username: string): Promise<void> {
  const earner = await findAccountByUsername(deps.sql, username);
  if (!earner) throw new Error(`the demo world lacks ${username}`);
  const daysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const madeAt = daysAgo(PAYOUT_MADE_DAYS_AGO);
  await makeDueReferralsAvailable({ ...deps, now: () => madeAt });
  await addPastPayouts(deps, [{ accountId: earner.id, email: earner.email }], {
    madeAt,
    paidAt: daysAgo(PAYOUT_ARRIVED_DAYS_AGO),
  });
}

/** @returns the codes by label */
async function addLinks(deps: Pick<Deps, "now">, tx: Tx, username: string): Promise<Map<string, string>> {
  const earner = await findAccountByUsername(tx, username);
  if (!earner) throw new Error(`the demo world lacks ${username}`);
  const at = deps.now();
  await addPastLink(tx, { earnerId: earner.id, label: null, opens: DEMO_FIRST_LINK_OPENS, withdrawnAt: null });
  const codes = new Map<string, string>();
  for (const { label, opens, isWithdrawn } of DEMO_LINKS) {
    const link = { earnerId: earner.id, label, opens, withdrawnAt: isWithdrawn ? at : null };
    codes.set(label, await addPastLink(tx, link));
  }
  return codes;
}

async function addNewcomer(
  deps: Pick<Deps, "now" | "events">,
  tx: Tx,
  newcomer: DemoNewcomer,
  codes: ReadonlyMap<string, string>,
): Promise<void> {
  const earner = await findAccountByUsername(tx, newcomer.referrer);
  if (!earner) throw new Error(`the demo world lacks ${newcomer.referrer}`);
  const { accountId, channelId } = await addAccount(deps, tx, {
    username: newcomer.username,
    email: `${newcomer.username}@demo.fieldhouse.test`,
    // All demo accounts have the same password.
    passwordHash: earner.password_hash,
    fullName: newcomer.fullName,
    plan: null,
    isVerified: newcomer.fate !== "joined",
    isDemo: true,
  });
  await updateChannelRow(tx, channelId, { name: newcomer.fullName });
  const at = new Date(deps.now().getTime() - newcomer.hoursAgo * HOUR_MS);
  await addPastReferral(tx, {
    referredId: accountId,
    earnerId: earner.id,
    joinedAt: at,
    creditedAt: newcomer.fate === "joined" || newcomer.fate === "ineligible" ? null : at,
    signals: newcomer.fate === "reviewed" ? ["same-address"] : [],
    code: newcomer.link === null ? undefined : codes.get(newcomer.link),
  });
  if (newcomer.fate === "ineligible")
    await reverseReferral(
      deps,
      tx,
      accountId,
      "Your plan was not active when this person verified their email address.",
    );
  if (newcomer.fate === "reversed") await reverseReferral(deps, tx, accountId, "The account was not a real person's.");
}
