import { accountRoutes } from "@app/contract/accounts";
import { BLOCK_MESSAGES, blockRoutes } from "@app/contract/blocks";
import { categoryRoutes } from "@app/contract/categories";
import { CHANNEL_MESSAGES, channelRoutes } from "@app/contract/channels";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { followRoutes } from "@app/contract/follows";
import type { CommentId, ContentId } from "@app/contract/ids";
import { libraryRoutes } from "@app/contract/library";
import { notificationRoutes } from "@app/contract/notifications";
import { reactionRoutes } from "@app/contract/reactions";
import { searchRoutes } from "@app/contract/search";
import { TEAM_MESSAGES, teamRoutes } from "@app/contract/teams";
import { beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#modules/channels/members/members.service.ts";
import { refreshDiscovery } from "#modules/discovery/discovery/discovery.service.ts";
import { flushCommentCounts } from "#modules/engagement/comments/comment-counts.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { follow } from "#testing/follow.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps, categoryId } = testApp;
let people = 0;
let [maya, nia, leo] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  nia = await testApp.person(`nia${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`, { plan: "Individual" });
});

const nameOf = (person: TestPerson) => `${person.name}'s channel`;
const block = (person: TestPerson, of: TestPerson) => person.call(blockRoutes.block, { params: { id: of.channelId } });
const unblock = (person: TestPerson, of: TestPerson) =>
  person.call(blockRoutes.unblock, { params: { id: of.channelId } });
const channel = (person: TestPerson, of: TestPerson) =>
  person.call(channelRoutes.one, { params: { id: of.channelId } });

/** The channels of the items in each list; `id`: whose related items. */
async function listsOf(person: TestPerson, id: ContentId): Promise<string[][]> {
  await refreshDiscovery(deps);
  const lists = await Promise.all([
    person.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: { per_page: 3 } }),
    person.call(categoryRoutes.contents, { query: { id: categoryId, per_page: 3 } }),
    person.call(searchRoutes.result, { query: { search: "sculling", per_page: 3 } }),
  ]);
  const related = await person.call(contentRoutes.related, { params: { id } });
  const trending = await person.call(discoveryRoutes.trending);
  const banner = (await person.call(discoveryRoutes.topVideos)).content;
  return [...lists.map(({ contents }) => contents), related, trending, banner].map((items) =>
    items.map(({ channel: of }) => of.name),
  );
}

