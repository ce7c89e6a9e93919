import type { Plan } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { lockPerson, makeEarner, type PersonRow, readPerson } from "#modules/accounts/person.service.ts";
import { findPaidPlan } from "#modules/billing/standing.service.ts";
import { changeChannel } from "#modules/channels/change-channel.service.ts";
import { showChannelOf } from "#modules/channels/hide.service.ts";
import { creditReferral } from "#modules/referrals/credit-referral.service.ts";
import { giveReferralCode } from "#modules/referrals/referral-codes.service.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { type Draft, isComplete } from "./draft.policy.ts";
import { openDraft } from "./drafts.service.ts";
import { selectProfile } from "./profiles.sql.ts";
import { deleteRegistration, lockRegistration } from "./registrations.sql.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

type BecomeDeps = Pick<Deps, "sql" | "secrets" | "now" | "config">;

/**
 * Makes an earner of whoever has entered a profile and paid its plan, and gives an earner whose plan has changed
 * the profile that was entered for the new one. Twice, or twice at once, is once.
 * @throws AppError `payment_required` not paid; `conflict` no profile, or one of another plan
 */
export function becomeEarner(deps: BecomeDeps, accountId: string): Promise<PersonRow> {
  return inTransaction(deps.sql, async (tx) => {
    const person = await lockPerson(tx, accountId);
    const paid = await findPaidPlan(tx, accountId);
    if (person.plan !== null && !(await isProfileDue(deps, tx, person, paid))) return person;
    await writePaidProfile(deps, tx, person, paid);
    await giveReferralCode(tx, accountId);
    await creditReferral(deps, tx, accountId, "first_payment");
    await showChannelOf(tx, accountId, "deactivation");
    await deleteRegistration(tx, accountId);
    return readPerson(tx, accountId);
  });
}

/**
 * With a renewal an earner has the new plan before its profile; the profile's own plan tells. One that was not
 * entered before is entered afterwards.
 */
async function isProfileDue(deps: BecomeDeps, tx: Tx, person: PersonRow, paid: Plan | null): Promise<boolean> {
  if (paid === null || (await selectProfile(tx, person.id))?.plan === paid) return false;
  if (paid !== person.plan) return true;
  const draft = openDraft(deps, await lockRegistration(tx, person.id));
  return draft.plan === paid && isComplete(draft);
}

async function writePaidProfile(deps: BecomeDeps, tx: Tx, person: PersonRow, paid: Plan | null): Promise<void> {
  const registration = await lockRegistration(tx, person.id);
  if (paid === null)
    throw new AppError("payment_required", EARNER_MESSAGES.pay, registration ? { draftId: registration.draft_id } : {});
  const draft = openDraft(deps, registration);
  // Without a draft it is somebody who was an earner before.
  const plan = isComplete(draft) ? draft.plan : (await selectProfile(tx, person.id))?.plan;
  if (!plan) throw new AppError("conflict", EARNER_MESSAGES.incomplete);
  if (plan !== paid) throw new AppError("conflict", EARNER_MESSAGES.otherPlan);
  if (isComplete(draft)) await writeDraft(deps, tx, person, draft);
  await makeEarner(tx, person.id, paid);
}

/** The forms of the draft's plan; those of another plan were looked at and left. */
async function writeDraft(deps: BecomeDeps, tx: Tx, person: PersonRow, draft: Draft): Promise<void> {
  if (draft.profile_key) await changeChannel(tx, person.channel_id, { profileKey: draft.profile_key });
  if (draft.plan === "Individual" && draft.basics && draft.sport) {
    await writeBasics(deps, tx, person, draft.basics);
    await writeSport(tx, person.id, draft.sport);
  } else if (draft.plan === "Team" && draft.team) await writeGroup(deps, tx, person, draft.team);
  else if (draft.organization) await writeGroup(deps, tx, person, draft.organization);
}
