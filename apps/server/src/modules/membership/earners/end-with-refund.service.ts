import { EARNER_MESSAGES } from "@app/contract/earners";
import { toDollars } from "@app/contract/formats";
import { findAccountByEmail, queueErasure, sendAccountEmail } from "#modules/identity/index.ts";
import { type EndedPlan, endPlanWithRefund } from "#modules/membership/billing/end-plan.service.ts";
import { refreshPlanOf } from "#modules/membership/billing/orders.service.ts";
import type { BillingDeps } from "#modules/membership/billing/reconcile.service.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { renderEndedEmail } from "./earner-mails.presenter.ts";
import {
  dropRegistration,
  type Registrant,
  type RegistrationState,
  readRegistrationState,
} from "./registration-state.service.ts";

/**
 * Ends a registration that is paid or at the bank: ends the plan at once, refunds every payment, and erases the account
 * unless its email is verified. Idempotent.
 * @throws AppError `conflict` nothing was paid, or it is a verified earner's plan
 */
export async function endWithRefund(
  deps: BillingDeps,
  registrant: Registrant,
): Promise<Pick<EndedPlan, "refundedCents" | "isNew">> {
  await refreshPlanOf(deps, registrant.accountId);
  return inTransaction(deps.sql, async (tx) => {
    const state = await readRegistrationState(deps, tx, registrant);
    if (!state.can.end_with_refund && state.step !== "ending") throw toRefusal(state);
    const ended = await endPlanWithRefund(deps, tx, registrant.accountId, { by: "person", scope: "everything" });
    if (!ended) throw new AppError("conflict", EARNER_MESSAGES.nothingToRefund);
    if (ended.isNew) await finishEnding(deps, tx, state, ended);
    return ended;
  });
}

function toRefusal({ step }: RegistrationState): AppError {
  if (step === "paying") return new AppError("conflict", EARNER_MESSAGES.abortPaying);
  const isEarner = step === "done" || step === "deactivated";
  return new AppError("conflict", isEarner ? EARNER_MESSAGES.refundByStaff : EARNER_MESSAGES.nothingToRefund);
}

/**
 * Does the same for staff, at any step. An earner who could use the plan gets only the newest payment back.
 * @returns null: no account has this email
 * @throws AppError `conflict` there is no plan to end
 */
export async function endWithRefundByStaff(
  deps: BillingDeps,
  email: string,
): Promise<{ username: string; refundedCents: number; isErased: boolean } | null> {
  const account = await findAccountByEmail(deps.sql, email);
  if (!account) return null;
  await refreshPlanOf(deps, account.id);
  return inTransaction(deps.sql, async (tx) => {
    const state = await readRegistrationState(deps, tx, { accountId: account.id, isSignedIn: true });
    const isUsed = state.facts.isVerified && state.facts.earnerPlan !== null;
    const scope = isUsed ? "newest" : "everything";
    const ended = await endPlanWithRefund(deps, tx, account.id, { by: "staff", scope });
    if (!ended) throw new AppError("conflict", EARNER_MESSAGES.nothingToRefund);
    const [refundedCents, isErased] = [ended.refundedCents, !state.facts.isVerified];
    if (ended.isNew) {
      await finishEnding(deps, tx, state, ended);
      await recordAudit(tx, {
        staff: null,
        action: "person.refunded",
        subject: { kind: "account", id: account.id },
        after: { refunded_cents: refundedCents, erased: isErased },
      });
    }
    return { username: account.username, refundedCents, isErased };
  });
}

/** Emails the person, and erases an unverified account; of a verified one only the registration is deleted. */
async function finishEnding(
  deps: BillingDeps,
  tx: Tx,
  { person, facts }: RegistrationState,
  ended: EndedPlan,
): Promise<void> {
  const { publicUrl } = deps.config;
  const isErased = !facts.isVerified;
  await deps.events.publish(tx, "plan.refunded", { account_id: person.id, keeps_payment: ended.keepsPayment });
  await sendAccountEmail(deps, tx, person, renderEndedEmail({ ...person, ...ended, isErased, publicUrl }));
  const refunded = ended.refundedCents > 0 ? toDollars(ended.refundedCents) : null;
  await deps.events.publish(tx, "billing.changed", {
    account_id: person.id,
    invoice_id: null,
    detail: refunded,
    change: refunded === null ? "plan_ended" : "payment_refunded",
  });
  if (isErased) await queueErasure(deps, tx, person.id);
  else await dropRegistration(deps, tx, person.id);
}