describe("two people of whom one blocked the other", () => {
  test("are in none of each other's lists, and the pages of the lists stay full", async () => {
    const { id } = await testApp.publishes(nia, "Sculling alone");
    await testApp.publishes(leo, "Sculling at dawn");
    for (let n = 0; n < 3; n++) {
      await testApp.publishes(nia, `Sculling ${n}`);
      await testApp.publishes(maya, `Sculling well ${n}`);
    }
    const show = async (person: TestPerson, of: TestPerson) =>
      (await listsOf(person, id)).map((list) => list.includes(nameOf(of)));
    expect(await show(leo, maya)).toEqual([true, true, true, true, true, true]);

    await block(maya, leo);
    expect(await show(leo, maya)).toEqual([false, false, false, false, false, false]);
    expect((await listsOf(leo, id)).slice(0, 3).map((list) => list.length)).toEqual([3, 3, 3]);
    // It works in both directions, and affects nobody else.
    expect(await show(maya, leo)).toEqual([false, false, false, false, false, false]);
    expect(await show(nia, maya)).toEqual([true, true, true, true, true, true]);

    await unblock(maya, leo);
    expect(await show(leo, maya)).toEqual([true, true, true, true, true, true]);
  });

  test("do not find each other's channel or titles", async () => {
    await testApp.publishes(maya, "Backsplash drills");
    const find = async (person: TestPerson) => {
      const channels = await person.call(searchRoutes.result, { query: { search: maya.name, type: "channel" } });
      const suggested = await person.call(searchRoutes.suggest, { query: { search: "backspl" } });
      return [channels.channels.some(({ id }) => id === maya.channelId), suggested.length];
    };
    expect(await find(leo)).toEqual([true, 1]);
    await block(leo, maya);
    expect(await find(leo)).toEqual([false, 0]);
    expect(await find(nia)).toEqual([true, 1]);
  });

  test("disappear from each other's rankings, which are unchanged for others", async () => {
    const { id } = await testApp.publishes(maya, "Regatta");
    await deps.pool.query(
      "insert into content_hourly_stats (content_id, hour, views) values ($1, date_trunc('hour', now()), 50)",
      [id],
    );
    await refreshDiscovery(deps);
    await block(maya, leo);
    for (const route of [discoveryRoutes.userAthletes, discoveryRoutes.userTopEarners] as const) {
      const names = async (person: TestPerson) => (await person.call(route)).map((card) => card.username);
      expect(await names(leo)).not.toContain(maya.name);
      expect(await names(nia)).toContain(maya.name);
    }
  });

  test("cannot open each other's items; only the blocker can open the other's channel, to unblock there", async () => {
    const { id } = await testApp.publishes(maya, "Regatta");
    await block(maya, leo);
    const refused = await leo.refused(channelRoutes.one, { params: { id: maya.channelId } });
    expect([refused.code, refused.message]).toEqual([404, CHANNEL_MESSAGES.missing]);
    for (const person of [leo, maya]) {
      const theirs = person === leo ? id : (await testApp.publishes(leo, "Sprint")).id;
      expect((await person.refused(contentRoutes.one, { params: { id: theirs } })).code).toBe(404);
    }
    expect(await channel(maya, leo)).toMatchObject({ is_blocked: true, can: { follow: false, block: true } });
    expect(await channel(leo, nia)).toMatchObject({ is_blocked: false, can: { follow: true, block: true } });
    expect(await channel(leo, leo)).toMatchObject({ is_blocked: false, can: { block: false } });
  });

  test("no longer follow, like or save, and cannot again", async () => {
    const { id } = await testApp.publishes(maya, "Regatta");
    await follow(leo, maya);
    await follow(maya, leo);
    await leo.call(reactionRoutes.save, { params: { id }, body: { saved: true } });
    await block(maya, leo);
    expect((await leo.call(followRoutes.following)).channels).toEqual([]);
    expect((await maya.call(followRoutes.following)).channels).toEqual([]);
    expect((await channel(nia, maya)).subscriber_count).toBe(0);
    expect((await leo.call(libraryRoutes.saved)).contents).toEqual([]);
    for (const person of [leo, maya]) {
      const other = person === leo ? maya : leo;
      expect((await person.refused(followRoutes.follow, { params: { id: other.channelId } })).code).toBe(404);
    }
    expect((await leo.refused(reactionRoutes.like, { params: { id }, body: { liked: true } })).code).toBe(404);
  });

  test("do not read, answer or mention each other below somebody else's video", async () => {
    const { id } = await testApp.publishes(nia, "Regatta");
    const add = (person: TestPerson, text: string, parent_id: CommentId | null = null) =>
      person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
    const texts = async (person: TestPerson) => {
      const { comments, pinned, total, pagination } = await person.call(commentRoutes.list, { params: { id } });
      const shown = pinned === null ? comments : [pinned, ...comments];
      const found = shown.flatMap((one) => [one.text, ...one.replies.map((reply) => reply.text)]);
      expect([total, pagination.total]).toEqual([found.length, comments.length]);
      return found;
    };
    const first = await add(maya, "By Maya");
    const second = await add(nia, "By Nia");
    await add(leo, "Leo to Nia", second.id);
    await add(maya, "Maya to Nia", second.id);
    await add(nia, "Nia to Maya", first.id);
    await flushCommentCounts(deps);
    await block(leo, maya);
    await block(maya, leo);
    expect(await texts(leo)).toEqual(["By Nia", "Leo to Nia"]);
    expect(await texts(maya)).toEqual(["By Nia", "Maya to Nia", "By Maya", "Nia to Maya"]);
    expect(await texts(nia)).toEqual(["By Nia", "Leo to Nia", "Maya to Nia", "By Maya", "Nia to Maya"]);
    await nia.call(commentRoutes.mark, { params: { id: first.id }, body: { pinned: true } });
    expect(await texts(leo)).toEqual(["By Nia", "Leo to Nia"]);
    expect(await texts(maya)).toEqual(["By Maya", "Nia to Maya", "By Nia", "Maya to Nia"]);
    const answer = { params: { id }, body: { text: "Answer", parent_id: first.id } };
    expect((await leo.refused(commentRoutes.add, answer)).code).toBe(410);
    expect((await leo.refused(commentRoutes.react, { params: { id: first.id }, body: { liked: true } })).code).toBe(
      404,
    );

    const mention = await add(leo, `@${maya.name} look, @${nia.name}`);
    expect(mention.mentions.map(({ username }) => username)).toEqual([nia.name]);
    const query = { search: "maya" };
    expect(await leo.call(commentRoutes.people, { params: { id }, query })).toEqual([]);
    expect(await nia.call(commentRoutes.people, { params: { id }, query })).toHaveLength(1);
  });

  test("are in none of each other's notifications, old or new", async () => {
    const { id } = await testApp.publishes(maya, "Regatta");
    const messages = async () =>
      (await maya.call(notificationRoutes.list)).notifications.map((one) => one.notification_message);
    await follow(leo, maya);
    for (const person of [leo, nia]) {
      await person.call(commentRoutes.add, { params: { id }, body: { text: `By ${person.name}` } });
    }
    await flushCommentCounts(deps);
    expect(await messages()).toEqual([
      expect.stringContaining("and 1 other commented"),
      `${nameOf(leo)} followed your channel`,
    ]);
    await block(leo, maya);
    expect(await messages()).toEqual([`${nameOf(nia)} commented on “Regatta”`]);
  });

  test("leave each other's lists of followers", async () => {
    for (const person of [leo, nia]) await follow(person, maya);
    await block(nia, leo);
    const followers = async (person: TestPerson) =>
      (await person.call(followRoutes.followers, { params: { id: maya.channelId } })).followers.map(
        (one) => one.username,
      );
    expect(await followers(leo)).toEqual([leo.name]);
    expect(await followers(maya)).toEqual([nia.name, leo.name]);
  });
});

