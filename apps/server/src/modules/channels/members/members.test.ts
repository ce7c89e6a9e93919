import { accountRoutes } from "@app/contract/accounts";
import { analyticsRoutes } from "@app/contract/analytics";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { BLOCK_MESSAGES, blockRoutes } from "@app/contract/blocks";
import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { FILE_MESSAGES, fileRoutes } from "@app/contract/files";
import { hubRoutes } from "@app/contract/hub";
import { type ContentId, uploadId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { referralRoutes } from "@app/contract/referrals";
import { TEAM_MESSAGES, teamRoutes } from "@app/contract/teams";
import { uploadRoutes } from "@app/contract/uploads";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAccount } from "#modules/identity/deletion/deletion.service.ts";
import { createCaller } from "#testing/caller.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { beginUpload, uploadBytes } from "#testing/tus.ts";
import { createClubs } from "./testing/clubs.ts";

const testApp = await createTestApp();
const { deps, categoryId } = testApp;
const addClub = createClubs(testApp);
let world = {} as Awaited<ReturnType<typeof addClub>>;
let [club, mia, leo] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];

beforeEach(async () => {
  world = await addClub();
  ({ club, mia, leo } = world);
});

const params = () => ({ id: club.channelId });

/** The person, acting for the club. */
const forClub = (person: TestPerson) =>
  createCaller(testApp.origin, person.token, { [CHANNEL_HEADER]: club.channelId });

async function publishesForClub(person: TestPerson, title: string): Promise<ContentId> {
  const acting = forClub(person);
  const body = { ...toUploadForm(categoryId, await uploadBytes(acting, await testApp.clip())), title };
  return (await acting.call(contentRoutes.upload, { body })).id;
}

describe("an uploader", () => {
  test("publishes in the club's name and storage, and can change only what they published", async () => {
    await world.join(leo, "uploader");
    const own = await publishesForClub(leo, "By Leo");
    const others = await testApp.publishes(club, "By the club", { visibility: "private" });
    const item = await leo.call(contentRoutes.one, { params: { id: own } });
    expect(item).toMatchObject({ channel: { id: club.channelId }, can: { edit: true, remove: true } });
    expect((await leo.call(contentRoutes.one, { params: { id: others.id } })).can).toMatchObject({ edit: false });
    expect(item.can).toMatchObject({ replace: true, clip: true });
    await leo.call(contentRoutes.update, { params: { id: own }, body: { title: "Leo's cut" } });
    const change = { params: { id: others.id }, body: { title: "Mine" } };
    expect((await leo.refused(contentRoutes.update, change)).code).toBe(404);

    const listed = (await forClub(leo).call(hubRoutes.list)).contents.map(({ title, can }) => [
      title,
      ...[can.edit, can.replace, can.clip],
    ]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ["Leo's cut", true, true, true],
        ["By the club", false, false, false],
      ]),
    );
    const space = await forClub(leo).call(uploadRoutes.storage);
    expect(space.kept_bytes).toBe((await club.call(uploadRoutes.storage)).kept_bytes);
    expect(space.kept_bytes).toBeGreaterThan(0);
    expect(await world.log()).toEqual(
      expect.arrayContaining([
        [leo.name, "edited", "By Leo"],
        [leo.name, "published", "By Leo"],
      ]),
    );
  });

  test("sees no analytics, no comments to moderate and no money", async () => {
    await world.join(leo, "uploader");
    const acting = forClub(leo);
    expect((await acting.refused(analyticsRoutes.channel)).code).toBe(404);
    expect((await acting.refused(commentRuleRoutes.held)).code).toBe(404);
    expect((await acting.refused(commentRuleRoutes.settings)).code).toBe(404);
    // Not even those of their own uploads.
    const params = { id: await publishesForClub(leo, "By Leo") };
    const body = {
      holds_links: true,
      holds_first: false,
      holds_everything: false,
      slow_mode_s: 60 as const,
      words: [],
    };
    const chosen = { params, body };
    for (const person of [leo, acting]) {
      expect((await person.refused(analyticsRoutes.content, { params })).code).toBe(404);
      expect((await person.refused(commentRuleRoutes.itemSettings, { params })).code).toBe(404);
      expect((await person.refused(commentRuleRoutes.chooseForItem, chosen)).code).toBe(404);
    }
    await world.join(mia, "manager");
    for (const person of [mia, club]) {
      expect((await person.call(analyticsRoutes.content, { params })).title).toBe("By Leo");
      await person.call(commentRuleRoutes.chooseForItem, chosen);
      expect(await person.call(commentRuleRoutes.itemSettings, { params })).toMatchObject({ slow_mode_s: 60 });
    }
    // Money routes ignore the header: money is the caller's own, and a General User has no plan.
    expect((await acting.refused(referralRoutes.details)).code).toBe(403);
    expect((await leo.refused(hubRoutes.list)).code).toBe(403);
  });
});

