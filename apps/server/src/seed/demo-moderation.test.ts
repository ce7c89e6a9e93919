import { accountRoutes } from "@app/contract/accounts";
import { auditRoutes } from "@app/contract/audit";
import { blockRoutes } from "@app/contract/blocks";
import { channelId } from "@app/contract/ids";
import { peopleRoutes } from "@app/contract/people";
import { reportQueueRoutes } from "@app/contract/report-queue";
import { slotRoutes } from "@app/contract/slots";
import { staffCommentRoutes } from "@app/contract/staff-comments";
import { teamRoutes } from "@app/contract/teams";
import { expect, test } from "vitest";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import { findAccountByUsername } from "#modules/identity/accounts/accounts.service.ts";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { makeDemoModeration } from "./demo-moderation.service.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { uploadIdOf } from "./demo-videos.service.ts";
import { BLOCKER, FORMER_STAFF, REPORTS, SLOTS, SPAM, SPAMMER, SUSPENSION, TEAM } from "./world/moderation.ts";
import { VIDEOS } from "./world.ts";

const testApp = await createTestApp();
const { deps } = testApp;

/** The first videos, as if they were rendered and processed. */
async function addVideos(): Promise<void> {
  for (const [index, { title, channel }] of VIDEOS.slice(0, SPAM.length).entries()) {
    const owner = await findAccountByUsername(deps.sql, channel);
    const fields = {
      type: "video" as const,
      title,
      description: "",
      category_id: testApp.categoryId,
      tags: [],
      visibility: "public" as const,
      comments_open: true,
    };
    const origin = { uploadId: uploadIdOf(index), publishedAt: new Date() };
    await createContent(deps.sql, owner?.channel_id ?? "", fields, origin);
  }
}

async function signIn(username: string) {
  const session = await testApp.visitor.call(accountRoutes.login, { body: toLogin(username, DEMO_PASSWORD) });
  return createCaller(testApp.origin, session.access_token);
}

test("gives every page of the console something to show, however often it is created", async () => {
  await createDemoWorld(deps);
  expect(await makeDemoModeration(deps)).toBe(false);
  await addVideos();
  expect(await makeDemoModeration(deps)).toBe(false);
  await deps.pool.query("update contents set state = 'ready', is_playable = true, run = 'a'");
  expect(await makeDemoModeration(deps)).toBe(true);
  expect(await makeDemoModeration(deps)).toBe(true);

  const ada = await testApp.person("ada", { staffRole: "admin" });
  const lane = async (of: "open" | "appeals" | "decided") =>
    (await ada.call(reportQueueRoutes.list, { query: { lane: of } })).cases;
  const open = await lane("open");
  expect(open.map(({ subject }) => subject).toSorted()).toEqual(["channel", "comment", "comment", "content"]);
  expect(open[0]).toMatchObject({ is_about_minor: true, excerpt: SPAM[1]?.text });
  expect((await lane("appeals")).map(({ can }) => can.decide_appeal)).toEqual([true]);
  expect((await lane("decided")).map(({ decision }) => decision?.outcome).toSorted()).toEqual(["suspend", "warn"]);
  const { rows: reports } = await deps.pool.query("select from reports");
  expect(reports).toHaveLength(REPORTS.length);

  const { people } = await ada.call(peopleRoutes.list, { query: { filter: "suspended" } });
  expect(people).toMatchObject([{ username: SPAMMER.username, suspension: { reason: SUSPENSION.reason } }]);
  const { comments } = await ada.call(staffCommentRoutes.list, { query: {} });
  expect(comments).toMatchObject([{ author: { username: SPAMMER.username }, held_for: "link" }]);
  const { entries } = await ada.call(auditRoutes.list, { query: {} });
  expect(new Set(entries.map(({ action }) => action)).size).toBeGreaterThan(5);
  // No demo account is staff.
  expect(entries.every(({ staff }) => staff?.username === FORMER_STAFF.username)).toBe(true);
  expect((await ada.call(peopleRoutes.list, { query: { filter: "staff" } })).people).toHaveLength(1);

  const shown = await testApp.visitor.call(slotRoutes.shown, { query: { place: "explore" } });
  expect(shown.map(({ alt }) => alt)).toEqual(SLOTS.filter(({ place }) => place === "explore").map(({ alt }) => alt));
  expect((await fetch(testApp.origin + shown[0]?.picture)).status).toBe(200);
  expect((await (await signIn(BLOCKER)).call(blockRoutes.list, { query: {} })).people).toHaveLength(1);

  const owner = await findAccountByUsername(deps.sql, TEAM.owner);
  const params = { id: channelId.parse(owner?.channel_id) };
  const team = await (await signIn(TEAM.owner)).call(teamRoutes.show, { params });
  expect(team.people.map(({ username, role }) => [username, role])).toEqual([
    [TEAM.owner, "owner"],
    ...TEAM.members.map(({ username, role }) => [username, role]),
  ]);
  expect(team.invitations).toMatchObject([TEAM.invited]);
});