describe("a block", () => {
  test("is listed newest first, page by page, and only for the person who made it", async () => {
    await block(leo, maya);
    await block(leo, nia);
    const first = await leo.call(blockRoutes.list, { query: { per_page: 1 } });
    const rest = await leo.call(blockRoutes.list, { query: { per_page: 1, cursor: first.pagination.next ?? "" } });
    expect([...first.people, ...rest.people]).toMatchObject([
      { id: nia.channelId, username: nia.name },
      { id: maya.channelId, username: maya.name },
    ]);
    expect(first.pagination.total).toBe(2);
    expect((await maya.call(blockRoutes.list)).people).toEqual([]);
  });

  test("can be made and undone repeatedly, even from two tabs at once", async () => {
    await Promise.all([block(leo, maya), block(leo, maya), block(maya, leo)]);
    expect((await leo.call(blockRoutes.list)).people).toHaveLength(1);
    await unblock(leo, maya);
    await unblock(leo, maya);
    // The other person's block remains.
    expect((await leo.refused(channelRoutes.one, { params: { id: maya.channelId } })).code).toBe(404);
  });

  test("is refused against oneself and against a missing account", async () => {
    const own = await leo.refused(blockRoutes.block, { params: { id: leo.channelId } });
    expect([own.code, own.errors]).toEqual([422, { id: [BLOCK_MESSAGES.own] }]);
    const nobody = "00000000-0000-4000-8000-000000000000" as typeof leo.channelId;
    expect((await leo.refused(blockRoutes.block, { params: { id: nobody } })).code).toBe(404);
    expect((await testApp.visitor.refused(blockRoutes.list)).code).toBe(401);
  });

  test("is refused between an owner and those who run the channel with them, until they are off the team", async () => {
    const mails = createMailReader(testApp);
    const club = await testApp.person(`club${people}`, { plan: "Team" });
    const invited = { params: { id: club.channelId }, body: { email: nia.email, role: "manager" } } as const;
    // Who blocked the owner gets no mail of theirs, and the owner is told nothing of it.
    await block(nia, club);
    await club.call(teamRoutes.invite, invited);
    expect(await mails.count(nia.email)).toBe(0);
    await unblock(nia, club);
    await club.call(teamRoutes.invite, invited);
    const token = mails.tokenOf(await mails.last(nia.email), "team-invitation");
    const accept = { body: { token } };
    // Neither may have blocked the other.
    await block(nia, club);
    const refused = await nia.refused(teamRoutes.accept, accept);
    expect([refused.code, refused.message]).toEqual([409, TEAM_MESSAGES.blockedOwner]);
    await unblock(nia, club);
    await block(club, nia);
    expect((await nia.refused(teamRoutes.accept, accept)).code).toBe(410);
    expect((await club.refused(teamRoutes.invite, invited)).errors).toEqual({ email: [TEAM_MESSAGES.blocked] });
    await unblock(club, nia);
    await nia.call(teamRoutes.accept, accept);

    const blocked = async (person: TestPerson, of: TestPerson) => {
      const { code, message } = await person.refused(blockRoutes.block, { params: { id: of.channelId } });
      return [code, message];
    };
    expect(await blocked(nia, club)).toEqual([409, BLOCK_MESSAGES.onTheirTeam]);
    expect(await blocked(club, nia)).toEqual([409, BLOCK_MESSAGES.onYourTeam]);
    const { id } = await testApp.publishes(club, "Season opener");
    expect((await nia.call(contentRoutes.one, { params: { id } })).can.edit).toBe(true);
    await nia.call(teamRoutes.remove, { params: { id: club.channelId, account: nia.accountId } });
    await block(nia, club);
  });

  test("of an owner whose plan is for one person by now ends the membership, which the person cannot see", async () => {
    const club = await testApp.person(`club${people}`, { plan: "Team" });
    await inTransaction(deps.sql, (tx) => addMember(tx, { id: club.channelId, account: nia.accountId }, "manager"));
    const choosePlan = (plan: string) =>
      deps.pool.query("update accounts set plan = $2 where id = $1", [club.accountId, plan]);
    await choosePlan("Individual");
    const team = { params: { id: club.channelId } };
    expect((await nia.refused(teamRoutes.remove, { params: { ...team.params, account: nia.accountId } })).code).toBe(
      404,
    );
    await block(nia, club);
    await choosePlan("Team");
    expect((await club.call(teamRoutes.show, team)).people.map(({ username }) => username)).toEqual([club.name]);
    const [last] = (await club.call(teamRoutes.log, team)).entries;
    expect([last?.actor, last?.action, last?.subject]).toEqual([nia.name, "left", nia.name]);
    await unblock(nia, club);
    expect((await nia.refused(teamRoutes.show, team)).code).toBe(404);
  });

  test("does not hide anything from staff", async () => {
    const staff = await testApp.person(`staff${people}`, { staffRole: "moderator" });
    const { id } = await testApp.publishes(maya, "Regatta");
    await block(maya, staff);
    expect((await staff.call(contentRoutes.one, { params: { id } })).title).toBe("Regatta");
    expect((await channel(staff, maya)).id).toBe(maya.channelId);
  });

  test("is part of the session's user card, so that the page refetches its lists", async () => {
    const hasBlocks = async (person: TestPerson) => {
      const { users } = await testApp.visitor.call(accountRoutes.login, { body: toLogin(person.name, PASSWORD) });
      return users.has_blocks;
    };
    expect(await hasBlocks(leo)).toBe(false);
    await block(maya, leo);
    expect([await hasBlocks(leo), await hasBlocks(maya), await hasBlocks(nia)]).toEqual([true, true, false]);
  });
});