describe("a manager", () => {
  test("changes all content, moderates comments, and sees the analytics", async () => {
    await world.join(mia, "manager");
    const { id } = await testApp.publishes(club, "Season opener");
    await mia.call(contentRoutes.update, { params: { id }, body: { title: "Season opener, full" } });
    const acting = forClub(mia);
    expect((await acting.call(analyticsRoutes.channel)).items).toBeDefined();
    const settings = await acting.call(commentRuleRoutes.settings);
    const { is_forced: _, slow_mode_s: __, ...chosen } = settings;
    await acting.call(commentRuleRoutes.choose, { body: { ...chosen, slow_mode_s: 0, holds_everything: true } });
    await leo.call(commentRoutes.add, { params: { id }, body: { text: "May I?" } });
    const [held] = (await acting.call(commentRuleRoutes.held)).comments;
    await mia.call(commentRuleRoutes.decide, {
      params: { id: held?.comment.id as never },
      body: { decision: "approve" },
    });
    const [shown] = (await mia.call(commentRoutes.list, { params: { id } })).comments;
    expect(shown).toMatchObject({ text: "May I?", can: { heart: true, pin: true, hide_author: true, remove: true } });
    await mia.call(contentRoutes.remove, { params: { id }, body: { id } });
    expect((await world.log()).map(([actor, action]) => [actor, action])).toEqual([
      [mia.name, "deleted"],
      [mia.name, "comment_approved"],
      [mia.name, "comment_rules_changed"],
      [mia.name, "edited"],
      [mia.name, "joined"],
      [club.name, "invited"],
    ]);
  });
});

test("only the owner can see in the log which addresses were invited", async () => {
  await world.join(mia, "manager");
  await world.invite("outside@club.test", "uploader");
  const [open] = (await club.call(teamRoutes.show, { params: params() })).invitations;
  await club.call(teamRoutes.revoke, { params: { id: open?.id ?? "" } });
  const subjects = async (by: TestPerson) =>
    (await world.log(by)).filter(([, action]) => action?.startsWith("invit")).map(([, , subject]) => subject);
  expect(await subjects(club)).toEqual(["outside@club.test", "outside@club.test", mia.email]);
  expect(await subjects(mia)).toEqual(["", "", ""]);
});

test("a manager may replace and clip a team's videos, and staff may replace them", async () => {
  await world.join(mia, "manager");
  const sam = await testApp.person(`sam${club.name}`, { staffRole: "moderator" });
  const { id } = await testApp.publishes(club, "Season opener");
  const rights = async (person: TestPerson) => (await person.call(contentRoutes.one, { params: { id } })).can;
  const editable = { edit: true, remove: true, retry: false, replace: true, add_images: false };
  expect(await rights(mia)).toEqual({ ...editable, clip: true });
  expect(await rights(club)).toEqual({ ...editable, clip: true });
  expect(await rights(sam)).toEqual({ ...editable, clip: false });
});

