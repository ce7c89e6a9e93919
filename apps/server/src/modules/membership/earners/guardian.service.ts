import type { Plan } from "@app/contract/accounts";
import { isMinor } from "@app/contract/ages";
import { GUARDIAN_LINK_DAYS, GUARDIAN_MESSAGES, GUARDIAN_MINORS_MAX } from "@app/contract/guardian";
import { z } from "zod";
import { birthOf, type PersonRow, readPerson, requireDailyTurn, requireMailTurn } from "#modules/identity/index.ts";
import { listPricesFor } from "#modules/membership/billing/plans.service.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { newId } from "#platform/new-id.ts";
import {
  type AddressFacts,
  type ConsentRow,
  insertConsent,
  selectAddressFacts,
  selectConsentByToken,
  selectNewestConsent,
} from "./guardian.sql.ts";
import { guardianMail } from "./guardian-mail.view.ts";
import { findPayablePlan } from "./registration-state.service.ts";

export type GuardianState = "none" | "asked" | "accepted" | "declined" | "withdrawn";

/** A refused address tells something about it: not many are answered. */
const REFUSED_ADDRESSES_A_DAY = 10;

/**
 * Before an SSN, a card, a payment or a payout of somebody from 13 to 17 counts.
 * @throws AppError `not_allowed` a minor whose guardian has not consented
 */
export async function requireGuardianConsent(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<void> {
  if (await isGuardianNeeded(deps, accountId)) throw new AppError("not_allowed", GUARDIAN_MESSAGES.needed);
}

/** Whether a consent is needed that was not given. */
export async function isGuardianNeeded(deps: Pick<Deps, "sql" | "now">, accountId: string): Promise<boolean> {
  const { is_needed, state } = await readGuardian(deps, accountId);
  return is_needed && state !== "accepted";
}

export async function readGuardian(
  deps: Pick<Deps, "sql" | "now">,
  accountId: string,
): Promise<{ is_needed: boolean; state: GuardianState; guardian_email: string | null }> {
  const person = await readPerson(deps.sql, accountId);
  const consent = await selectNewestConsent(deps.sql, accountId);
  return {
    is_needed: isMinor(birthOf(person), deps.now()),
    state: stateOf(consent),
    guardian_email: consent?.guardian_email ?? null,
  };
}

/** A consent counts once a card has shown that an adult gave it. */
export function stateOf(consent: ConsentRow | null): GuardianState {
  if (!consent) return "none";
  if (consent.withdrawn_at) return "withdrawn";
  if (consent.is_accepted === false) return "declined";
  if (consent.is_accepted && consent.adult_proved_at) return "accepted";
  return consent.is_late ? "none" : "asked";
}

/**
 * Mails the guardian a link. One that was sent before can no longer answer.
 * @throws AppError `conflict` nobody has to consent; `invalid_input` on `guardian_email`; `too_many_requests`
 */
export async function askGuardian(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  accountId: string,
  guardian: { guardian_email: string; guardian_name: string },
): Promise<void> {
  const person = await readPerson(deps.sql, accountId);
  if (!(await isGuardianNeeded(deps, accountId))) throw new AppError("conflict", GUARDIAN_MESSAGES.notNeeded);
  const { canonical } = await requireGuardianAddress(deps, accountId, guardian.guardian_email);
  // By minor and by mailbox: nobody's mailbox is filled by many accounts, or under many spellings.
  await requireMailTurn(deps, "guardian", accountId);
  await requireMailTurn(deps, "guardian", canonical);
  await inTransaction(deps.sql, (tx) => sendRequest(deps, tx, person, guardian));
}

/** @throws AppError `invalid_input` on `guardian_email`; `too_many_requests` too many were refused today */
async function requireGuardianAddress(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  accountId: string,
  email: string,
): Promise<AddressFacts> {
  const facts = await selectAddressFacts(deps.sql, accountId, email, deps.now());
  const fault = findAddressFault(facts);
  if (fault === null) return facts;
  await requireDailyTurn(deps, "refused-guardian", accountId, {
    max: REFUSED_ADDRESSES_A_DAY,
    sentence: GUARDIAN_MESSAGES.manyRefused,
  });
  throw fieldError("guardian_email", fault);
}

/** @returns why an address cannot be a guardian's; of somebody else's account no more than that it cannot */
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
  const mail = guardianMail({
    email,
    guardian: name,
    username: person.username,
    prices: await listPricesFor(tx, person.id, await planOf(deps, tx, person)),
    url: `${deps.config.publicUrl}/guardian-consent/${token}`,
  });
  await queueMail(deps, tx, mail);
}

/**
 * The request of a link.
 * @throws AppError `gone` it was never sent, has expired, or another one was sent after it
 */
export async function requireRequest(
  sql: Sql,
  token: string,
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<ConsentRow> {
  const consent = await selectConsentByToken(sql, hashToken(token), isLocked);
  if (!consent || stateOf(consent) === "none") throw new AppError("gone", GUARDIAN_MESSAGES.linkUseless);
  return consent;
}

/** The plan that a consent is about: the one to be paid, else the one that somebody has. */
export async function planOf(
  deps: Pick<Deps, "secrets">,
  sql: Sql,
  person: Pick<PersonRow, "id" | "plan">,
): Promise<Plan | null> {
  return (await findPayablePlan(deps, sql, person.id)) ?? (person.plan as Plan | null);
}
