import { shortenEmail } from "@app/contract/formats";
import {
  PAYOUT_MESSAGES,
  PAYOUT_METHODS,
  type PayoutHold,
  type PayoutMethod,
  type PayoutOverview,
} from "@app/contract/payouts";
import { toBalances } from "#modules/earnings/earnings/earnings.service.ts";
import { selectAvailable, selectBalances } from "#modules/earnings/earnings/earnings.sql.ts";
import { selectMonths } from "#modules/earnings/earnings/statements.sql.ts";
import { readTaxFacts, type TaxFacts } from "#modules/earnings/tax/tax.service.ts";
import { requireConfirmed } from "#modules/identity/index.ts";
import { isGuardianNeeded } from "#modules/membership/index.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  insertPayoutAccount,
  type PayeeFactsRow,
  replaceEncryptedAddress,
  selectEncryptedAddresses,
  selectPayee,
  upsertMethod,
} from "./payees.sql.ts";
import { findHurdles, nextBatchOn, type PayeeFacts } from "./payouts.policy.ts";
import { hasBatch, type PayoutRow } from "./payouts.sql.ts";

/** More months than that have no statement of their own in the list. */
const MONTHS_LISTED = 120;

export type Payee = {
  facts: PayeeFacts;
  row: PayeeFactsRow;
  tax: TaxFacts;
  /** The account that pays, as it was read. */
  account: { accountId: string; version: number } | null;
};

/** @returns null: the account is erased */
export async function readPayee(deps: Pick<Deps, "config" | "now">, sql: Sql, earnerId: string): Promise<Payee | null> {
  const row = await selectPayee(sql, earnerId);
  if (!row || row.is_erased) return null;
  const available = await selectAvailable(sql, earnerId);
  const tax = await readTaxFacts(deps, sql, earnerId);
  const facts: PayeeFacts = {
    availableCents: available?.cents ?? 0,
    method: row.method,
    hasAddress: row.has_address,
    canReceiveByStripe: row.can_receive,
    isGuardianNeeded: await isGuardianNeeded({ sql, now: deps.now }, earnerId),
    hasW9: tax.form !== null,
    exposureCents: tax.exposureCents,
    thresholdCents: tax.thresholdCents,
  };
  return { facts, row, tax, account: available };
}

/**
 * Why a payout must not be paid any more: since the batch was made, its earner was banned, needs a guardian's consent,
 * or left no address to pay it to.
 * @returns null: it can be paid, or is settled, or Stripe was told of it
 */
export async function findHold(
  deps: Pick<Deps, "now">,
  sql: Sql,
  payout: Pick<PayoutRow, "state" | "sent_at" | "earner_id" | "method">,
): Promise<PayoutHold | null> {
  if (payout.state !== "in_transit" || payout.sent_at !== null) return null;
  const row = await selectPayee(sql, payout.earner_id);
  if (!row) return null;
  if (!row.is_erased) {
    if (row.is_banned) return "banned";
    if (await isGuardianNeeded({ sql, now: deps.now }, payout.earner_id)) return "guardian";
  }
  return hasDestination(payout, row) ? null : "destination";
}

/** Whether a payout by hand can still be paid as its batch says. Stripe says so itself when it is told. */
function hasDestination({ method }: Pick<PayoutRow, "method">, row: PayeeFactsRow): boolean {
  if (method === "paypal") return row.encrypted_address !== null;
  return method === "stripe" || row.has_address;
}

type OverviewDeps = Pick<Deps, "sql" | "config" | "now" | "payments" | "secrets">;

