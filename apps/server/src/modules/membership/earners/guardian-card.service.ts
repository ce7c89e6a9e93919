import { BILLING_MESSAGES } from "@app/contract/billing";
import { CARD_MESSAGES, type CardForm } from "@app/contract/cards";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { beginAttempt, requireDailyLimit } from "#modules/identity/index.ts";
import { declined, withoutDecline } from "#modules/membership/billing/cards.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { CheckOutcome } from "#platform/payments/payments.ts";
import { requireConsentRequest, toGuardianState } from "./guardian.service.ts";

/** Limits testing stolen card numbers with one link. */
const CHECKS_A_DAY = 20;

export type CardCheckDeps = Pick<Deps, "sql" | "secrets" | "payments" | "now">;

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
export async function checkCard(
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
