import type { Plan } from "@app/contract/accounts";
import { isMinor } from "@app/contract/dates";
import { GUARDIAN_LINK_DAYS, GUARDIAN_MESSAGES, GUARDIAN_MINORS_MAX } from "@app/contract/guardian";
import type { PersonGuardian } from "@app/contract/people";
import { z } from "zod";
import {
  birthDateOf,
  lockPerson,
  type PersonRow,
  readPerson,
  requireDailyLimit,
  requireEmailLimit,
} from "#modules/identity/index.ts";
import { listPricesFor } from "#modules/membership/billing/plans.service.ts";
import { newId } from "#platform/clock.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import {
  type AddressFacts,
  type ConsentRecordRow,
  type ConsentRow,
  insertConsent,
  selectAddressFacts,
  selectConsentByToken,
  selectConsentRecord,
  selectNewestConsent,
  selectUnconsented,
} from "./guardian.sql.ts";
import { renderGuardianEmail } from "./guardian-mails.presenter.ts";
import { toConsentUrl } from "./guardian-mails.service.ts";
import { findPayablePlan } from "./registration-state.service.ts";

export type GuardianState = "none" | "asked" | "accepted" | "declined" | "withdrawn";

/** Of the newest request, with what its sender entered. */
type GuardianView = {
  is_needed: boolean;
  state: GuardianState;
  guardian_email: string | null;
  guardian_name: string | null;
  is_late: boolean;
};

/** A refusal reveals something about the address, so few are allowed. */
const REFUSED_ADDRESSES_A_DAY = 10;

/**
 * Required before we accept an SSN, a card or a payment from somebody aged 13 to 17, or pay them out.
 * @throws AppError `not_allowed` a minor without guardian consent
 */
