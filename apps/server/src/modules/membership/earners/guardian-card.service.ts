import { BILLING_MESSAGES } from "@app/contract/billing";
import { CARD_MESSAGES, type CardForm } from "@app/contract/cards";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { beginTry, requireDailyTurn } from "#modules/identity/index.ts";
import { declined, withoutDecline } from "#modules/membership/billing/cards.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { CheckOutcome } from "#platform/payments/payments.ts";
import { requireRequest, stateOf } from "./guardian.service.ts";

/** Whoever has a link could try stolen card numbers with it. */
const CHECKS_A_DAY = 20;

export type CardCheckDeps = Pick<Deps, "sql" | "secrets" | "payments" | "now">;

/**
 * Begins to check the card of a guardian: the bank authorises it, nothing is charged, and it is not saved. The check is
 * good for this request only.
 * @throws AppError `gone` no such request; `conflict` it cannot be consented to now; `too_many_requests`
 */
export async function beginCardCheck(
  deps: CardCheckDeps,
  token: string,
): Promise<{ id: string; client_secret: string | null }> {
  const consent = await requireRequest(deps.sql, token);
  if (stateOf(consent) === "accepted") throw new AppError("conflict", GUARDIAN_MESSAGES.accepted);
  if (consent.is_late) throw new AppError("conflict", GUARDIAN_MESSAGES.tooLate);
  const limit = { max: CHECKS_A_DAY, sentence: GUARDIAN_MESSAGES.manyChecks };
  await requireDailyTurn(deps, "guardian-card-check", consent.id, limit);
  const { id, clientSecret } = await deps.payments.openCardCheck(consent.id);
  return { id, client_secret: clientSecret };
}

/**
 * Whether the bank has authorised the card. A prepaid card shows nothing: anybody can buy one.
 * @throws AppError `payment_required` it is refused, with the reason on `card`; `invalid_input` no such check;
 * `too_many_requests` too many were refused
 */
export async function checkCard(
  deps: CardCheckDeps,
  check: { id: string; reference: string; card: CardForm | null },
): Promise<CheckOutcome> {
  if (check.card && !deps.payments.sandbox) throw fieldError("card", CARD_MESSAGES.stripeOnly);
  const attempt = await beginTry(deps, "guardian-card", check.reference);
  const outcome = await withoutDecline(() => deps.payments.finishCardCheck(check));
  if (!outcome) throw fieldError("setup_intent_id", GUARDIAN_MESSAGES.noSuchCheck);
  if (outcome.card?.isPrepaid) throw declined(GUARDIAN_MESSAGES.prepaid);
  // A card that was refused stays counted; one that was taken ends the count.
  await attempt.check(async () => true);
  return outcome;
}

/** @throws AppError `not_found` there is no sandbox, or no such question to this guardian; `payment_required` it failed */
export async function answerGuardiansBank(
  deps: CardCheckDeps,
  token: string,
  challengeId: string,
  outcome: "complete" | "fail",
): Promise<void> {
  const { sandbox } = deps.payments;
  const consent = await requireRequest(deps.sql, token);
  if (!sandbox || !(await sandbox.authenticate(consent.id, challengeId, outcome))) throw notFound();
  if (outcome === "fail") throw declined(BILLING_MESSAGES.authenticationFailed);
}
