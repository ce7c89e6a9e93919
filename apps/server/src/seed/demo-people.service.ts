import { COLLEGE_CATEGORY } from "@app/contract/earner-fields";
import { findCategoryBySlug } from "#modules/catalog/index.ts";
import { addFollows, addMeasurables, updateChannelRow } from "#modules/channels/index.ts";
import { addRecruitingPage } from "#modules/discovery/index.ts";
import { addAccount, findAccountByUsername, hasAccounts } from "#modules/identity/index.ts";
import { addProfile, type Profile } from "#modules/membership/index.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, LOCKS, lockTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import {
  drawPicturesJob,
  makeAnnouncementJob,
  makeDocumentsJob,
  makeImagesJob,
  makeModerationJob,
  makeReferralsJob,
  makeVideoJob,
  payPlansJob,
} from "./demo.jobs.ts";
import { IMAGE_SETS } from "./world/image-sets.ts";
import { type DemoEarner, type DemoFan, EARNERS, FANS } from "./world/people.ts";
import { ATHLETES, type DemoCollege, type DemoContact, GROUPS, MEASURED, RECRUITED } from "./world/profiles.ts";
import { followsOf, VIDEOS } from "./world.ts";

/** The password of every demo account. Production creates none. */
export const DEMO_PASSWORD = "Fieldhouse-Demo-1";
const DAY_MS = 24 * 3_600_000;
/** The announcement is created after this many videos. */
const SHORT_VIDEOS = 4;

/**
 * Creates the demo accounts if the database is empty, and queues the rest: a worker creates pictures and videos in the
 * background.
 * @returns whether it was created now
 */
export async function createDemoWorld(deps: Pick<Deps, "sql" | "secrets" | "events" | "now">): Promise<boolean> {
  if (await hasAccounts(deps.sql)) return false;
  // One hash for all accounts, because Argon2 is slow.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.makingTheDemo);
    if (await hasAccounts(tx)) return false;
    await addPeople(deps, tx, passwordHash);
    await enqueue(tx, drawPicturesJob, {}, { key: "demo:draw-pictures" });
    await enqueue(tx, makeReferralsJob, {}, { key: "demo:make-referrals" });
    await enqueue(tx, payPlansJob, {}, { key: "demo:pay-plans" });
    // Drawn and shown within seconds, before the first videos are rendered.
    await enqueue(tx, makeDocumentsJob, {}, { key: "demo:documents", queue: "demo", priority: 10 });
    // One at a time with low priority, so that real uploads do not wait for the demo.
    for (const index of VIDEOS.keys()) {
      await enqueue(tx, makeVideoJob, { index }, { key: `demo:video:${index}`, queue: "demo", priority: 10 });
      if (index === SHORT_VIDEOS - 1) {
        await enqueue(tx, makeAnnouncementJob, {}, { key: "demo:announcement", queue: "demo", priority: 10 });
        await enqueue(tx, makeModerationJob, {}, { key: "demo:moderation", queue: "demo", priority: 10 });
      }
      if (index < IMAGE_SETS.length)
        await enqueue(tx, makeImagesJob, { index }, { key: `demo:images:${index}`, queue: "demo", priority: 10 });
    }
    return true;
  });
}

async function addPeople(deps: Pick<Deps, "secrets" | "events" | "now">, tx: Tx, passwordHash: string): Promise<void> {
  const followers = new Map<string, string>();
  const channels = new Map<string, string>();
  for (const person of [...EARNERS, ...FANS]) {
    const ids = await addAccount(deps, tx, toAccount(person, passwordHash));
    await updateChannelRow(tx, ids.channelId, toChannel(person));
    followers.set(person.username, ids.accountId);
    channels.set(person.username, ids.channelId);
  }
  // Those that began on a video are added with it.
  const follows = followsOf().flatMap(({ follower, channel, daysAgo, videoIndex }) => {
    const [followerId, channelId] = [followers.get(follower), channels.get(channel)];
    const at = new Date(deps.now().getTime() - daysAgo * DAY_MS);
    return followerId && channelId && videoIndex === null ? [{ followerId, channelId, at }] : [];
  });
  await addFollows(tx, follows);
  await addProfiles(tx, followers);
  await addRecruiting(deps, tx, followers);
}

