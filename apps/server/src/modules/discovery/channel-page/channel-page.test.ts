import { randomUUID } from "node:crypto";
import { CHANNEL_MESSAGES, channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { followRoutes } from "@app/contract/follows";
import { type ChannelId, channelId } from "@app/contract/ids";
import { viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { recountChannels, setChannelPictures } from "#modules/channels/channels/channels.service.ts";
import { flushViewCounts } from "#modules/engagement/views/views.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;

const earner = (plan: "Individual" | "Team" | "Organization" = "Individual") =>
  testApp.person(`earner${++people}`, { plan });
const fan = await testApp.person("fan");

function open(asker: TestPerson, of: { channelId: ChannelId }) {
  return asker.call(channelRoutes.one, { params: { id: of.channelId } });
}

async function addProfile(person: TestPerson): Promise<void> {
  await deps.pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode,
       graduation_year, gpa, encrypted_ssn, ssn_hash, ssn_last4)
     values ($1, 'Individual', 'Maya', 'Vega', '1 Secret Street', 'Austin', 'TX', '73301', 2027, 3.85, 'x', 'y', '6789')`,
    [person.accountId],
  );
  await deps.pool.query(
    `insert into college_entries (account_id, kind, position, college_name, category_id, happened_on, date_precision)
     values ($1, 'offer', 0, 'Rice', 88, '2025-03-01', 'month'), ($1, 'offer', 1, 'Baylor', 88, '2025-09-14', 'day'),
       ($1, 'offer', 2, 'Unknown day', 88, null, null), ($1, 'visit', 0, 'Tulane', 88, '2024-10-05', 'day')`,
    [person.accountId],
  );
}

describe("a channel", () => {
  test("can be opened by every member, and says whether they own or follow it", async () => {
    const maya = await earner();
    const keys = { profileKey: `accounts/${maya.accountId}/avatar.webp`, coverKey: null };
    await setChannelPictures(deps.sql, maya.channelId, keys);
    expect(await open(fan, maya)).toEqual({
      id: maya.channelId,
      name: `${maya.name}'s channel`,
      username: maya.name,
      bio: "",
      plan: "Individual",
      channel_profile: `/media/o/${keys.profileKey}`,
      channel_cover: null,
      subscriber_count: 0,
      content_count: 0,
      total_views: 0,
      joined_at: expect.any(String),
      athlete: null,
      club: null,
      following: false,
      is_blocked: false,
      is_own: false,
      visibility: "open",
      can: { follow: true, block: true, edit: false, see_followers: true },
    });
    await fan.call(followRoutes.follow, { params: { id: maya.channelId }, body: {} });
    expect(await open(fan, maya)).toMatchObject({ following: true, subscriber_count: 1 });
    expect(await open(maya, maya)).toMatchObject({
      following: false,
      is_own: true,
      can: { follow: false, edit: true, see_followers: true },
    });
    const asked = { params: { id: maya.channelId } };
    expect((await testApp.visitor.refused(channelRoutes.one, asked)).code).toBe(401);
  });

  test("counts the views of its public items", async () => {
    const maya = await earner();
    const [first, second] = [await testApp.publishes(maya, "Regatta"), await testApp.publishes(maya, "Regatta")];
    const secret = await testApp.publishes(maya, "Tactics", { visibility: "private" });
    await deps.pool.query("update contents set total_views = 1200000000 where channel_id = $1", [maya.channelId]);
    await recountChannels(deps);
    const total = async () => (await open(fan, maya)).total_views;
    expect(await total()).toBe(2_400_000_000);
    for (const { id } of [first, second]) await fan.call(viewRoutes.add, { params: { id }, body: { watched_s: 30 } });
    await flushViewCounts(deps);
    expect(await total()).toBe(2_400_000_002);
    await maya.call(contentRoutes.update, { params: { id: first.id }, body: { visibility: "unlisted" } });
    await deps.pool.query("update views set is_counted = false, content_id = $1 where content_id = $2", [
      ...[secret.id, second.id],
    ]);
    await flushViewCounts(deps);
    expect(await total()).toBe(1_200_000_001);
    await hideChannelOf(deps.sql, maya.accountId, "staff");
    await showChannelOf(deps.sql, maya.accountId, "staff");
    expect(await total()).toBe(1_200_000_001);
  });

  test("of a fan has no plan and no profile", async () => {
    expect(await open(await earner(), fan)).toMatchObject({ plan: null, athlete: null, club: null });
  });

  test("reports whether it is missing, erased, deleted, deactivated or blocked; its owner and staff still see it, so marked", async () => {
    const [gone, blocked, both, erased] = [await earner(), await earner(), await earner(), await earner()];
    const leaving = await earner();
    await hideChannelOf(deps.sql, leaving.accountId, "deletion");
    await hideChannelOf(deps.sql, gone.accountId, "deactivation");
    await hideChannelOf(deps.sql, blocked.accountId, "staff");
    await hideChannelOf(deps.sql, both.accountId, "deletion");
    await hideChannelOf(deps.sql, both.accountId, "staff");
    await deps.pool.query("update accounts set erased_at = now() where id = $1", [erased.accountId]);
    const refusalOf = async (id: ChannelId) => {
      const { code, message } = await fan.refused(channelRoutes.one, { params: { id } });
      return [code, message];
    };
    expect(await refusalOf(channelId.parse(randomUUID()))).toEqual([404, CHANNEL_MESSAGES.missing]);
    expect(await refusalOf(erased.channelId)).toEqual([404, CHANNEL_MESSAGES.missing]);
    expect(await refusalOf(gone.channelId)).toEqual([410, CHANNEL_MESSAGES.deactivated]);
    expect(await refusalOf(blocked.channelId)).toEqual([403, CHANNEL_MESSAGES.blocked]);
    expect(await refusalOf(both.channelId)).toEqual([404, CHANNEL_MESSAGES.missing]);
    expect(await refusalOf(leaving.channelId)).toEqual([404, CHANNEL_MESSAGES.missing]);
    const staff = await testApp.person("staff", { staffRole: "moderator" });
    for (const [channel, visibility] of [
      [gone, "deactivated"],
      [blocked, "blocked"],
      [both, "blocked"],
    ] as const)
      for (const asker of [channel, staff])
        expect(await open(asker, channel)).toMatchObject({ visibility, can: { follow: false } });
    expect((await open(staff, await earner())).can.follow).toBe(true);
  });
});

