import type { Plan } from "@app/contract/accounts";
import type { CollegeEntry } from "@app/contract/earner-fields";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { toE164 } from "@app/contract/sign-up";
import { type ChannelChanges, updateChannelRow } from "#modules/channels/index.ts";
import { changePerson, mergeBirthDate, type PersonRow } from "#modules/identity/index.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { requireGuardianConsent } from "./guardian.service.ts";
import type { Draft } from "./profile.policy.ts";
import { toCollegeRows, toContactRows } from "./profile.presenter.ts";
import {
  type ContactRow,
  insertDuplicates,
  type ProfileText,
  replaceCategories,
  replaceColleges,
  replaceContacts,
  replaceEncryptedSsn,
  selectColleges,
  selectEncryptedSsns,
  selectProfile,
  updateSsn,
  upsertProfile,
} from "./profiles.sql.ts";

type WriteDeps = Pick<Deps, "secrets" | "now">;
type FormOf<Form extends keyof Draft> = NonNullable<Draft[Form]>;

const HASH_PURPOSE = "ssn";

const EMPTY_TEXT = {
  first_name: null,
  last_name: null,
  group_name: null,
} satisfies Partial<ProfileText>;

/** What only an athlete's form asks for: kept under every plan, for the day the person is an athlete again. */
async function keptClass(tx: Sql, accountId: string): Promise<Pick<ProfileText, "graduation_year" | "gpa">> {
  const current = await selectProfile(tx, accountId);
  return { graduation_year: current?.graduation_year ?? null, gpa: current?.gpa ?? null };
}

/** Step 1 of Individual: the person and their address. */
export async function writeBasics(deps: WriteDeps, tx: Sql, person: PersonRow, form: FormOf<"basics">): Promise<void> {
  const { first_name, last_name } = form;
  await upsertProfile(tx, person.id, {
    ...EMPTY_TEXT,
    ...(await keptClass(tx, person.id)),
    plan: "Individual",
    first_name,
    last_name,
    ...addressOf(form),
  });
  await replaceContacts(tx, person.id, []);
  await writeSsn(deps, tx, person.id, form.ssn);
  const birth = mergeBirthDate(person, form.date_of_birth, deps.now());
  await changePerson(tx, person.id, {
    fullName: `${first_name} ${last_name}`,
    phone: toE164(form.phone),
    ...(birth ? { birth } : {}),
  });
  await updateChannelRow(tx, person.channel_id, { bio: form.bio });
}

/**
 * Step 2 of Individual.
 * @throws AppError `conflict` step 1 was not submitted
 */
export async function writeSport(tx: Sql, accountId: string, form: FormOf<"sport">): Promise<void> {
  const current = await selectProfile(tx, accountId);
  if (!current) throw new AppError("conflict", EARNER_MESSAGES.stepOneFirst);
  const { ssn_last4: _, ...text } = current;
  await upsertProfile(tx, accountId, {
    ...text,
    plan: "Individual",
    graduation_year: Number(form.graduation_year),
    gpa: form.gpa,
  });
  await replaceCategories(tx, accountId, form.channel_category);
  await writeColleges(tx, accountId, form);
}

/** A team or an organization, with its contact persons. Offers and visits stay, and are shown to nobody. */
export async function writeGroup(
  deps: WriteDeps,
  tx: Sql,
  person: PersonRow,
  form: FormOf<"team"> | FormOf<"organization">,
): Promise<void> {
  const isTeam = "team_name" in form;
  const group_name = isTeam ? form.team_name : form.organization_name;
  const plan: Plan = isTeam ? "Team" : "Organization";
  const kept = await keptClass(tx, person.id);
  await upsertProfile(tx, person.id, { ...EMPTY_TEXT, ...kept, plan, group_name, ...addressOf(form) });
  await replaceContacts(tx, person.id, toContactRows(form));
  await replaceCategories(tx, person.id, form.channel_category);
  await writeSsn(deps, tx, person.id, form.ssn);
  const birth = form.date_of_birth === undefined ? null : mergeBirthDate(person, form.date_of_birth, deps.now());
  await changePerson(tx, person.id, { fullName: group_name, ...(birth ? { birth } : {}) });
  await updateChannelRow(tx, person.channel_id, { bio: form.bio, ...toInitialName(person, group_name) });
}

/** Replaces a channel's default name, the username, by the group's. */
function toInitialName(person: PersonRow, groupName: string): ChannelChanges {
  return person.channel_name === person.username ? { name: groupName } : {};
}

/**
 * Saves an SSN encrypted, with a keyed hash that finds duplicates and the last four digits for display. Until then it is
 * only in the encrypted pending profile, and is not compared with others.
 * @throws AppError `not_allowed` a minor without guardian consent
 */
export async function writeSsn(deps: WriteDeps, tx: Sql, accountId: string, ssn: string): Promise<void> {
  await requireGuardianConsent({ sql: tx, now: deps.now }, accountId);
  const encrypted = deps.secrets.encrypt(toPurpose(accountId), ssn);
  await updateSsn(tx, accountId, { encrypted, hash: hashSsn(deps, ssn), last4: ssn.slice(-4) });
  // Hashes under older keys find duplicates that were saved before a key rotation.
  await insertDuplicates(tx, accountId, deps.secrets.keyedHashes(HASH_PURPOSE, ssn));
}

/** The purpose names the person, so that a value copied into another row cannot be decrypted. */
function toPurpose(accountId: string): string {
  return `ssn ${accountId}`;
}

function hashSsn(deps: Pick<Deps, "secrets">, ssn: string): Buffer {
  return deps.secrets.keyedHash(HASH_PURPOSE, ssn);
}

/** The column for key rotation, which also renews the keyed hash that finds duplicates. */
export const encryptedSsns: EncryptedColumn = {
  name: "earner_profiles.encrypted_ssn",
  purposeOf: toPurpose,
  select: selectEncryptedSsns,
  replace: (sql, { text, ...row }, deps) => replaceEncryptedSsn(sql, { ...row, hash: hashSsn(deps, text) }),
};

export async function writeColleges(
  tx: Sql,
  accountId: string,
  lists: { offers?: readonly CollegeEntry[] | undefined; visits?: readonly CollegeEntry[] | undefined },
): Promise<void> {
  const current = await selectColleges(tx, accountId);
  if (lists.offers) await replaceColleges(tx, accountId, "offer", toCollegeRows(lists.offers, current, "offer"));
  if (lists.visits) await replaceColleges(tx, accountId, "visit", toCollegeRows(lists.visits, current, "visit"));
}

function addressOf({ street, city, state, zipcode }: { street: string; city: string; state: string; zipcode: string }) {
  return { street, city, state, zipcode };
}

export type Profile = {
  text: ProfileText;
  /** Null: keep the account's. */
  dateOfBirth: string | null;
  contacts: readonly ContactRow[];
  categories: readonly number[];
  offers: readonly CollegeEntry[];
  visits: readonly CollegeEntry[];
};

/** Adds a profile without an SSN, for the demo world. */
export async function addProfile(tx: Sql, accountId: string, profile: Profile): Promise<void> {
  await upsertProfile(tx, accountId, profile.text);
  await replaceContacts(tx, accountId, profile.contacts);
  await replaceCategories(tx, accountId, profile.categories);
  await writeColleges(tx, accountId, profile);
  if (profile.dateOfBirth !== null)
    await changePerson(tx, accountId, { birth: { date: profile.dateOfBirth, precision: "day" } });
}
