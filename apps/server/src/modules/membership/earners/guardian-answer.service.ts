import type { RequiredAction } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import {
  GUARDIAN_MESSAGES,
  GUARDIAN_MINORS_MAX,
  type GuardianRequest,
  toGuardianConsentText,
} from "@app/contract/guardian";
import { readPerson } from "#modules/identity/index.ts";
import { listPricesFor } from "#modules/membership/billing/plans.service.ts";
import { removeCards, stopRenewal } from "#modules/membership/billing/standing.service.ts";
import { inTransaction, lockTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { type CompleteDeps, completeRegistration } from "./complete-registration.service.ts";
import { openDraft } from "./drafts.service.ts";
import { isGuardianNeeded, planOf, requireRequest, stateOf } from "./guardian.service.ts";
import {
  acceptConsent,
  type ConsentRow,
  countMinorsOfCard,
  declineConsent,
  selectAddressFacts,
  withdrawConsent,
} from "./guardian.sql.ts";
import { type CardCheckDeps, checkCard } from "./guardian-card.service.ts";
import { selectProfile } from "./profiles.sql.ts";
import { selectRegistration } from "./registrations.sql.ts";

/** As many as a number holds exactly. */
const LOCK_BYTES = 6;

type ReadDeps = Pick<Deps, "sql" | "secrets" | "payments">;
type AnswerDeps = ReadDeps & CardCheckDeps & CompleteDeps;
type Answer = { message: string; request: GuardianRequest };

/** @throws AppError `gone` the link was never sent, has expired, or another one was sent after it */
export async function readGuardianRequest(deps: ReadDeps, token: string): Promise<GuardianRequest> {
  return toRequest(deps, await requireRequest(deps.sql, token));
}

export type Consent = {
  guardian_name: string;
  relation: string;
  consent_text: string;
  setup_intent_id: string;
  card: CardForm | null;
};

/**
 * Takes the consent of a guardian whose card the bank has authorised. Given twice, or twice at once, it is given once.
 * @returns what the bank asks first, where it does
 * @throws AppError `gone` as for `readGuardianRequest`; `conflict` too late, or another price than was read;
 * `payment_required` the card is refused; `invalid_input` no such check of this link; `not_allowed` this address or
 * card cannot stand for a guardian's; `too_many_requests`
 */
export async function giveConsent(
  deps: AnswerDeps,
  token: string,
  given: Consent,
): Promise<Answer & { requires_action: RequiredAction | null }> {
  const consent = await requireRequest(deps.sql, token);
  const request = await toRequest(deps, consent);
  if (request.state === "accepted") return { message: GUARDIAN_MESSAGES.accepted, request, requires_action: null };
  if (!request.can.consent) throw new AppError("conflict", GUARDIAN_MESSAGES.tooLate);
  if (request.consent_text !== given.consent_text) throw new AppError("conflict", GUARDIAN_MESSAGES.changed);
  const check = { id: given.setup_intent_id, reference: consent.id, card: given.card };
  const { card, action } = await checkCard(deps, check);
  if (action) return { message: GUARDIAN_MESSAGES.authenticate, request, requires_action: action };
  await inTransaction(deps.sql, async (tx) => {
    const locked = await requireRequest(tx, token, { isLocked: true });
    if (stateOf(locked) === "accepted") return;
    await requireAllowed(deps, tx, locked, card.fingerprint);
    await acceptConsent(tx, locked.id, {
      name: given.guardian_name,
      relation: given.relation,
      consentText: given.consent_text,
      cardCheckId: given.setup_intent_id,
      cardFingerprint: card.fingerprint,
    });
    // What was paid while no consent stood has waited for it.
    await completeRegistration(deps, tx, locked.account_id);
  });
  return {
    message: GUARDIAN_MESSAGES.accepted,
    request: await readGuardianRequest(deps, token),
    requires_action: null,
  };
}

/** The address may have become a minor's since it was named, and a card may stand for others already. */
async function requireAllowed(
  deps: Pick<Deps, "now" | "secrets">,
  tx: Sql,
  consent: ConsentRow,
  fingerprint: string,
): Promise<void> {
  const now = deps.now();
  const accountId = consent.account_id;
  const address = await selectAddressFacts(tx, accountId, consent.guardian_email, now);
  if (address.is_own || address.is_minors) throw new AppError("not_allowed", GUARDIAN_MESSAGES.minorsAddress);
  // Of two who consent with one card at once each is counted before the next.
  await lockTransaction(tx, deps.secrets.keyedHash("guardian-card", fingerprint).readUIntBE(0, LOCK_BYTES));
  if ((await countMinorsOfCard(tx, { accountId, fingerprint, now })) >= GUARDIAN_MINORS_MAX)
    throw new AppError("not_allowed", GUARDIAN_MESSAGES.manyCards);
}

/**
 * Says no, or withdraws a consent: then the plan ends with what is paid, and no card is kept. A no can become a yes by
 * the same link until it expires.
 * @throws AppError `gone` as for `readGuardianRequest`
 */
export async function declineOrWithdraw(deps: AnswerDeps, token: string): Promise<Answer> {
  const message = await inTransaction(deps.sql, async (tx) => {
    const consent = await requireRequest(tx, token, { isLocked: true });
    const state = stateOf(consent);
    if (state === "withdrawn") return GUARDIAN_MESSAGES.withdrawn;
    if (state !== "accepted") {
      await declineConsent(tx, consent.id);
      return GUARDIAN_MESSAGES.declined;
    }
    await withdrawConsent(tx, consent.id);
    // Of somebody who has come of age nothing depends on it any more.
    if (await isGuardianNeeded({ sql: tx, now: deps.now }, consent.account_id)) {
      await stopRenewal(tx, consent.account_id);
      await removeCards(deps, tx, consent.account_id);
      await deps.events.publish(tx, "guardian.consent_withdrawn", { account_id: consent.account_id });
    }
    return GUARDIAN_MESSAGES.withdrawn;
  });
  return { message, request: await readGuardianRequest(deps, token) };
}

async function toRequest(deps: ReadDeps, consent: ConsentRow): Promise<GuardianRequest> {
  const { sql, payments } = deps;
  const person = await readPerson(sql, consent.account_id);
  const profile = await selectProfile(sql, consent.account_id);
  const draft = openDraft(deps, await selectRegistration(sql, consent.account_id));
  const plan = (await planOf(deps, sql, person)) ?? draft.plan;
  const prices = await listPricesFor(sql, person.id, plan);
  const firstName = draft.basics?.first_name ?? profile?.first_name ?? person.username;
  const state = stateOf(consent);
  return {
    guardian_name: consent.guardian_name,
    first_name: firstName,
    plan,
    prices,
    consent_text: toGuardianConsentText(firstName, prices),
    state: state === "none" ? "asked" : state,
    can: {
      consent: state !== "accepted" && !consent.is_late,
      decline: state === "asked",
      withdraw: state === "accepted",
    },
    provider: payments.provider,
    publishable_key: payments.publishableKey,
  };
}
