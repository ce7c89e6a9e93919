import type { Plan } from "@app/contract/accounts";
import type { CollegeEntry } from "@app/contract/earner-fields";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { toE164 } from "@app/contract/sign-up";
import { type ChannelChanges, updateChannelRow } from "#modules/channels/index.ts";
import { changePerson, mergeBirth, type PersonRow } from "#modules/identity/index.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { replaceColleges, selectColleges } from "./colleges.sql.ts";
import { toCollegeRows } from "./colleges.view.ts";
import { toContactRows } from "./contacts.view.ts";
import type { Draft } from "./draft.policy.ts";
import { requireGuardianConsent } from "./guardian.service.ts";
import {
  insertDuplicates,
  type ProfileText,
  replaceCategories,
  replaceContacts,
  selectProfile,
  updateSsn,
  upsertProfile,
} from "./profiles.sql.ts";

type WriteDeps = Pick<Deps, "secrets" | "now">;
type Sent<Form extends keyof Draft> = NonNullable<Draft[Form]>;

const HASH_PURPOSE = "ssn";

const NOTHING = {
  first_name: null,
  last_name: null,
  group_name: null,
  graduation_year: null,
  gpa: null,
} satisfies Partial<ProfileText>;

/** Step 1 of Individual: the person, and where they live. */
export async function writeBasics(deps: WriteDeps, tx: Sql, person: PersonRow, form: Sent<"basics">): Promise<void> {
  const held = await selectProfile(tx, person.id);
  const sport = { graduation_year: held?.graduation_year ?? null, gpa: held?.gpa ?? null };
  const { first_name, last_name } = form;
  await upsertProfile(tx, person.id, {
    ...NOTHING,
    ...sport,
    plan: "Individual",
    first_name,
    last_name,
    ...addressOf(form),
  });
  await replaceContacts(tx, person.id, []);
  await writeSsn(deps, tx, person.id, form.ssn);
  const birth = mergeBirth(person, form.date_of_birth, deps.now());
  await changePerson(tx, person.id, {
    fullName: `${first_name} ${last_name}`,
    phone: toE164(form.phone),
    ...(birth ? { birth } : {}),
  });
  await updateChannelRow(tx, person.channel_id, { bio: form.bio });
}

/**
 * Step 2 of Individual.
 * @throws AppError `conflict` step 1 was never sent
 */
export async function writeSport(tx: Sql, accountId: string, form: Sent<"sport">): Promise<void> {
  const held = await selectProfile(tx, accountId);
  if (!held) throw new AppError("conflict", EARNER_MESSAGES.stepOneFirst);
  const { ssn_last4: _, ...text } = held;
  await upsertProfile(tx, accountId, {
    ...text,
    plan: "Individual",
    graduation_year: Number(form.graduation_year),
    gpa: form.gpa,
  });
  await replaceCategories(tx, accountId, form.channel_category);
  await writeColleges(tx, accountId, form);
}

/** A team or an organization, with the people to be reached there. */
export async function writeGroup(
  deps: WriteDeps,
  tx: Sql,
  person: PersonRow,
  form: Sent<"team"> | Sent<"organization">,
): Promise<void> {
  const isTeam = "team_name" in form;
  const group_name = isTeam ? form.team_name : form.organization_name;
  const plan: Plan = isTeam ? "Team" : "Organization";
  await upsertProfile(tx, person.id, { ...NOTHING, plan, group_name, ...addressOf(form) });
  await replaceContacts(tx, person.id, toContactRows(form));
  await replaceCategories(tx, person.id, form.channel_category);
  await writeColleges(tx, person.id, { offers: [], visits: [] });
  await writeSsn(deps, tx, person.id, form.ssn);
  const birth = form.date_of_birth === undefined ? null : mergeBirth(person, form.date_of_birth, deps.now());
  await changePerson(tx, person.id, { fullName: group_name, ...(birth ? { birth } : {}) });
  await updateChannelRow(tx, person.channel_id, { bio: form.bio, ...firstName(person, group_name) });
}

/** A channel that still has the username for a name takes the group's; the display name can be edited. */
function firstName(person: PersonRow, groupName: string): ChannelChanges {
  return person.channel_name === person.username ? { name: groupName } : {};
}

/**
 * Sealed, with a keyed hash that finds the same one elsewhere and the four digits that may be shown. Before this it
 * stands in a sealed draft only, and is compared with nothing.
 * @throws AppError `not_allowed` a minor's, without a guardian's consent
 */
export async function writeSsn(deps: WriteDeps, tx: Sql, accountId: string, ssn: string): Promise<void> {
  await requireGuardianConsent({ sql: tx, now: deps.now }, accountId);
  const sealed = deps.secrets.encrypt(ssnPurposeOf(accountId), ssn);
  await updateSsn(tx, accountId, { sealed, hash: hashSsn(deps, ssn), last4: ssn.slice(-4) });
  // One that was kept under an older key is the same one.
  await insertDuplicates(tx, accountId, deps.secrets.keyedHashes(HASH_PURPOSE, ssn));
}

/** Bound to the person: the bytes of one row open in no other. */
export function ssnPurposeOf(accountId: string): string {
  return `ssn ${accountId}`;
}

export function hashSsn(deps: Pick<Deps, "secrets">, ssn: string): Buffer {
  return deps.secrets.keyedHash(HASH_PURPOSE, ssn);
}

export async function writeColleges(
  tx: Sql,
  accountId: string,
  lists: { offers?: readonly CollegeEntry[] | undefined; visits?: readonly CollegeEntry[] | undefined },
): Promise<void> {
  const held = await selectColleges(tx, accountId);
  if (lists.offers) await replaceColleges(tx, accountId, "offer", toCollegeRows(lists.offers, held, "offer"));
  if (lists.visits) await replaceColleges(tx, accountId, "visit", toCollegeRows(lists.visits, held, "visit"));
}

function addressOf({ street, city, state, zipcode }: { street: string; city: string; state: string; zipcode: string }) {
  return { street, city, state, zipcode };
}