export async function readOverview(deps: OverviewDeps, member: Member): Promise<PayoutOverview> {
  const { accountId } = member;
  const timeZone = deps.config.platformTimeZone;
  const now = deps.now();
  const [payee, balances, months, hasHadBatch] = await Promise.all([
    readPayee(deps, deps.sql, accountId),
    selectBalances(deps.sql, accountId),
    selectMonths(deps.sql, accountId, timeZone, MONTHS_LISTED),
    hasBatch(deps.sql, dayIn(now, timeZone).slice(0, 7)),
  ]);
  if (!payee) throw new Error("an erased account is signed in");
  const { available_cents, in_transit_cents } = toBalances(balances);
  const { form } = payee.tax;
  return {
    available_cents,
    in_transit_cents,
    next_on: nextBatchOn(now, timeZone, hasHadBatch),
    method: payee.row.method,
    destination: toDestination(deps, accountId, payee.row),
    offered: PAYOUT_METHODS.filter((method) => method !== "stripe" || deps.payments.payouts !== null),
    hurdles: findHurdles(payee.facts),
    months,
    w9: form && {
      name: form.name,
      tin_type: form.tin_type,
      tin_last4: form.tin_last4,
      certified_at: form.certified_at.toISOString(),
    },
  };
}

function toDestination(deps: Pick<Deps, "secrets">, accountId: string, row: PayeeFactsRow): string | null {
  if (row.method === "check") return row.address;
  return row.encrypted_address && shortenEmail(decryptAddress(deps, accountId, row.encrypted_address));
}

/** The purpose names the person, so that a value copied into another row cannot be decrypted. */
function toPurpose(accountId: string): string {
  return `payout-address ${accountId}`;
}

export function decryptAddress(deps: Pick<Deps, "secrets">, accountId: string, encrypted: Buffer): string {
  return deps.secrets.decrypt(toPurpose(accountId), encrypted);
}

export const encryptedPayoutAddresses: EncryptedColumn = {
  name: "payout_methods.encrypted_address",
  purposeOf: toPurpose,
  select: selectEncryptedAddresses,
  replace: replaceEncryptedAddress,
};

/**
 * Changes where somebody's money goes, and notifies them, in case it was somebody else who did.
 * @throws AppError `not_allowed` the password was not confirmed lately; `invalid_input` on `paypal_email` or `method`
 */
export async function changeMethod(
  deps: Pick<Deps, "sql" | "secrets" | "now" | "payments" | "events">,
  member: Member,
  chosen: { method: PayoutMethod; paypal_email: string | null },
): Promise<void> {
  await requireConfirmed(deps, member);
  const { accountId } = member;
  await inTransaction(deps.sql, async (tx) => {
    await saveMethod({ ...deps, sql: tx }, { accountId }, chosen);
    await deps.events.publish(tx, "account.security_changed", {
      account_id: accountId,
      change: "payout_method_changed",
      detail: null,
    });
  });
}

/** @throws AppError `invalid_input` on `paypal_email` or `method` */
export async function saveMethod(
  deps: Pick<Deps, "secrets" | "now" | "payments"> & { sql: Sql },
  { accountId }: { accountId: string },
  { method, paypal_email: email }: { method: PayoutMethod; paypal_email: string | null },
): Promise<void> {
  if (method === "stripe" && !deps.payments.payouts) throw fieldError("method", PAYOUT_MESSAGES.noStripe);
  if (method === "paypal" && email === null) throw fieldError("paypal_email", PAYOUT_MESSAGES.paypal);
  const address = method === "paypal" ? email : null;
  const encryptedAddress = address === null ? null : deps.secrets.encrypt(toPurpose(accountId), address);
  await upsertMethod(deps.sql, { accountId, kind: method, encryptedAddress, at: deps.now() });
}

/**
 * @returns a link to Stripe's page that asks for what is missing
 * @throws AppError `invalid_input` payouts by Stripe are not offered; `not_allowed` the password was not confirmed lately;
 * `unavailable` Stripe does not respond
 */
export async function openStripe(
  deps: Pick<Deps, "sql" | "payments" | "config">,
  member: Member,
): Promise<{ url: string }> {
  const { accountId } = member;
  const { payouts } = deps.payments;
  if (!payouts) throw fieldError("method", PAYOUT_MESSAGES.noStripe);
  await requireConfirmed(deps, member);
  const known = (await selectPayee(deps.sql, accountId))?.stripe_id ?? null;
  const stripeId = known ?? (await payouts.createAccount(accountId));
  await insertPayoutAccount(deps.sql, accountId, stripeId);
  return { url: await payouts.createOnboardingLink(stripeId, `${deps.config.publicUrl}/referral-page#payouts`) };
}
