import { shortenEmail } from "@app/contract/formats";
import {
  PAYOUT_MESSAGES,
  PAYOUT_METHODS,
  type PayoutHold,
  type PayoutMethod,
  type PayoutOverview,
} from "@app/contract/payouts";
import { z } from "zod";
import { toBalances } from "#modules/earnings/earnings/earnings.service.ts";
import { type AvailableRow, selectAvailable, selectBalances } from "#modules/earnings/earnings/earnings.sql.ts";
import { selectMonths } from "#modules/earnings/earnings/statements.sql.ts";
import { readTaxFacts, type TaxFacts } from "#modules/earnings/tax/tax.service.ts";
import { requireConfirmed } from "#modules/identity/index.ts";
import { findUnconsented } from "#modules/membership/index.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type CheckPayee,
  insertPayoutAccount,
  type PayeeFactsRow,
  replaceEncryptedAddress,
  replaceEncryptedCopy,
  selectEncryptedAddresses,
  selectEncryptedCopies,
  selectPayee,
  selectPayeeFacts,
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
  account: AvailableRow | null;
};

/** @returns by earner; erased accounts are left out */
export async function readPayees(
  deps: Pick<Deps, "config" | "now">,
  sql: Sql,
  earnerIds: readonly string[],
): Promise<Map<string, Payee>> {
  const rows = (await selectPayeeFacts(sql, earnerIds)).filter((row) => !row.is_erased);
  const accounts = new Map((await selectAvailable(sql, earnerIds)).map((account) => [account.earnerId, account]));
  const taxOf = await readTaxFacts(deps, sql, earnerIds);
  const unconsented = await findUnconsented({ sql, now: deps.now }, earnerIds);
  const payees = new Map<string, Payee>();
  for (const row of rows) {
    const [account, tax] = [accounts.get(row.account_id) ?? null, taxOf(row.account_id)];
    const facts: PayeeFacts = {
      availableCents: account?.cents ?? 0,
      method: row.method,
      hasAddress: row.has_address,
      canReceiveByStripe: row.can_receive,
      isGuardianNeeded: unconsented.has(row.account_id),
      hasW9: tax.form !== null,
      exposureCents: tax.exposureCents,
      thresholdCents: tax.thresholdCents,
    };
    payees.set(row.account_id, { facts, row, tax, account });
  }
  return payees;
}

type HeldPayout = Pick<PayoutRow, "id" | "state" | "sent_at" | "earner_id" | "method">;

/**
 * Why payouts must not be paid any more: since the batch was made, their earner was banned, needs a guardian's consent,
 * or left no address to pay them to.
 * @returns by payout; the others can be paid, or are settled, or Stripe was told of them
 */
export async function findHolds(
  deps: Pick<Deps, "now">,
  sql: Sql,
  payouts: readonly HeldPayout[],
): Promise<Map<string, PayoutHold>> {
  const waiting = payouts.filter(({ state, sent_at }) => state === "in_transit" && sent_at === null);
  const earnerIds = waiting.map((payout) => payout.earner_id);
  const rows = new Map((await selectPayeeFacts(sql, earnerIds)).map((row) => [row.account_id, row]));
  const unconsented = await findUnconsented({ sql, now: deps.now }, earnerIds);
  const holds = new Map<string, PayoutHold>();
  for (const payout of waiting) {
    const row = rows.get(payout.earner_id);
    const hold = row ? findHoldIn(payout, row, unconsented) : null;
    if (hold !== null) holds.set(payout.id, hold);
  }
  return holds;
}

function findHoldIn(payout: HeldPayout, row: PayeeFactsRow, unconsented: ReadonlySet<string>): PayoutHold | null {
  if (!row.is_erased) {
    if (row.is_banned) return "banned";
    if (unconsented.has(payout.earner_id)) return "guardian";
  }
  return hasDestination(payout, row) ? null : "destination";
}

/** Whether a payout by hand can still be paid as its batch says. Stripe says so itself when it is told. */
function hasDestination({ method }: HeldPayout, row: PayeeFactsRow): boolean {
  if (method === "paypal") return row.encrypted_address !== null;
  return method === "stripe" || row.has_address;
}

type OverviewDeps = Pick<Deps, "sql" | "config" | "now" | "payments" | "secrets">;

export async function readOverview(deps: OverviewDeps, member: Member): Promise<PayoutOverview> {
  const { accountId } = member;
  const timeZone = deps.config.platformTimeZone;
  const now = deps.now();
  const [payees, balances, months, hasHadBatch] = await Promise.all([
    readPayees(deps, deps.sql, [accountId]),
    selectBalances(deps.sql, accountId),
    selectMonths(deps.sql, accountId, timeZone, MONTHS_LISTED),
    hasBatch(deps.sql, dayIn(now, timeZone).slice(0, 7)),
  ]);
  const payee = payees.get(accountId);
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

/** The same for the copy in a payout. */
function toCopyPurpose(id: string): string {
  return `payout-copy ${id}`;
}

/**
 * @returns where a payout of the earner goes, which then stays when the earner changes that: the PayPal address, or what a
 * check says as JSON
 */
export function copyDestination(
  deps: Pick<Deps, "secrets">,
  payout: { id: string; earnerId: string; method: PayoutMethod },
  { encrypted_address: address, check_payee: check }: Pick<PayeeFactsRow, "encrypted_address" | "check_payee">,
): Buffer | null {
  const encrypt = (text: string) => deps.secrets.encrypt(toCopyPurpose(payout.id), text);
  if (payout.method === "check") return check && encrypt(JSON.stringify(check));
  return address && encrypt(decryptAddress(deps, payout.earnerId, address));
}

const checkPayee = z.object({
  payee: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
});

export function decryptCheckCopy(deps: Pick<Deps, "secrets">, id: string, encrypted: Buffer): CheckPayee {
  return checkPayee.parse(JSON.parse(decryptCopy(deps, id, encrypted)));
}

export function decryptCopy(deps: Pick<Deps, "secrets">, id: string, encrypted: Buffer): string {
  return deps.secrets.decrypt(toCopyPurpose(id), encrypted);
}

export const encryptedAddressCopies: EncryptedColumn = {
  name: "payouts.encrypted_address",
  purposeOf: toCopyPurpose,
  select: selectEncryptedCopies,
  replace: replaceEncryptedCopy,
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
