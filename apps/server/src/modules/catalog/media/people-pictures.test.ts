import { channelRoutes } from "@app/contract/channels";
import { beforeAll, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { setChannelPictures } from "#modules/channels/channels/channels.service.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let staff: TestPerson;

beforeAll(async () => {
  staff = await testApp.person("staff", { staffRole: "moderator" });
});

const WEBP = { contentType: "image/webp" };

async function withPictures(name: string) {
  const person = await testApp.person(name, { plan: "Individual" });
  const keys = ["profile", "cover", "logo"].map((kind) => `accounts/${person.accountId}/${kind}-0123456789abcdef.webp`);
  const [profileKey = "", coverKey = ""] = keys;
  for (const key of keys) await deps.storage.put(key, "a picture", WEBP);
  await setChannelPictures(deps.sql, person.channelId, { profileKey, coverKey });
  /** The status of the avatar, the cover and a logo for a visitor. */
  const statuses = () =>
    Promise.all(keys.map(async (key) => (await testApp.visitor.send("GET", publicMediaUrl(deps.config, key))).status));
  return { person, statuses };
}

test("the pictures of a channel taken down by staff disappear at once, and come back with it", async () => {
  const { person, statuses } = await withPictures("maya");
  expect(await statuses()).toEqual([200, 200, 200]);
  await hideChannelOf(deps.sql, person.accountId, "deactivation");
  await hideChannelOf(deps.sql, person.accountId, "staff");
  expect(await statuses()).toEqual([404, 404, 404]);
  // Those who may still see the channel see its pictures too.
  const shown = await staff.call(channelRoutes.one, { params: { id: person.channelId } });
  expect(shown.visibility).toBe("blocked");
  for (const url of [shown.channel_profile, shown.channel_cover])
    expect((await testApp.visitor.send("GET", url ?? "")).status).toBe(200);
  for (const reason of ["staff", "deactivation"] as const) await showChannelOf(deps.sql, person.accountId, reason);
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a member who deactivated their channel keeps their avatar, but not the rest", async () => {
  const { person, statuses } = await withPictures("leo");
  await hideChannelOf(deps.sql, person.accountId, "deactivation");
  expect(await statuses()).toEqual([200, 404, 404]);
  await hideChannelOf(deps.sql, person.accountId, "deletion");
  expect(await statuses()).toEqual([404, 404, 404]);
});
