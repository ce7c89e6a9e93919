import type { Plan } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { ProfileView, profileRoutes, updatedProfile } from "@app/contract/profile";
import { toE164 } from "@app/contract/sign-up";
import type { z } from "zod";
import { listProfileCategories } from "#modules/catalog/index.ts";
import {
  birthDateOf,
  changePerson,
  lockPerson,
  type PersonRow,
  readPerson,
  readUserCard,
} from "#modules/identity/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { guardCheckPayee } from "./check-payee.service.ts";
import { saveChannel, toChannelChanges } from "./edit-channel.service.ts";
import { findListFaults, refuseFaults } from "./enter-profile.service.ts";
import { restorableUntil } from "./lifecycle.service.ts";
import { logoUrl, purgeReplaced, saveWithPicture, storeProfileImage } from "./pictures.service.ts";
import { changesProfile, findPlanFaults } from "./profile.policy.ts";
import { changeContact, toProfileView } from "./profile.presenter.ts";
import {
  type ProfileRow,
  type ProfileText,
  replaceCategories,
  replaceContacts,
  selectColleges,
  selectContacts,
  selectProfile,
  upsertProfile,
} from "./profiles.sql.ts";
import { writeColleges, writeSsn } from "./write-profile.service.ts";

type ProfileDeps = Pick<Deps, "sql" | "pool" | "secrets" | "storage" | "config" | "now" | "events">;
type Changes = z.output<typeof profileRoutes.update.body>;

export async function readProfile(deps: Pick<Deps, "sql" | "pool" | "config">, member: Member): Promise<ProfileView> {
  const { accountId } = member;
  const person = await readPerson(deps.sql, accountId);
  const facts = {
    person,
    birth: birthDateOf(person),
    profile: await selectProfile(deps.sql, accountId),
    contacts: await selectContacts(deps.sql, accountId),
    categories: await listProfileCategories(deps, accountId),
    colleges: await selectColleges(deps.sql, accountId),
    restorableUntil: restorableUntil(person),
  };
  return toProfileView(facts, {
    picture: (key) => publicMediaUrl(deps.config, key),
    logo: (id) => logoUrl(deps, accountId, id),
  });
}

/**
 * Changes the submitted fields only.
 * @throws AppError `invalid_input` on the fields, also for fields of another plan; `confirm_password` a check would go
 * elsewhere
 */
export async function updateProfile(
  deps: ProfileDeps,
  member: Member,
  { changes, image }: { changes: Changes; image: Buffer | null },
): Promise<z.input<typeof updatedProfile>> {
  const hasProfile = (await selectProfile(deps.sql, member.accountId)) !== null;
  refuseFaults({
    ...findPlanFaults(member.plan, changes, hasProfile),
    ...(await findListFaults(deps.sql, member.accountId, changes)),
  });
  const profileKey = await storeProfileImage(deps, member.accountId, image);
  const replacedKey = await saveWithPicture(deps, profileKey, async (tx) => {
    const person = await lockPerson(tx, member.accountId);
    // The plan may have ended since the request arrived.
    refuseFaults(findPlanFaults(person.plan as Plan | null, changes, hasProfile));
    const before = await selectProfile(tx, person.id);
    const fullName = await changeEarner(deps, tx, person, changes);
    await guardCheckPayee(deps, tx, { accountId: person.id, before, member });
    await changePerson(tx, person.id, {
      ...(fullName === undefined ? {} : { fullName }),
      ...(changes.phone === undefined ? {} : { phone: changes.phone === null ? null : toE164(changes.phone) }),
    });
    const by = { channelId: person.channel_id, actorId: member.accountId };
    await saveChannel(tx, by, toChannelChanges(changes, profileKey));
    return person.profile_key;
  });
  await purgeReplaced(deps, member.accountId, { replacedKey, newKey: profileKey });
  const card = await readUserCard(deps, deps.sql, member.accountId);
  return { ...card, user_type: card.type };
}

/** @returns the account's new full name; undefined: unchanged */
async function changeEarner(
  deps: ProfileDeps,
  tx: Tx,
  person: PersonRow,
  changes: Changes,
): Promise<string | undefined> {
  const profile = await selectProfile(tx, person.id);
  if (person.plan === null) {
    if (profile) await upsertProfile(tx, person.id, { ...toText(profile), ...toChangedAddress(profile, changes) });
    return changes.full_name;
  }
  if (profile?.plan !== person.plan) {
    if (changesProfile(changes)) throw new AppError("conflict", EARNER_MESSAGES[profile ? "otherPlan" : "incomplete"]);
    // Not entered yet, or a renewal has changed the plan: only the plan's own forms write its profile, whole.
    return undefined;
  }
  const next = toChangedProfile(profile, changes);
  await upsertProfile(tx, person.id, next);
  const contacts = await selectContacts(tx, person.id);
  await replaceContacts(
    tx,
    person.id,
    contacts.map((contact) => changeContact(contact, changes)),
  );
  if (changes.channel_category) await replaceCategories(tx, person.id, changes.channel_category);
  await writeColleges(tx, person.id, changes);
  if (changes.ssn) await writeSsn(deps, tx, person.id, changes.ssn);
  return next.group_name ?? `${next.first_name} ${next.last_name}`;
}

function toText({ ssn_last4: _, ...text }: ProfileRow): ProfileText {
  return { ...text, plan: text.plan as Plan };
}

function toChangedProfile(current: ProfileRow, changes: Changes): ProfileText {
  const { graduation_year } = changes;
  return {
    ...toText(current),
    ...toChangedAddress(current, changes),
    first_name: changes.first_name ?? current.first_name,
    last_name: changes.last_name ?? current.last_name,
    group_name: changes.team_name ?? changes.organization_name ?? current.group_name,
    graduation_year: graduation_year === undefined ? current.graduation_year : Number(graduation_year),
    gpa: changes.gpa ?? current.gpa,
  };
}

type Address = Pick<ProfileText, "street" | "city" | "state" | "zipcode">;

function toChangedAddress(current: Address, changes: Changes): Address {
  return {
    street: changes.street ?? current.street,
    city: changes.city ?? current.city,
    state: changes.state ?? current.state,
    zipcode: changes.zipcode ?? current.zipcode,
  };
}