describe("the file of a team's video", () => {
  const replace = (id: ContentId, upload: string) => ({ params: { id }, body: { upload_id: uploadId.parse(upload) } });

  test("can be replaced only by an upload made for the team, whatever the manager's own plan", async () => {
    const coach = await testApp.person(`coach${club.name}`, { plan: "Individual" });
    await world.join(coach, "manager");
    const { id } = await testApp.video(club, "Season opener");
    const own = await uploadBytes(coach, await testApp.clip());
    expect((await coach.refused(fileRoutes.replace, replace(id, own))).errors).toEqual({
      upload_id: [FILE_MESSAGES.otherChannel],
    });
    await deps.pool.query("update accounts set plan_lapsed_at = now() where id = $1", [coach.accountId]);
    await coach.call(fileRoutes.replace, replace(id, await uploadBytes(forClub(coach), await testApp.clip())));
    await testApp.settle();
    expect((await coach.call(fileRoutes.one, { params: { id } })).replacement).toBeNull();
    expect((await world.log())[0]).toEqual([coach.name, "file_replaced", "Season opener"]);
  });

  test("is kept if the person who sent a replacement is removed meanwhile", async () => {
    await world.join(mia, "manager");
    const { id } = await testApp.video(club, "Season opener");
    const run = async () => (await deps.pool.query("select run from contents where id = $1", [id])).rows[0];
    const before = await run();
    await mia.call(fileRoutes.replace, replace(id, await uploadBytes(forClub(mia), await testApp.clip())));
    await club.call(teamRoutes.remove, { params: { id: club.channelId, account: mia.accountId } });
    await testApp.settle();
    expect(await run()).toEqual(before);
    expect((await club.call(fileRoutes.one, { params: { id } })).replacement).toBeNull();
    await club.call(fileRoutes.replace, replace(id, await uploadBytes(club, await testApp.clip())));
    await testApp.settle();
    expect(await run()).not.toEqual(before);
  });

  test("loses the new file that somebody who is removed had not sent completely", async () => {
    await world.join(mia, "manager");
    const { id } = await testApp.video(club, "Season opener");
    await mia.call(fileRoutes.replace, replace(id, await beginUpload(forClub(mia), 9)));
    const replacement = async () => (await club.call(fileRoutes.one, { params: { id } })).replacement;
    expect(await replacement()).toMatchObject({ state: "uploading" });
    await club.call(teamRoutes.remove, { params: { id: club.channelId, account: mia.accountId } });
    expect(await replacement()).toBeNull();
  });
});

