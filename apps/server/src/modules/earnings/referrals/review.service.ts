import { DELETED_USER } from "@app/contract/brand";
import {
  FRAUD_FLAGS,
  type FraudFlag,
  MISSED_REFERRAL_DAYS,
  REVIEW_MESSAGES,
  type referralReviewRoutes,
} from "@app/contract/referral-review";
import type { z } from "zod";
import { findAccountByUsername, usernameKey } from "#modules/identity/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError, notFound } from "#platform/errors.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { findFraudSignals } from "./fraud-signals.service.ts";
import { ensureReferralCode, findReferralLink } from "./referral-codes.service.ts";
import { clearReview, creditReferral, reverseReferral } from "./referrals.service.ts";
import { insertReferral, lockReferral, selectTrigger } from "./referrals.sql.ts";
import { countFlagged, type MissedRow, type ReviewRow, selectFlagged, selectMissed } from "./review.sql.ts";

/** Nobody pages further. */
const LISTED_MAX = 5_000;
const DAY_MS = 86_400_000;

type List = (typeof referralReviewRoutes)["list"];

export async function listFlagged(
  deps: Pick<Deps, "sql" | "secrets">,
  query: z.output<List["query"]>,
): Promise<z.input<List["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: `flagged referrals ${query.state}`,
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectFlagged(deps.sql, query.state, range),
    count: () => countFlagged(deps.sql, query.state, LISTED_MAX),
  });
  return { referrals: rows.map(toReviewed), pagination };
}

function toReviewed(row: ReviewRow): z.input<List["data"]>["referrals"][number] {
  const isOpen = row.is_open === true;
  return {
    id: row.id,
    username: row.username ?? DELETED_USER,
    earner: row.earner ?? DELETED_USER,
    stage: row.stage,
    joined_at: row.joined_at.toISOString(),
    credited_at: row.credited_at?.toISOString() ?? null,
    available_at: row.available_at?.toISOString() ?? null,
    amount_cents: row.amount_cents,
    flags: row.signals.filter((signal): signal is FraudFlag => signal in FRAUD_FLAGS),
    reason: row.reason,
    is_open: isOpen,
    earner_referrals: row.earner_referrals,
    earner_flagged: row.earner_flagged,
    can: {
      release: isOpen,
      reverse: row.stage === "pending" || (row.stage === "available" && !row.is_in_payout),
    },
  };
}

/** @throws AppError `not_found`; `conflict` not under review */
export async function clearReferralReview(deps: Pick<Deps, "sql">, staff: Member, referredId: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (!(await lockReferral(tx, referredId))) throw notFound();
    await clearReview(tx, referredId);
    await recordAudit(tx, { staff, action: "referral.released", subject: { kind: "account", id: referredId } });
  });
}

/** @throws AppError `not_found`; `conflict` paid, on its way, or reversed already */
export async function reverseByStaff(
  deps: Pick<Deps, "sql" | "now">,
  staff: Member,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await reverseReferral(deps, tx, id, reason);
    await recordAudit(tx, { staff, action: "referral.reversed", subject: { kind: "account", id }, reason });
  });
}

type Missed = { earner: string; referred: string; reason: string };

/**
 * Adds somebody who signed up without the link, and credits the earner by the same rules as with it: at once, or when the
 * person pays, if staff chose that and they have not paid yet.
 * @throws AppError `invalid_input` on `earner` or `referred`
 */
export async function addMissedReferral(
  deps: Pick<Deps, "sql" | "now" | "events">,
  staff: Member,
  missed: Missed,
): Promise<{ is_credited: boolean }> {
  return inTransaction(deps.sql, async (tx) => {
    const { earnerId, code } = await requireEligibleEarner(tx, missed.earner);
    const since = new Date(deps.now().getTime() - MISSED_REFERRAL_DAYS * DAY_MS);
    const person = await selectMissed(tx, usernameKey(missed.referred), since);
    const { id: referredId, has_paid } = requireMissed(person, earnerId);
    const signals = await findFraudSignals(tx, { referredId, earnerId, at: deps.now(), known: [] });
    if (!(await insertReferral(tx, { referredId, earnerId, code, signals, joinedAt: deps.now() })))
      throw fieldError("referred", REVIEW_MESSAGES.known);
    await deps.events.publish(tx, "referral.joined", { earner_id: earnerId, referred_id: referredId });
    const trigger = await selectTrigger(tx);
    if (trigger === "verified" || has_paid) await creditReferral(deps, tx, referredId, trigger);
    await recordAudit(tx, {
      staff,
      action: "referral.added",
      subject: { kind: "account", id: referredId },
      after: { earner: missed.earner },
      reason: missed.reason,
    });
    return { is_credited: (await lockReferral(tx, referredId))?.stage === "pending" };
  });
}

async function requireEligibleEarner(tx: Tx, username: string): Promise<{ earnerId: string; code: string }> {
  const earner = await findAccountByUsername(tx, username);
  if (!earner?.plan) throw fieldError("earner", REVIEW_MESSAGES.noEarner);
  const code = await ensureReferralCode(tx, earner.id);
  if (!(await findReferralLink(tx, code))) throw fieldError("earner", REVIEW_MESSAGES.inactive);
  return { earnerId: earner.id, code };
}

function requireMissed(person: MissedRow | null, earnerId: string): MissedRow {
  if (!person?.is_recent) throw fieldError("referred", REVIEW_MESSAGES.noPerson);
  if (person.id === earnerId) throw fieldError("referred", REVIEW_MESSAGES.oneself);
  if (person.is_referred) throw fieldError("referred", REVIEW_MESSAGES.known);
  if (!person.is_verified) throw fieldError("referred", REVIEW_MESSAGES.unverified);
  return person;
}
