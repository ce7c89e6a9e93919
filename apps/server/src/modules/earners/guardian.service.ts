import { isMinor } from "@app/contract/ages";
import { GUARDIAN_LINK_DAYS, GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { z } from "zod";
import { requireMailTurn } from "#modules/accounts/links.service.ts";
import { birthOf, type PersonRow, readPerson } from "#modules/accounts/person.service.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { newId } from "#platform/new-id.ts";
import { type ConsentRow, insertConsent, selectNewestConsent } from "./guardian.sql.ts";
import { guardianMail } from "./guardian-mail.view.ts";
import { findPayablePlan } from "./registration-state.service.ts";

export type GuardianState = "none" | "asked" | "accepted" | "declined" | "withdrawn";

/**
 * For billing, and for what pays somebody.
 * @throws AppError `not_allowed` somebody from 13 to 17 whose guardian has not consented
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

export function stateOf(consent: ConsentRow | null): GuardianState {
  if (!consent || consent.is_expired) return "none";
  if (consent.withdrawn_at) return "withdrawn";
  if (consent.is_accepted === null) return "asked";
  return consent.is_accepted ? "accepted" : "declined";
}

/**
 * Mails the guardian a link, good for one answer. One asked before can no longer answer.
 * @throws AppError `conflict` nobody has to consent; `invalid_input` on `guardian_email`; `too_many_requests`
 */
export async function askGuardian(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  accountId: string,
  guardian: { guardian_email: string; guardian_name: string },
): Promise<void> {
  const person = await readPerson(deps.sql, accountId);
  await requireAskable(deps, person, guardian.guardian_email);
  // Per minor, and per address: nobody's mailbox is filled by many accounts.
  await requireMailTurn(deps, "guardian", accountId);
  await requireMailTurn(deps, "guardian", guardian.guardian_email.toLowerCase());
  const token = newToken();
  await inTransaction(deps.sql, async (tx) => {
    await insertConsent(tx, {
      id: newId(z.uuid()),
      accountId,
      tokenHash: hashToken(token),
      name: guardian.guardian_name,
      email: guardian.guardian_email,
      days: GUARDIAN_LINK_DAYS,
    });
    const mail = guardianMail({
      email: guardian.guardian_email,
      guardian: guardian.guardian_name,
      username: person.username,
      plan: await findPayablePlan(deps, tx, accountId),
      url: `${deps.config.publicUrl}/guardian-consent/${token}`,
    });
    await queueMail(deps, tx, mail);
  });
}

async function requireAskable(deps: Pick<Deps, "sql" | "now">, person: PersonRow, email: string): Promise<void> {
  if (!(await isGuardianNeeded(deps, person.id))) throw new AppError("conflict", GUARDIAN_MESSAGES.notNeeded);
  if (email.toLowerCase() === person.email.toLowerCase())
    throw fieldError("guardian_email", GUARDIAN_MESSAGES.ownAddress);
}
