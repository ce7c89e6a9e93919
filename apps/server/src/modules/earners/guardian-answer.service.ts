import type { UserCard } from "@app/contract/accounts";
import { GUARDIAN_MESSAGES, type GuardianRequest } from "@app/contract/guardian";
import { readPerson } from "#modules/accounts/person.service.ts";
import { stopRenewal } from "#modules/billing/standing.service.ts";
import { endCoachAddresses } from "#modules/recruiting/end-addresses.service.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { openDraft } from "./drafts.service.ts";
import { stateOf } from "./guardian.service.ts";
import { answerConsent, type ConsentRow, selectConsentByToken, withdrawConsent } from "./guardian.sql.ts";
import { selectProfile } from "./profiles.sql.ts";
import { selectRegistration } from "./registrations.sql.ts";

type AnswerDeps = Pick<Deps, "sql" | "secrets">;

/** @throws AppError `gone` the link was never sent, has expired, or another one was sent after it */
export async function readGuardianRequest(deps: AnswerDeps, token: string): Promise<GuardianRequest> {
  return toRequest(deps, deps.sql, requireLive(await selectConsentByToken(deps.sql, hashToken(token), false)));
}

/**
 * Takes the one answer of a link. Later the same link only withdraws a consent; the plan then ends with
 * what is paid.
 * @throws AppError `gone` as above, or answered already
 */
export async function answerGuardian(
  deps: AnswerDeps,
  token: string,
  isAccepted: boolean,
): Promise<{ message: string; request: GuardianRequest }> {
  return inTransaction(deps.sql, async (tx) => {
    const consent = requireLive(await selectConsentByToken(tx, hashToken(token), true));
    const message = await decide(tx, consent, isAccepted);
    const answered = requireLive(await selectConsentByToken(tx, hashToken(token), false));
    return { message, request: await toRequest(deps, tx, answered) };
  });
}

async function decide(tx: Sql, consent: ConsentRow, isAccepted: boolean): Promise<string> {
  const state = stateOf(consent);
  if (state === "asked") {
    await answerConsent(tx, consent.id, isAccepted);
    return isAccepted ? GUARDIAN_MESSAGES.accepted : GUARDIAN_MESSAGES.declined;
  }
  if (state !== "accepted" || isAccepted) throw new AppError("gone", GUARDIAN_MESSAGES.linkUseless);
  await withdrawConsent(tx, consent.id);
  await stopRenewal(tx, consent.account_id);
  await endCoachAddresses(tx, consent.account_id);
  return GUARDIAN_MESSAGES.withdrawn;
}

function requireLive(consent: ConsentRow | null): ConsentRow {
  if (!consent || consent.is_expired) throw new AppError("gone", GUARDIAN_MESSAGES.linkUseless);
  return consent;
}

async function toRequest(deps: AnswerDeps, sql: Sql, consent: ConsentRow): Promise<GuardianRequest> {
  const person = await readPerson(sql, consent.account_id);
  const profile = await selectProfile(sql, consent.account_id);
  const draft = openDraft(deps, await selectRegistration(sql, consent.account_id));
  const state = stateOf(consent);
  return {
    guardian_name: consent.guardian_name,
    first_name: draft.basics?.first_name ?? profile?.first_name ?? person.username,
    plan: (person.plan ?? draft.plan) as UserCard["plan"],
    state: state === "none" ? "asked" : state,
  };
}
