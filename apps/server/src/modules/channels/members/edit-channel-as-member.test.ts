import { channelRoutes } from "@app/contract/channels";
import { COVER_PART, profileRoutes } from "@app/contract/profile";
import { teamRoutes } from "@app/contract/teams";
import { expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { addMember } from "./members.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const club = await testApp.person("club", { plan: "Team" });
const mia = await testApp.person("mia");
const leo = await testApp.person("leo");

const params = () => ({ id: club.channelId });
const save = (by: TestPerson, body: { channel_name?: string; bio?: string }) =>
  by.call(profileRoutes.updateChannel, { params: params(), body });
const page = (by: TestPerson) => by.call(channelRoutes.one, { params: params() });
const sendCover = (by: TestPerson, bytes: Buffer) =>
  by.send("POST", `/api/v1/edit-channel/${club.channelId}/cover`, toForm({}, { field: COVER_PART.field, bytes }));
const join = (person: TestPerson, role: "manager" | "uploader") =>
  inTransaction(deps.sql, (tx) => addMember(tx, { id: club.channelId, account: person.accountId }, role));
const edits = async () =>
  (await club.call(teamRoutes.log, { params: params() })).entries
    .filter(({ action }) => action === "channel_edited")
    .map((entry) => [entry.actor, entry.action, entry.subject]);

test("a channel can be edited only by its owner and managers, and each change is logged with its person", async () => {
  await join(mia, "manager");
  await join(leo, "uploader");
  const [manager, uploader] = [await page(mia), await page(leo)];
  expect([manager.can.edit, uploader.can.edit, (await page(club)).can.edit]).toEqual([true, false, true]);
  expect(await save(mia, { channel_name: "Harbor Rowing", bio: "Est. 1901" })).toMatchObject({
    name: "Harbor Rowing",
    bio: "Est. 1901",
  });
  const cover = await sendCover(mia, await drawPicture(1_200, 400));
  expect(cover.status).toBe(200);
  await club.call(profileRoutes.update, { body: { channel_name: "Harbor RC" } });
  expect(await page(leo)).toMatchObject({ name: "Harbor RC", bio: "Est. 1901", channel_cover: expect.any(String) });
  expect(await edits()).toEqual([
    [club.name, "channel_edited", "the channel's name"],
    [mia.name, "channel_edited", "the channel's cover"],
    [mia.name, "channel_edited", "the channel's name and bio"],
  ]);

  const stranger = await testApp.person("stranger", { plan: "Team" });
  const mod = await testApp.person("mod", { staffRole: "moderator" });
  for (const person of [leo, stranger, mod]) {
    const refused = await person.refused(profileRoutes.updateChannel, { params: params(), body: { bio: "Hacked" } });
    expect([person.name, refused.code]).toEqual([person.name, 404]);
    expect((await sendCover(person, await drawPicture(1_200, 400))).status).toBe(404);
  }
  // A manager cannot change the owner's profile, money or plan.
  await mia.call(profileRoutes.update, { body: { bio: "Mine alone" } });
  expect((await page(club)).bio).toBe("Est. 1901");
  await club.call(teamRoutes.remove, { params: { ...params(), account: mia.accountId } });
  expect((await mia.refused(profileRoutes.updateChannel, { params: params(), body: { bio: "Late" } })).code).toBe(404);
  expect((await page(club)).bio).toBe("Est. 1901");
});

test("errors of an edited channel are reported on their fields", async () => {
  await join(mia, "manager");
  const refusal = async (texts: Record<string, string>) =>
    JSON.parse((await mia.send("POST", `/api/v1/edit-channel/${club.channelId}`, toForm(texts))).text).errors;
  expect(await refusal({ channel_name: " " })).toHaveProperty("channel_name");
  expect(await refusal({ bio: "x".repeat(5_000) })).toHaveProperty("bio");
  expect(await refusal({ ssn: "123456789" })).toHaveProperty("ssn");
  expect((await sendCover(mia, await drawPicture(300, 100))).status).toBe(422);
});