describe("an athlete's profile", () => {
  test("shows class, offers and visits newest first, and sports, but neither address nor phone number", async () => {
    const maya = await earner();
    await addProfile(maya);
    const swimming = await addCategory(deps.sql, { name: "Swimming", slug: "swimming", pictureKey: null, position: 5 });
    await deps.pool.query("insert into earner_categories values ($1, $2), ($1, $3)", [
      maya.accountId,
      swimming,
      testApp.categoryId,
    ]);
    const { athlete, club } = await open(fan, maya);
    expect(club).toBeNull();
    expect(athlete).toEqual({
      graduation_year: 2027,
      gpa: "3.85",
      city: "Austin",
      state: "TX",
      categories: [
        { id: swimming, name: "Swimming", image: null },
        { id: testApp.categoryId, name: "Rowing", image: null },
      ],
      offers: [
        { college_name: "Baylor", college_logo: null, college_category: "College athletics", date: "2025-09-14" },
        { college_name: "Rice", college_logo: null, college_category: "College athletics", date: "2025-03" },
        { college_name: "Unknown day", college_logo: null, college_category: "College athletics", date: null },
      ],
      visits: [
        { college_name: "Tulane", college_logo: null, college_category: "College athletics", date: "2024-10-05" },
      ],
    });
    const reply = await fan.send("GET", `/api/v1/get-channel/${maya.channelId}`);
    for (const secret of ["Secret Street", "73301", "6789"]) expect(reply.text).not.toContain(secret);
  });

  test("hides a minor's GPA and location unless they chose to show them; the owner sees both", async () => {
    const maya = await earner();
    await addProfile(maya);
    await deps.pool.query("update accounts set date_of_birth = now() - interval '16 years' where id = $1", [
      maya.accountId,
    ]);
    const hidden = { gpa: null, city: null, state: null };
    expect((await open(fan, maya)).athlete).toMatchObject({ graduation_year: 2027, ...hidden });
    expect((await open(fan, maya)).can.see_followers).toBe(false);
    expect((await open(maya, maya)).athlete).toMatchObject({ gpa: "3.85", city: "Austin" });
    await deps.pool.query("insert into privacy_settings (account_id, shows_gpa) values ($1, true)", [maya.accountId]);
    expect((await open(fan, maya)).athlete).toMatchObject({ gpa: "3.85", city: null });
  });

  test("hides both for an adult who chose so", async () => {
    const maya = await earner();
    await addProfile(maya);
    await deps.pool.query(
      "insert into privacy_settings (account_id, shows_gpa, shows_location) values ($1, false, false)",
      [maya.accountId],
    );
    expect((await open(fan, maya)).athlete).toMatchObject({ gpa: null, city: null, state: null });
  });
});

test("a club's profile shows its name, coach and location, but no contact details", async () => {
  const club = await earner("Team");
  await deps.pool.query(
    `insert into earner_profiles (account_id, plan, group_name, street, city, state, zipcode)
     values ($1, 'Team', 'Northgate Hornets', '2 Yard', 'Dover', 'DE', '19901')`,
    [club.accountId],
  );
  await deps.pool.query(
    `insert into earner_contacts (account_id, role, first_name, last_name, email, street, city, state, zipcode)
     values ($1, 'coach', 'Ines', 'Coach', 'ines@private.test', '3 Lane', 'Dover', 'DE', '19901'),
       ($1, 'contact', 'Olaf', 'Contact', 'olaf@private.test', '3 Lane', 'Dover', 'DE', '19901')`,
    [club.accountId],
  );
  const seen = await open(fan, club);
  expect([seen.athlete, seen.club]).toEqual([
    null,
    { name: "Northgate Hornets", coach: "Ines Coach", city: "Dover", state: "DE", categories: [] },
  ]);
  const reply = await fan.send("GET", `/api/v1/get-channel/${club.channelId}`);
  for (const secret of ["private.test", "Olaf", "3 Lane", "19901"]) expect(reply.text).not.toContain(secret);
});
