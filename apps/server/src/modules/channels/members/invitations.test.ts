import { shortenEmail } from "@app/contract/formats";
import { TEAM_MESSAGES, teamRoutes } from "@app/contract/teams";
import { beforeEach, describe, expect, test } from "vitest";
import { countWaiting } from "#testing/count-waiting.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeInvitations } from "./members.sql.ts";
import { createClubs } from "./testing/clubs.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const addClub = createClubs(testApp);
let world = {} as Awaited<ReturnType<typeof addClub>>;
let [club, mia, leo] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];

beforeEach(async () => {
  world = await addClub();
  ({ club, mia, leo } = world);
});

const params = () => ({ id: club.channelId });

describe("an owner invites somebody by email", () => {
  test("who joins once, with the account of that address", async () => {
    await world.invite(mia.email, "manager");
    const token = await world.tokenTo(mia.email);
    const invitation = {
      channel: `${club.name}'s channel`,
      invited_by: club.name,
      role: "manager",
      // Whoever has the link does not read the address.
      email: shortenEmail(mia.email),
      is_yours: false,
      joined_id: null,
    };
    const show = (person: Pick<TestPerson, "call">) => person.call(teamRoutes.invitation, { body: { token } });
    expect(await show(testApp.visitor)).toEqual(invitation);
    expect(await show(leo)).toEqual(invitation);
    expect(await show(mia)).toEqual({ ...invitation, is_yours: true });
    const other = await leo.refused(teamRoutes.accept, { body: { token } });
    expect([other.code, other.message]).toEqual([403, TEAM_MESSAGES.otherAddress]);
    expect((await testApp.visitor.refused(teamRoutes.accept, { body: { token } })).code).toBe(401);

    const both = await Promise.all([
      mia.send("POST", "/api/v1/team-invitation/accept", { body: { token } }),
      mia.send("POST", "/api/v1/team-invitation/accept", { body: { token } }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    const again = await mia.refused(teamRoutes.accept, { body: { token } });
    expect([again.code, again.message]).toEqual([410, TEAM_MESSAGES.gone]);
    // Their link goes on to the channel, and is of no use to others.
    expect(await show(mia)).toMatchObject({ joined_id: club.channelId });
    expect((await leo.refused(teamRoutes.invitation, { body: { token } })).code).toBe(410);
    const { people: team, invitations, can } = await club.call(teamRoutes.show, { params: params() });
    expect(team.map(({ username, role }) => [username, role])).toEqual([
      [club.name, "owner"],
      [mia.name, "manager"],
    ]);
    expect([invitations, can]).toEqual([[], { manage_members: true, remove_members: true, leave: false }]);
    expect(await world.log()).toEqual([
      [mia.name, "joined", mia.name],
      [club.name, "invited", mia.email],
    ]);
  });

  test("again: only the newest link works, and it can be revoked and expires", async () => {
    await world.invite(mia.email, "uploader");
    const first = await world.tokenTo(mia.email);
    await world.invite(mia.email, "manager");
    const second = await world.tokenTo(mia.email);
    expect((await mia.refused(teamRoutes.accept, { body: { token: first } })).code).toBe(410);
    const [open, ...rest] = (await club.call(teamRoutes.show, { params: params() })).invitations;
    expect(rest).toEqual([]);
    await club.call(teamRoutes.revoke, { params: { id: open?.id ?? "" } });
    expect((await mia.refused(teamRoutes.accept, { body: { token: second } })).code).toBe(410);
    await world.invite(mia.email, "manager");
    await deps.pool.query("update channel_invitations set expires_at = now() where revoked_at is null");
    expect((await mia.refused(teamRoutes.accept, { body: { token: await world.tokenTo(mia.email) } })).code).toBe(410);
  });

  test("whose address is in the channel's log until 30 days after the last invitation to it ended", async () => {
    const outside = "Outside@club.test";
    for (const email of [outside, outside, mia.email]) await world.invite(email, "uploader");
    const invited = async () => {
      await purgeInvitations(deps.sql);
      return (await world.log()).map(([, , subject]) => subject);
    };
    const isOver = "revoked_at = now() - interval '31 days'";
    await deps.pool.query(`update channel_invitations set ${isOver} where revoked_at is not null`);
    expect(await invited()).toEqual([mia.email, outside, outside]);
    await deps.pool.query(`update channel_invitations set ${isOver} where email = $1`, [outside]);
    expect(await invited()).toEqual([mia.email, "", ""]);
  });

  test("is refused to somebody who accepts it while it is being revoked", async () => {
    await world.invite(mia.email, "uploader");
    const token = await world.tokenTo(mia.email);
    const owner = await deps.pool.connect();
    await owner.query("begin");
    await owner.query("update channel_invitations set revoked_at = now() where email_key = $1", [mia.email]);
    const accepted = mia.refused(teamRoutes.accept, { body: { token } });
    await expect.poll(() => countWaiting(deps.pool)).toBe(1);
    await owner.query("commit");
    owner.release();
    expect(await accepted).toMatchObject({ code: 410, message: TEAM_MESSAGES.gone });
  });

  test("but not themselves or an existing member, and not to an athlete's channel", async () => {
    await world.join(mia, "uploader");
    const refusal = async (email: string) =>
      (await club.refused(teamRoutes.invite, { params: params(), body: { email, role: "manager" } })).errors;
    expect(await refusal(club.email)).toEqual({ email: [TEAM_MESSAGES.own] });
    expect(await refusal(mia.email.toUpperCase())).toEqual({ email: [TEAM_MESSAGES.already] });
    expect(await refusal("nobody")).toHaveProperty("email");
    const athlete = await testApp.person(`athlete${club.name}`, { plan: "Individual" });
    const body = { email: leo.email, role: "manager" as const };
    const refused = await athlete.refused(teamRoutes.invite, { params: { id: athlete.channelId }, body });
    expect([refused.code, refused.message]).toEqual([409, TEAM_MESSAGES.notATeam]);
    // Managers cannot manage members, and nobody else can see the team.
    await world.join(leo, "manager");
    expect((await leo.refused(teamRoutes.invite, { params: params(), body })).code).toBe(404);
    expect((await athlete.refused(teamRoutes.show, { params: params() })).code).toBe(404);
  });
});
