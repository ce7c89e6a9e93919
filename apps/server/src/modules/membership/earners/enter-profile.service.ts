import type { Plan, UserCard } from "@app/contract/accounts";
import type { CollegeEntry } from "@app/contract/earner-fields";
import { EARNER_MESSAGES, type EarnerReply } from "@app/contract/earners";
import { MESSAGES } from "@app/contract/errors";
import { updateChannelRow } from "#modules/channels/index.ts";
import { lockPerson, mergeBirthDate, type PersonRow, readPerson } from "#modules/identity/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { Reply } from "#platform/http/serve.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { guardCheckPayee, type PayeeForm, requireConfirmedPayee } from "./check-payee.service.ts";
import { completeRegistration } from "./complete-registration.service.ts";
import { purgeReplaced, saveWithPicture, storeProfileImage } from "./pictures.service.ts";
import { type Draft, dropSubmitted, findChangedAccount, isComplete } from "./profile.policy.ts";
import { selectCategoryIds, selectOwnLogos, selectProfile } from "./profiles.sql.ts";
import { FORM_REFUSALS } from "./registration.policy.ts";
import { type Registrant, readRegistrationState, updatePendingProfile } from "./registration-state.service.ts";

type EnterDeps = Pick<Deps, "sql" | "secrets" | "storage" | "config" | "now" | "events">;

/** The fields shared by the forms, as far as they are checked here. */
type Form = PayeeForm & {
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
  /** Adds the form to the pending profile of an unpaid plan. */
  addTo(draft: Draft): Draft;
  /** Writes the form into an earner's profile. */
  write(tx: Tx, person: PersonRow): Promise<void>;
};

/**
 * Saves one form of a plan. An earner's profile changes at once; the profile of an unpaid plan, which may be an earner's
 * next plan, stays encrypted until the plan is paid.
 * @throws AppError `invalid_input` on the fields; `confirm_password` a check would go elsewhere;
 * `payment_required` with the pending profile's id: the profile is complete and its plan unpaid
 */
export async function enterProfile(deps: EnterDeps, registrant: Registrant, entry: Entry): Promise<Reply<EarnerReply>> {
  const { person, can, step: before } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.enter_profile) throw new AppError("conflict", FORM_REFUSALS[before] ?? EARNER_MESSAGES.ending);
  await checkEntry(deps, person, entry);
  if (person.plan !== entry.plan) await requireConfirmedPayee(deps.sql, registrant, entry.form);
  const profileKey = await storeProfileImage(deps, person.id, entry.image);
  if (person.plan === entry.plan) return updateEarner(deps, registrant, entry, profileKey);
  const { draft, draftId } = await saveEntry(deps, person.id, entry, profileKey);
  if (!isComplete(draft)) return new Reply(EARNER_MESSAGES.stepKept, toReply(deps, person, "individual-2", draft));
  await inTransaction(deps.sql, (tx) => completeRegistration(deps, tx, person.id));
  const { person: now, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (now.plan === entry.plan) return new Reply(EARNER_MESSAGES.completed, toReply(deps, now, step));
  if (now.plan !== null) return new Reply(EARNER_MESSAGES.keptForPlan, toReply(deps, now, step));
  throw new AppError("payment_required", EARNER_MESSAGES.pay, { draftId });
}

async function saveEntry(deps: EnterDeps, accountId: string, entry: Entry, profileKey: string | null) {
  let replacedKey: string | null = null;
  const saved = await saveWithPicture(deps, profileKey, (tx) =>
    updatePendingProfile(deps, tx, accountId, (draft) => {
      replacedKey = draft.profile_key;
      return {
        ...entry.addTo(draft),
        plan: entry.plan,
        profile_key: profileKey ?? draft.profile_key,
        typed: dropSubmitted(draft.typed, entry.form),
      };
    }),
  );
  await purgeReplaced(deps, accountId, { replacedKey, newKey: profileKey });
  return saved;
}

async function checkEntry(deps: EnterDeps, person: PersonRow, { form }: Entry): Promise<void> {
  const account = { username: person.username, email: person.email, gender: person.gender };
  refuseFaults({
    ...findChangedAccount({ ...account, birth: null }, form),
    ...(await findListFaults(deps.sql, person.id, form)),
  });
  if (form.date_of_birth !== undefined) mergeBirthDate(person, form.date_of_birth, deps.now());
}

async function updateEarner(
  deps: EnterDeps,
  { accountId, member }: Registrant,
  entry: Entry,
  profileKey: string | null,
): Promise<Reply<EarnerReply>> {
  let replacedKey: string | null = null;
  const updated = await saveWithPicture(deps, profileKey, async (tx) => {
    const person = await lockPerson(tx, accountId);
    if (person.plan !== entry.plan) throw new AppError("conflict", EARNER_MESSAGES.otherPlan);
    const before = await selectProfile(tx, accountId);
    await entry.write(tx, person);
    await guardCheckPayee(deps, tx, { accountId, before, member: member ?? null });
    if (profileKey) await updateChannelRow(tx, person.channel_id, { profileKey });
    replacedKey = person.profile_key;
    return readPerson(tx, accountId);
  });
  await purgeReplaced(deps, accountId, { replacedKey, newKey: profileKey });
  return new Reply(EARNER_MESSAGES.updated, toReply(deps, updated, "done"));
}

/** @param draft the pending profile, whose picture is not in use yet */
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
    profile_url: publicMediaUrl(deps.config, profileKey),
    username: person.username,
    user_type: person.user_type as UserCard["type"],
    next,
  };
}

type Lists = {
  channel_category?: readonly number[] | undefined;
  offers?: readonly CollegeEntry[] | undefined;
  visits?: readonly CollegeEntry[] | undefined;
};

/**
 * Checks a form's lists against the database: categories must exist, channel categories must be listed, and logos must
 * belong to the person.
 */
export async function findListFaults(sql: Sql, accountId: string, lists: Lists): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const categories = await selectCategoryIds(sql);
  if (lists.channel_category?.some((id) => !categories.listed.has(id)))
    errors.channel_category = ["Please choose a category."];
  const entries = [...(lists.offers ?? []), ...(lists.visits ?? [])];
  const logos = entries.flatMap((entry) => entry.college_logo ?? []);
  const own = new Set(await selectOwnLogos(sql, accountId, [...new Set(logos)]));
  for (const list of ["offers", "visits"] as const) {
    for (const [index, entry] of (lists[list] ?? []).entries()) {
      if (!categories.all.has(entry.college_category))
        errors[`${list}.${index}.college_category`] = ["Please choose a category."];
      if (entry.college_logo !== null && !own.has(entry.college_logo))
        errors[`${list}.${index}.college_logo`] = ["There is no such picture."];
    }
  }
  return errors;
}

/** @throws AppError `invalid_input` if there are errors */
export function refuseFaults(errors: FieldErrors): void {
  if (Object.keys(errors).length === 0) return;
  const isFixed = Object.values(errors).flat().includes(EARNER_MESSAGES.usernameFixed);
  const message = isFixed ? EARNER_MESSAGES.usernameFixed : MESSAGES.invalidInput;
  throw new AppError("invalid_input", message, { errors });
}
