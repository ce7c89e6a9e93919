import { BILLING_MESSAGES, type RequiredAction } from "@app/contract/billing";
import { CARD_MESSAGES, type CardForm } from "@app/contract/cards";
import { isMinor } from "@app/contract/dates";
import {
  GUARDIAN_MESSAGES,
  GUARDIAN_MINORS_MAX,
  type GuardianRequest,
  toGuardianConsentText,
} from "@app/contract/guardian";
import { beginAttempt, birthDateOf, lockPerson, readPerson, requireDailyLimit } from "#modules/identity/index.ts";
import { declined, withoutDecline } from "#modules/membership/billing/cards.service.ts";
import { removeCards } from "#modules/membership/billing/detach-cards.service.ts";
import { stopRenewal } from "#modules/membership/billing/end-plan.service.ts";
import { listPricesFor } from "#modules/membership/billing/plans.service.ts";
import { inTransaction, lockHash, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { CheckOutcome } from "#platform/payments/payments.ts";
import { type CompleteDeps, completeRegistration } from "./complete-registration.service.ts";
import { findConsentPlan, isGuardianNeeded, requireConsentRequest, toGuardianState } from "./guardian.service.ts";
import {
  acceptConsent,
  type ConsentRow,
  countMinorsOfCard,
  declineConsent,
  selectAddressFacts,
  withdrawConsent,
} from "./guardian.sql.ts";
import { type Answered, mailConsent, mailRefusal, mailWithdrawal } from "./guardian-mails.service.ts";
import { selectProfile } from "./profiles.sql.ts";
import { readPendingProfile } from "./registration-state.service.ts";
import { selectRegistration } from "./registrations.sql.ts";

type ReadDeps = Pick<Deps, "sql" | "secrets" | "payments" | "now">;
type AnswerDeps = ReadDeps & CardCheckDeps & CompleteDeps;
type Answer = { message: string; request: GuardianRequest };

/** @throws AppError `gone` the link was never sent, has expired, or was replaced by a later one */
export async function readGuardianRequest(deps: ReadDeps, token: string): Promise<GuardianRequest> {
  return toRequest(deps, await requireConsentRequest(deps.sql, token));
}

type Consent = {
  guardian_name: string;
  relation: string;
  consent_text: string;
  setup_intent_id: string;
  card: CardForm | null;
};

/**
 * Accepts the consent of a guardian whose card the bank authorized, and mails it to both. Idempotent, also when called
 * concurrently.
 * @returns `requires_action`: the bank's challenge must be completed first
 * @throws AppError `gone` as for `readGuardianRequest`; `conflict` too late, no longer needed, or the price has changed;
 * `payment_required` the card is declined; `invalid_input` the link has no such check; `not_allowed` the address or card
 * cannot be a guardian's; `too_many_requests`
 */
export async function submitConsent(
  deps: AnswerDeps,
  token: string,
  consent: Consent,
): Promise<Answer & { requires_action: RequiredAction | null }> {
  const row = await requireConsentRequest(deps.sql, token);
  const request = await toRequest(deps, row);
  if (request.state === "accepted") return { message: GUARDIAN_MESSAGES.accepted, request, requires_action: null };
  if (request.is_of_age) throw new AppError("conflict", GUARDIAN_MESSAGES.ofAge);
  if (!request.can.consent) throw new AppError("conflict", GUARDIAN_MESSAGES.tooLate);
  if (request.consent_text !== consent.consent_text) throw new AppError("conflict", GUARDIAN_MESSAGES.changed);
  const check = { id: consent.setup_intent_id, reference: row.id, card: consent.card };
  const { card, action } = await checkCard(deps, check);
  if (action) return { message: GUARDIAN_MESSAGES.authenticate, request, requires_action: action };
  await inTransaction(deps.sql, async (tx) => {
    // The account first: a new request of the minor waits for it.
    await lockPerson(tx, row.account_id);
    const locked = await requireConsentRequest(tx, token, { isLocked: true });
    if (toGuardianState(locked) === "accepted") return;
    await requireAllowed(deps, tx, locked, card.fingerprint);
    await acceptConsent(tx, locked.id, {
      name: consent.guardian_name,
      relation: consent.relation,
      consentText: consent.consent_text,
      cardCheckId: consent.setup_intent_id,
      cardFingerprint: card.fingerprint,
    });
    // A payment made while consent was missing can be completed now.
    await completeRegistration(deps, tx, locked.account_id);
    await mailConsent(deps, tx, { consent: locked, token }, request.prices);
  });
  return {
    message: GUARDIAN_MESSAGES.accepted,
    request: await readGuardianRequest(deps, token),
    requires_action: null,
  };
}

/** The address may belong to a minor by now, and the card may have been used for other minors. */
async function requireAllowed(
  deps: Pick<Deps, "now" | "secrets">,
  tx: Tx,
  consent: ConsentRow,
  fingerprint: string,
): Promise<void> {
  const now = deps.now();
  const accountId = consent.account_id;
  const address = await selectAddressFacts(tx, accountId, consent.guardian_email, now);
  if (address.is_own || address.is_minors) throw new AppError("not_allowed", GUARDIAN_MESSAGES.minorsAddress);
  // Serializes concurrent consents with one card, so that the count is exact.
  await lockHash(tx, deps.secrets.keyedHash("guardian-card", fingerprint));
  if ((await countMinorsOfCard(tx, { accountId, fingerprint, now })) >= GUARDIAN_MINORS_MAX)
    throw new AppError("not_allowed", GUARDIAN_MESSAGES.manyCards);
}

/**
 * Declines, or withdraws a consent, which ends the plan with the paid period and removes all cards, and mails that. The
 * same link can still accept until it expires. Idempotent, also when called concurrently.
 * @throws AppError `gone` as for `readGuardianRequest`
 */
export async function declineOrWithdraw(deps: AnswerDeps, token: string): Promise<Answer> {
  const message = await inTransaction(deps.sql, async (tx) => {
    const consent = await requireConsentRequest(tx, token, { isLocked: true });
    const state = toGuardianState(consent);
    if (state === "withdrawn" || state === "declined") return GUARDIAN_MESSAGES[state];
    if (state === "accepted") {
      await withdraw(deps, tx, { consent, token });
      return GUARDIAN_MESSAGES.withdrawn;
    }
    await declineConsent(tx, consent.id);
    const isNeeded = await isGuardianNeeded({ sql: tx, now: deps.now }, consent.account_id);
    await mailRefusal(deps, tx, consent, isNeeded);
    return GUARDIAN_MESSAGES.declined;
  });
  return { message, request: await readGuardianRequest(deps, token) };
}

async function withdraw(deps: AnswerDeps, tx: Tx, answered: Answered): Promise<void> {
  const { id, account_id } = answered.consent;
  await withdrawConsent(tx, id);
  // The account may be of age by now, and no longer need consent.
  const isNeeded = await isGuardianNeeded({ sql: tx, now: deps.now }, account_id);
  if (isNeeded) {
    await stopRenewal(tx, account_id);
    await removeCards(deps, tx, account_id);
    await deps.events.publish(tx, "guardian.consent_withdrawn", { account_id });
  }
  await mailWithdrawal(deps, tx, answered, isNeeded);
}

async function toRequest(deps: ReadDeps, consent: ConsentRow): Promise<GuardianRequest> {
  const { sql, payments } = deps;
  const person = await readPerson(sql, consent.account_id);
  const profile = await selectProfile(sql, consent.account_id);
  const draft = readPendingProfile(deps, await selectRegistration(sql, consent.account_id));
  const plan = (await findConsentPlan(deps, sql, person)) ?? draft.plan;
  const prices = await listPricesFor(sql, person.id, plan);
  const firstName = draft.basics?.first_name ?? profile?.first_name ?? person.username;
  const state = toGuardianState(consent);
  const isOfAge = !isMinor(birthDateOf(person), deps.now());
  return {
    guardian_name: consent.guardian_name,
    first_name: firstName,
    plan,
    prices,
    is_of_age: isOfAge,
    consent_text: toGuardianConsentText(firstName, prices),
    state: state === "none" ? "asked" : state,
    can: {
      consent: !isOfAge && state !== "accepted" && !consent.is_late,
      decline: !isOfAge && state === "asked",
      withdraw: state === "accepted",
    },
    provider: payments.provider,
    publishable_key: payments.publishableKey,
  };
}

/** Limits testing stolen card numbers with one link. */
const CHECKS_A_DAY = 20;

type CardCheckDeps = Pick<Deps, "sql" | "secrets" | "payments" | "now">;

/**
 * Starts to check a guardian's card: the bank authorizes it, nothing is charged, and it is not saved. The check is valid
 * for this request only.
 * @throws AppError `gone` no such request; `conflict` consent is not possible now; `too_many_requests`
 */
export async function beginCardCheck(
  deps: CardCheckDeps,
  token: string,
): Promise<{ id: string; client_secret: string | null }> {
  const consent = await requireConsentRequest(deps.sql, token);
  if (toGuardianState(consent) === "accepted") throw new AppError("conflict", GUARDIAN_MESSAGES.accepted);
  if (!(await isGuardianNeeded(deps, consent.account_id))) throw new AppError("conflict", GUARDIAN_MESSAGES.ofAge);
  if (consent.is_late) throw new AppError("conflict", GUARDIAN_MESSAGES.tooLate);
  const limit = { max: CHECKS_A_DAY, sentence: GUARDIAN_MESSAGES.manyChecks };
  await requireDailyLimit(deps, "guardian-card-check", consent.id, limit);
  const { id, clientSecret } = await deps.payments.createCardCheck(consent.id);
  return { id, client_secret: clientSecret };
}

/**
 * Finishes a card check. A prepaid card does not count, because minors can buy one.
 * @throws AppError `payment_required` declined, with the reason on `card`; `invalid_input` no such check;
 * `too_many_requests` too many declined cards
 */
async function checkCard(
  deps: CardCheckDeps,
  check: { id: string; reference: string; card: CardForm | null },
): Promise<CheckOutcome> {
  if (check.card && !deps.payments.sandbox) throw fieldError("card", CARD_MESSAGES.stripeOnly);
  const attempt = await beginAttempt(deps, "guardian-card", check.reference);
  const outcome = await withoutDecline(() => deps.payments.finishCardCheck(check));
  if (!outcome) throw fieldError("setup_intent_id", GUARDIAN_MESSAGES.noSuchCheck);
  if (outcome.card?.isPrepaid) throw declined(GUARDIAN_MESSAGES.prepaid);
  // A declined card stays counted; an accepted one resets the count.
  await attempt.check(async () => true);
  return outcome;
}

/** @throws AppError `not_found` no sandbox, or no such challenge for this guardian; `payment_required` it failed */
export async function answerGuardianChallenge(
  deps: CardCheckDeps,
  token: string,
  challengeId: string,
  outcome: "complete" | "fail",
): Promise<void> {
  const { sandbox } = deps.payments;
  const consent = await requireConsentRequest(deps.sql, token);
  if (!sandbox || !(await sandbox.authenticate(consent.id, challengeId, outcome))) throw notFound();
  if (outcome === "fail") throw declined(BILLING_MESSAGES.authenticationFailed);
}