function toAccount(person: DemoEarner | DemoFan, passwordHash: string): Parameters<typeof addAccount>[2] {
  const isEarner = "plan" in person;
  return {
    username: person.username,
    email: `${person.username}@demo.fieldhouse.test`,
    passwordHash,
    fullName: person.fullName,
    plan: isEarner ? person.plan : null,
    isVerified: true,
    isDemo: true,
  };
}

function toChannel(person: DemoEarner | DemoFan): { name: string; bio: string } {
  return "plan" in person ? { name: person.channelName, bio: person.bio } : { name: person.fullName, bio: "" };
}

/** One demo account of each kind, for the startup banner. */
export async function listDemoSignIns(
  deps: Pick<Deps, "sql">,
): Promise<{ username: string; password: string; what: string }[]> {
  const [first] = FANS;
  const account = first && (await findAccountByUsername(deps.sql, first.username));
  if (!account?.is_demo) return [];
  const plans = ["Individual", "Team", "Organization"] as const;
  const earners = plans.flatMap((plan) => EARNERS.find((earner) => earner.plan === plan) ?? []);
  return [
    ...earners.map(({ username, plan }) => ({ username, password: DEMO_PASSWORD, what: `earner, ${plan}` })),
    ...FANS.slice(0, 1).map(({ username }) => ({ username, password: DEMO_PASSWORD, what: "fan" })),
  ];
}

/** Adds some athletes' measurables, and one open recruiting page. */
async function addRecruiting(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [username, measured] of Object.entries(MEASURED)) {
    const accountId = accounts.get(username);
    if (accountId) await addMeasurables(tx, accountId, measured);
  }
  const recruited = accounts.get(RECRUITED);
  if (recruited) await addRecruitingPage(deps, tx, recruited);
}

/** Adds the earners' profiles, without SSNs. */
async function addProfiles(tx: Sql, accounts: ReadonlyMap<string, string>): Promise<void> {
  for (const earner of EARNERS) {
    const accountId = accounts.get(earner.username);
    const profile = toProfile(earner);
    if (!accountId || !profile) continue;
    const category = await findCategoryBySlug(tx, earner.sport);
    await addProfile(tx, accountId, { ...profile, categories: category ? [category.id] : [] });
  }
}

function toProfile(earner: DemoEarner): Profile | null {
  const athlete = ATHLETES[earner.username];
  const group = GROUPS[earner.username];
  const nothing = { graduation_year: null, gpa: null, first_name: null, last_name: null, group_name: null };
  if (athlete) {
    const [first = "", ...rest] = earner.fullName.split(" ");
    return {
      text: {
        ...nothing,
        plan: "Individual",
        first_name: first,
        last_name: rest.join(" "),
        ...addressOf(athlete),
        graduation_year: athlete.graduationYear,
        gpa: athlete.gpa,
      },
      dateOfBirth: athlete.dateOfBirth,
      contacts: [],
      categories: [],
      offers: athlete.offers.map(toCollege),
      visits: athlete.visits.map(toCollege),
    };
  }
  if (!group) return null;
  const { contact, coach } = group;
  return {
    text: { ...nothing, plan: earner.plan, group_name: earner.fullName, ...addressOf(group) },
    dateOfBirth: null,
    contacts: [
      { role: "contact", ...toPerson(contact, earner), ...addressOf(group) },
      ...(coach ? [{ role: "coach", ...toPerson(coach, earner), ...addressOf(group) }] : []),
    ],
    categories: [],
    offers: [],
    visits: [],
  };
}

/** Reserved for fiction; a profile cannot be saved without one. */
const DEMO_PHONE = "+12025550123";

function toPerson({ firstName, lastName }: DemoContact, { username }: DemoEarner) {
  const email = `${firstName}@${username.replace(/[._]/g, "-")}.fieldhouse.test`.toLowerCase();
  return { first_name: firstName, last_name: lastName, email, phone: DEMO_PHONE };
}

function toCollege({ name, date }: DemoCollege) {
  return { college_name: name, college_logo: null, college_category: COLLEGE_CATEGORY, college_offer_date: date };
}

function addressOf({ street, city, state, zipcode }: { street: string; city: string; state: string; zipcode: string }) {
  return { street, city, state, zipcode };
}