export async function requireGuardianConsent(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<void> {
  if (await isGuardianNeeded(deps, accountId)) throw new AppError("not_allowed", GUARDIAN_MESSAGES.needed);
}

/** Whether a required consent is missing. */
export async function isGuardianNeeded(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<boolean> {
  const { is_needed, state } = await readGuardian(deps, accountId);
  return is_needed && state !== "accepted";
}

/** The same for many. @returns those whose consent is missing */
export async function findUnconsented(
  deps: Pick<Deps, "sql" | "now">,
  accountIds: readonly string[],
): Promise<Set<string>> {
  return new Set(await selectUnconsented(deps.sql, accountIds, deps.now()));
}

export async function readGuardian(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<GuardianView> {
  const person = await readPerson(deps.sql, accountId);
  const consent = await selectNewestConsent(deps.sql, accountId);
  return {
    is_needed: isMinor(birthDateOf(person), deps.now()),
    state: toGuardianState(consent),
    guardian_email: consent?.guardian_email ?? null,
    guardian_name: consent?.guardian_name ?? null,
    is_late: consent?.is_late ?? false,
  };
}

/** When a request came to its state. */
const SINCE = {
  none: "expires_at",
  asked: "asked_at",
  accepted: "answered_at",
  declined: "answered_at",
  withdrawn: "withdrawn_at",
} as const satisfies Record<GuardianState, keyof ConsentRecordRow>;

/** For staff. @returns the account's newest request for consent; null: nobody was asked */
export async function readGuardianRecord(sql: Sql, accountId: string): Promise<PersonGuardian | null> {
  const row = await selectConsentRecord(sql, accountId);
  if (!row) return null;
  const state = toGuardianState(row);
  return {
    name: row.stated_name ?? row.guardian_name,
    email: row.guardian_email,
    relation: row.relation as PersonGuardian["relation"],
    state: state === "none" ? "expired" : state,
    since: (row[SINCE[state]] ?? row.asked_at).toISOString(),
  };
}

/** A consent counts once a card check has shown that the guardian is an adult. */
export function toGuardianState(consent: ConsentRow | null): GuardianState {
  if (!consent) return "none";
  if (consent.withdrawn_at) return "withdrawn";
  if (consent.is_accepted === false) return "declined";
  if (consent.is_accepted && consent.adult_proved_at) return "accepted";
  return consent.is_late ? "none" : "asked";
}

/**
 * Emails the guardian a link; earlier links stop working.
 * @throws AppError `conflict` no consent is needed; `invalid_input` on `guardian_email`; `too_many_requests`
 */
export async function requestConsent(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  accountId: string,
  guardian: { guardian_email: string; guardian_name: string },
): Promise<void> {
  await requireNeeded(deps, accountId);
  const { canonical } = await requireGuardianAddress(deps, accountId, guardian.guardian_email);
  // By account and by mailbox, so that many accounts or spellings cannot flood one mailbox.
  await requireEmailLimit(deps, "guardian", accountId);
  await requireEmailLimit(deps, "guardian", canonical);
  await inTransaction(deps.sql, async (tx) => {
    const person = await lockPerson(tx, accountId);
    // Again under the lock: a new request would replace a consent that was given meanwhile.
    await requireNeeded({ sql: tx, now: deps.now }, accountId);
    await sendRequest(deps, tx, person, guardian);
  });
}

async function requireNeeded(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<void> {
  if (!(await isGuardianNeeded(deps, accountId))) throw new AppError("conflict", GUARDIAN_MESSAGES.notNeeded);
}

/** @throws AppError `invalid_input` on `guardian_email`; `too_many_requests` too many refused addresses today */
async function requireGuardianAddress(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  accountId: string,
  email: string,
): Promise<AddressFacts> {
  const facts = await selectAddressFacts(deps.sql, accountId, email, deps.now());
  const fault = findAddressFault(facts);
  if (fault === null) return facts;
  await requireDailyLimit(deps, "refused-guardian", accountId, {
    max: REFUSED_ADDRESSES_A_DAY,
    sentence: GUARDIAN_MESSAGES.manyRefused,
  });
  throw fieldError("guardian_email", fault);
}

/** @returns why the address is refused, without revealing anything about other accounts; null: accepted */
function findAddressFault({ is_own, is_minors, named_by }: AddressFacts): string | null {
  if (is_own) return GUARDIAN_MESSAGES.ownAddress;
  if (is_minors) return GUARDIAN_MESSAGES.otherAddress;
  return named_by >= GUARDIAN_MINORS_MAX ? GUARDIAN_MESSAGES.manyMinors : null;
}

async function sendRequest(
  deps: Pick<Deps, "secrets" | "config">,
  tx: Sql,
  person: PersonRow,
  guardian: { guardian_email: string; guardian_name: string },
): Promise<void> {
  const { guardian_email: email, guardian_name: name } = guardian;
  const token = newToken();
  await insertConsent(tx, {
    id: newId(z.uuid()),
    accountId: person.id,
    tokenHash: hashToken(token),
    name,
    email,
    days: GUARDIAN_LINK_DAYS,
  });
  const mail = renderGuardianEmail({
    email,
    guardian: name,
    username: person.username,
    prices: await listPricesFor(tx, person.id, await findConsentPlan(deps, tx, person)),
    url: toConsentUrl(deps.config, token),
  });
  await sendEmail(deps, tx, mail);
}

/** @throws AppError `gone` the link was never sent, has expired, or was replaced by a later one */
export async function requireConsentRequest(
  sql: Sql,
  token: string,
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<ConsentRow> {
  const consent = await selectConsentByToken(sql, hashToken(token), isLocked);
  if (!consent || toGuardianState(consent) === "none") throw new AppError("gone", GUARDIAN_MESSAGES.linkUseless);
  return consent;
}

/** @returns the plan to consent to: the one to pay for, else the account's own */
export async function findConsentPlan(
  deps: Pick<Deps, "secrets">,
  sql: Sql,
  person: Pick<PersonRow, "id" | "plan">,
): Promise<Plan | null> {
  return (await findPayablePlan(deps, sql, person.id)) ?? (person.plan as Plan | null);
}
