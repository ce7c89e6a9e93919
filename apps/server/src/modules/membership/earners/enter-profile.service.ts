import type { Plan, UserCard } from "@app/contract/accounts";
import type { CollegeEntry } from "@app/contract/earner-fields";
import { EARNER_MESSAGES, type EarnerReply } from "@app/contract/earners";
import { updateChannelRow } from "#modules/channels/index.ts";
import { lockPerson, mergeBirth, type PersonRow, readPerson } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { Said } from "#platform/http/serve.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import { findListFaults, refuseFaults } from "./check-lists.service.ts";
import { completeRegistration } from "./complete-registration.service.ts";
import { type Draft, isComplete } from "./draft.policy.ts";
import { changeDraft } from "./drafts.service.ts";
import { findChangedAccount } from "./entered.policy.ts";
import { forgetReplaced, keepWithPicture, storeProfileImage } from "./pictures.service.ts";
import type { Registrant } from "./registrant.service.ts";
import { FORM_REFUSALS } from "./registration.policy.ts";
import { readRegistrationState } from "./registration-state.service.ts";
import { forgetSent } from "./typed.policy.ts";

type EnterDeps = Pick<Deps, "sql" | "secrets" | "storage" | "config" | "now" | "events">;

/** What the forms have in common, as far as it is checked here. */
type Form = {
  username?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  date_of_birth?: string | undefined;
  channel_category?: readonly number[];
  offers?: readonly CollegeEntry[];
  visits?: readonly CollegeEntry[];
};

export type Entry = {
  plan: Plan;
  form: Form;
  image: Buffer | null;
  /** Puts the form into the draft of somebody who has not paid yet. */
  keep(draft: Draft): Draft;
  /** Writes it into the profile of an earner. */
  write(tx: Tx, person: PersonRow): Promise<void>;
};

/**
 * Takes one form of a plan. An earner's profile changes at once; that of a plan which is not paid yet, an
 * earner's next one included, is kept sealed until it is.
 * @throws AppError `invalid_input` on its fields;
 * `payment_required` with the draft's id, the profile being complete and its plan unpaid
 */
export async function enterProfile(deps: EnterDeps, registrant: Registrant, entry: Entry): Promise<Said<EarnerReply>> {
  const { person, can, step: before } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.enter_profile) throw new AppError("conflict", FORM_REFUSALS[before] ?? EARNER_MESSAGES.ending);
  await checkEntry(deps, person, entry);
  const profileKey = await storeProfileImage(deps, person.id, entry.image);
  if (person.plan === entry.plan) return updateEarner(deps, person.id, entry, profileKey);
  const { draft, draftId } = await keepEntry(deps, person.id, entry, profileKey);
  if (!isComplete(draft)) return new Said(EARNER_MESSAGES.stepKept, toReply(deps, person, "individual-2", draft));
  await inTransaction(deps.sql, (tx) => completeRegistration(deps, tx, person.id));
  const { person: now, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (now.plan === entry.plan) return new Said(EARNER_MESSAGES.completed, toReply(deps, now, step));
  if (now.plan !== null) return new Said(EARNER_MESSAGES.keptForPlan, toReply(deps, now, step));
  throw new AppError("payment_required", EARNER_MESSAGES.pay, { draftId });
}

async function keepEntry(deps: EnterDeps, accountId: string, entry: Entry, profileKey: string | null) {
  let replaced: string | null = null;
  const kept = await keepWithPicture(deps, profileKey, (tx) =>
    changeDraft(deps, tx, accountId, (held) => {
      replaced = held.profile_key;
      return {
        ...entry.keep(held),
        plan: entry.plan,
        profile_key: profileKey ?? held.profile_key,
        typed: forgetSent(held.typed, entry.form),
      };
    }),
  );
  await forgetReplaced(deps, accountId, { held: replaced, now: profileKey });
  return kept;
}

async function checkEntry(deps: EnterDeps, person: PersonRow, { form }: Entry): Promise<void> {
  const held = { username: person.username, email: person.email, gender: person.gender };
  refuseFaults({
    ...findChangedAccount({ ...held, birth: null }, form),
    ...(await findListFaults(deps.sql, person.id, form)),
  });
  if (form.date_of_birth !== undefined) mergeBirth(person, form.date_of_birth, deps.now());
}

async function updateEarner(
  deps: EnterDeps,
  accountId: string,
  entry: Entry,
  profileKey: string | null,
): Promise<Said<EarnerReply>> {
  let held: string | null = null;
  const updated = await keepWithPicture(deps, profileKey, async (tx) => {
    const person = await lockPerson(tx, accountId);
    if (person.plan !== entry.plan) throw new AppError("conflict", EARNER_MESSAGES.otherPlan);
    await entry.write(tx, person);
    if (profileKey) await updateChannelRow(tx, person.channel_id, { profileKey });
    held = person.profile_key;
    return readPerson(tx, accountId);
  });
  await forgetReplaced(deps, accountId, { held, now: profileKey });
  return new Said(EARNER_MESSAGES.updated, toReply(deps, updated, "done"));
}

/** @param draft of somebody whose picture is not in use yet */
export function toReply(
  deps: Pick<Deps, "config">,
  person: PersonRow,
  next: EarnerReply["next"],
  draft?: Draft,
): EarnerReply {
  const profileKey = draft?.profile_key ?? person.profile_key;
  return {
    email: person.email,
    plan: person.plan as UserCard["plan"],
    profile_url: openMediaUrl(deps.config, profileKey),
    username: person.username,
    user_type: person.user_type as UserCard["type"],
    next,
  };
}
