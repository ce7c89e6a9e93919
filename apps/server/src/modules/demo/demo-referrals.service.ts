import { addAccount, findAccountByUsername } from "#modules/accounts/add-account.service.ts";
import { queueDiscoveryRefresh } from "#modules/discovery/queue-refresh.service.ts";
import { releaseDueReferrals, reverseReferral } from "#modules/referrals/credit-referral.service.ts";
import { addPastReferral } from "#modules/referrals/past-referrals.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type DemoNewcomer, newcomersOf } from "./world/newcomers.ts";

const HOUR_MS = 3_600_000;

/** The people whom the demo earners brought, with what was earned by it. Safe to run twice. */
export async function makeDemoReferrals(deps: Pick<Deps, "sql" | "now" | "log">): Promise<void> {
  const newcomers = newcomersOf();
  await inTransaction(deps.sql, async (tx) => {
    if (newcomers[0] && (await findAccountByUsername(tx, newcomers[0].username))) return;
    for (const newcomer of newcomers) await addNewcomer(deps, tx, newcomer);
    await queueDiscoveryRefresh(tx);
  });
  await releaseDueReferrals(deps);
}

async function addNewcomer(deps: Pick<Deps, "now">, tx: Sql, newcomer: DemoNewcomer): Promise<void> {
  const earner = await findAccountByUsername(tx, newcomer.referrer);
  if (!earner) throw new Error(`the demo world lacks ${newcomer.referrer}`);
  const { accountId } = await addAccount(tx, {
    username: newcomer.username,
    email: `${newcomer.username}@demo.fieldhouse.test`,
    // Everybody in the demo world has the same.
    passwordHash: earner.password_hash,
    fullName: newcomer.fullName,
    plan: null,
    isVerified: newcomer.fate !== "joined",
    isDemo: true,
    channel: { name: newcomer.fullName, bio: "", profileKey: null, coverKey: null },
  });
  const at = new Date(deps.now().getTime() - newcomer.hoursAgo * HOUR_MS);
  await addPastReferral(tx, {
    referredId: accountId,
    earnerId: earner.id,
    joinedAt: at,
    creditedAt: newcomer.fate === "joined" ? null : at,
    signals: newcomer.fate === "reviewed" ? ["same-address"] : [],
  });
  if (newcomer.fate === "reversed") await reverseReferral(deps, tx, accountId, "The account was not a real person's.");
}