describe("a team", () => {
  test("loses a member who leaves or is removed: their next request is already refused, and who did not leave is told", async () => {
    await world.join(mia, "manager");
    await world.join(leo, "uploader");
    const { id } = await testApp.publishes(club, "Season opener");
    const person = (of: TestPerson) => ({ params: { id: club.channelId, account: of.accountId } });
    // Only the owner can remove others.
    expect((await mia.refused(teamRoutes.remove, person(leo))).code).toBe(404);
    await club.call(teamRoutes.changeRole, { ...person(leo), body: { role: "manager" } });
    await leo.call(contentRoutes.update, { params: { id }, body: { title: "By Leo" } });
    await club.call(teamRoutes.remove, person(leo));
    const change = { params: { id }, body: { title: "Again" } };
    expect((await leo.refused(contentRoutes.update, change)).code).toBe(404);
    expect((await forClub(leo).refused(hubRoutes.list)).code).toBe(404);
    await mia.call(teamRoutes.remove, person(mia));
    expect((await mia.refused(teamRoutes.show, { params: params() })).code).toBe(404);
    expect((await club.call(teamRoutes.show, { params: params() })).people).toHaveLength(1);
    expect((await world.log()).slice(0, 2)).toEqual([
      [mia.name, "left", mia.name],
      [club.name, "removed", leo.name],
    ]);
    const bellOf = async (of: TestPerson) =>
      (await of.call(notificationRoutes.list)).notifications.map((one) => [one.notification_message, one.href]);
    const [removed, changed] = [
      `You are no longer on the team of ${club.name}'s channel`,
      `Your role on the team of ${club.name}'s channel was changed`,
    ];
    expect(await bellOf(leo)).toEqual([removed, changed].map((sentence) => [sentence, "/setting?tab=team"]));
    expect(await bellOf(mia)).toEqual([]);
    expect((await world.mails.last(leo.email)).subject).toBe(removed);
  });

  test("whose channel staff have hidden can still be found and left", async () => {
    await world.join(leo, "uploader");
    const cardOf = async () =>
      (await testApp.visitor.call(accountRoutes.login, { body: toLogin(leo.name, PASSWORD) })).users;
    const name = `${club.name}'s channel`;
    expect(await cardOf()).toMatchObject({ teams: [{ id: club.channelId, role: "uploader" }], hidden_teams: [] });
    const hide = "update channels set hidden_at = now(), hidden_for = array['staff'] where id = $1";
    await deps.pool.query(hide, [club.channelId]);
    expect(await cardOf()).toMatchObject({ teams: [], hidden_teams: [{ id: club.channelId, name }] });
    const { people, can } = await leo.call(teamRoutes.show, { params: params() });
    expect([people.find((one) => one.is_you)?.id, can.leave]).toEqual([leo.accountId, true]);
    await leo.call(teamRoutes.remove, { params: { ...params(), account: leo.accountId } });
    expect(await cardOf()).toMatchObject({ teams: [], hidden_teams: [] });
  });

  test("is not named to a former member any more when its owner's account is deleted", async () => {
    await world.join(leo, "uploader");
    const person = { params: { id: club.channelId, account: leo.accountId } };
    await club.call(teamRoutes.remove, person);
    const bellOf = async () =>
      (await leo.call(notificationRoutes.list)).notifications.map((one) => one.notification_message);
    expect(await bellOf()).toEqual([`You are no longer on the team of ${club.name}'s channel`]);
    await deps.pool.query("update accounts set deletion_due_at = now() where id = $1", [club.accountId]);
    expect(await bellOf()).toEqual(["You are no longer on the team of a channel"]);
    await eraseAccount(deps, club.accountId, new AbortController().signal);
    expect(await bellOf()).toEqual(["You are no longer on the team of a channel"]);
    const { rows } = await deps.pool.query("select detail from notifications where account_id = $1", [leo.accountId]);
    expect(rows).toEqual([{ detail: null }]);
  });

  test("is still notified that it was removed if its owner blocks the former member", async () => {
    await world.join(leo, "manager");
    await club.call(teamRoutes.remove, { params: { id: club.channelId, account: leo.accountId } });
    await club.call(blockRoutes.block, { params: { id: leo.channelId } });
    const { notifications } = await leo.call(notificationRoutes.list);
    expect(notifications.map((one) => one.notification_message)).toEqual([
      `You are no longer on the team of ${club.name}'s channel`,
    ]);
  });

  test("has no say while its owner's plan is for one person, who can still remove it", async () => {
    await world.join(mia, "manager");
    const { id } = await testApp.publishes(club, "Season opener", { visibility: "private" });
    await world.invite(leo.email, "manager");
    const link = { body: { token: await world.tokenTo(leo.email) } };
    const change = { params: { id }, body: { title: "By Mia" } };
    const choosePlan = (plan: string) =>
      deps.pool.query("update accounts set plan = $2 where id = $1", [club.accountId, plan]);

    await choosePlan("Individual");
    expect((await mia.refused(contentRoutes.update, change)).code).toBe(404);
    expect((await mia.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
    expect((await forClub(mia).refused(analyticsRoutes.channel)).code).toBe(404);
    expect((await leo.refused(teamRoutes.accept, link)).message).toBe(TEAM_MESSAGES.gone);
    expect((await leo.refused(teamRoutes.invitation, link)).message).toBe(TEAM_MESSAGES.gone);
    const own = await club.call(teamRoutes.show, { params: params() });
    expect(own.people.map(({ username }) => username)).toEqual([club.name, mia.name]);
    expect(own.can).toEqual({ manage_members: false, remove_members: true, leave: false });
    const asManager = { params: { ...params(), account: mia.accountId }, body: { role: "manager" as const } };
    expect((await club.refused(teamRoutes.changeRole, asManager)).message).toBe(TEAM_MESSAGES.notATeam);

    await choosePlan("Organization");
    await mia.call(contentRoutes.update, change);
    expect((await mia.refused(blockRoutes.block, { params: params() })).message).toBe(BLOCK_MESSAGES.onTheirTeam);
    await choosePlan("Individual");
    await club.call(teamRoutes.revoke, { params: { id: own.invitations[0]?.id ?? "" } });
    await club.call(teamRoutes.remove, { params: { ...params(), account: mia.accountId } });
    await choosePlan("Team");
    expect((await mia.refused(contentRoutes.update, change)).code).toBe(404);
  });

  test("has the space of a former member's unfinished uploads at once, and keeps what they published", async () => {
    await world.join(leo, "uploader");
    const published = await publishesForClub(leo, "By Leo");
    const before = await club.call(uploadRoutes.storage);
    const unfinished = uploadId.parse(await uploadBytes(forClub(leo), await testApp.clip()));
    expect((await club.call(uploadRoutes.storage)).open_bytes).toBeGreaterThan(before.open_bytes);
    await club.call(teamRoutes.remove, { params: { id: club.channelId, account: leo.accountId } });
    expect(await club.call(uploadRoutes.storage)).toEqual(before);
    expect((await leo.refused(uploadRoutes.one, { params: { id: unfinished } })).code).toBe(404);
    // Nor can it be published once they are back.
    await world.join(leo, "uploader");
    const body = { ...toUploadForm(categoryId, unfinished), title: "Late" };
    expect((await forClub(leo).refused(contentRoutes.upload, { body })).code).toBe(404);
    await testApp.settle();
    expect((await club.call(contentRoutes.one, { params: { id: published } })).state).toBe("ready");
  });

  test("sees whose account is being deleted", async () => {
    await world.join(mia, "manager");
    await world.join(leo, "uploader");
    await deps.pool.query("update accounts set deletion_due_at = now() + interval '30 days' where id = $1", [
      mia.accountId,
    ]);
    const { people: team } = await club.call(teamRoutes.show, { params: params() });
    expect(team.map(({ username, is_leaving }) => [username, is_leaving])).toEqual([
      [club.name, false],
      [mia.name, true],
      [leo.name, false],
    ]);
  });

  test("cannot upload once its owner's plan has lapsed, which only the owner can renew", async () => {
    await world.join(leo, "uploader");
    const upload = uploadId.parse(await uploadBytes(forClub(leo), await testApp.clip()));
    await deps.pool.query("update accounts set plan_lapsed_at = now() where id = $1", [club.accountId]);
    const body = toUploadForm(categoryId, upload);
    const refused = async (person: Pick<TestPerson, "refused">) => {
      const { code, message } = await person.refused(contentRoutes.upload, { body });
      return [code, message];
    };
    expect(await refused(forClub(leo))).toEqual([402, TEAM_MESSAGES.lapsed]);
    expect(await refused(club)).toEqual([402, BILLING_MESSAGES.lapsed]);
  });

  test("keeps its owner, who cannot leave", async () => {
    await world.join(mia, "manager");
    const own = { params: { id: club.channelId, account: club.accountId } };
    const refused = await club.refused(teamRoutes.remove, own);
    expect([refused.code, refused.message]).toEqual([409, TEAM_MESSAGES.ownerStays]);
    expect((await mia.refused(teamRoutes.remove, own)).code).toBe(404);
  });
});
