import { EARNER_MESSAGES } from "@app/contract/earners";
import { findAccountByEmail, queueErasure } from "#modules/identity/index.ts";
import {
  type BillingDeps,
  type EndedPlan,
  endPlanWithRefund,
  refreshOpenOrder,
} from "#modules/membership/billing/standing.service.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { endedMail } from "./ended-mail.view.ts";
import type { Registrant } from "./registrant.service.ts";
import { type RegistrationState, readRegistrationState } from "./registration-state.service.ts";
import { deleteRegistration } from "./registrations.sql.ts";

/**
 * Ends a registration that is paid or at the bank. The plan ends at once and everything that was paid for it goes back;
 * an account whose address is not verified goes with it, any other stays. Twice is once.
 * @throws AppError `conflict` nothing was paid, or it is a verified earner's plan
 */
export async function endWithRefund(
  deps: BillingDeps,
  registrant: Registrant,
): Promise<Pick<EndedPlan, "refundedCents" | "isNew">> {
  await refreshOpenOrder(deps, registrant.accountId);
  return inTransaction(deps.sql, async (tx) => {
    const state = await readRegistrationState(deps, tx, registrant);
    if (!state.can.end_with_refund && state.step !== "ending") throw refusalOf(state);
    const ended = await endPlanWithRefund(deps, tx, registrant.accountId, { by: "person", what: "everything" });
    if (!ended) throw new AppError("conflict", EARNER_MESSAGES.nothingToRefund);
    if (ended.isNew) await leave(deps, tx, state, ended);
    return ended;
  });
}

function refusalOf({ step }: RegistrationState): AppError {
  if (step === "paying") return new AppError("conflict", EARNER_MESSAGES.abortPaying);
  const isEarner = step === "done" || step === "deactivated";
  return new AppError("conflict", isEarner ? EARNER_MESSAGES.refundByStaff : EARNER_MESSAGES.nothingToRefund);
}

/**
 * The same by a command of staff's, at any step. Of an earner who could use the plan only the newest payment goes back.
 * @returns null: nobody has the address
 * @throws AppError `conflict` there is no plan to end
 */
export async function endWithRefundByStaff(
  deps: BillingDeps,
  email: string,
): Promise<{ username: string; refundedCents: number; isErased: boolean } | null> {
  const account = await findAccountByEmail(deps.sql, email);
  if (!account) return null;
  await refreshOpenOrder(deps, account.id);
  return inTransaction(deps.sql, async (tx) => {
    const state = await readRegistrationState(deps, tx, { accountId: account.id, isSignedIn: true });
    const isUsed = state.facts.isVerified && state.facts.earnerPlan !== null;
    const what = isUsed ? "newest" : "everything";
    const ended = await endPlanWithRefund(deps, tx, account.id, { by: "staff", what });
    if (!ended) throw new AppError("conflict", EARNER_MESSAGES.nothingToRefund);
    if (ended.isNew) await leave(deps, tx, state, ended);
    return {
      username: account.username,
      refundedCents: ended.refundedCents,
      isErased: !state.facts.isVerified,
    };
  });
}

/** What ends with the plan: an account that nobody has verified, else what waited for the payment. */
async function leave(deps: BillingDeps, tx: Tx, { person, facts }: RegistrationState, ended: EndedPlan): Promise<void> {
  const { publicUrl } = deps.config;
  const isErased = !facts.isVerified;
  await deps.events.publish(tx, "plan.refunded", { account_id: person.id });
  await queueMail(deps, tx, endedMail({ ...person, ...ended, isErased, publicUrl }));
  if (isErased) await queueErasure(deps, tx, person.id);
  else await deleteRegistration(tx, person.id);
}
