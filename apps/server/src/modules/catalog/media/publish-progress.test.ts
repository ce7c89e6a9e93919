import { toItemRoom } from "@app/contract/live";
import { uploadRoutes } from "@app/contract/uploads";
import { expect, test } from "vitest";
import { joinLive } from "#testing/live-client.ts";
import { createTestApp } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { failMedia } from "./fail-media.service.ts";

const testApp = await createTestApp();
const origin = { origin: testApp.deps.config.publicUrl };

test("only the owner's pages receive events about an upload's check and progress", async () => {
  const [maya, leo] = [await testApp.person("maya", { plan: "Individual" }), await testApp.person("leo")];
  const [own, other] = [
    await joinLive(testApp.origin, maya, maya.accountId, origin),
    await joinLive(testApp.origin, leo, leo.accountId, origin),
  ];
  const upload = await uploadBytes(maya, await testApp.clip());
  await testApp.settle();
  await own.next("processing.changed");
  const checked = await maya.call(uploadRoutes.one, { params: { id: upload } });
  expect(checked).toMatchObject({ check: { ok: true }, processing: { state: "ready" }, awaits_frames: false });
  // Checked, started, playable, ready, and with its frames: each is an event.
  const heard = own.frames.filter(({ event }) => event === "processing.changed").length;
  expect(heard).toBeGreaterThanOrEqual(5);
  other.say("pusher:ping", {});
  await other.next("pusher:pong");
  expect(other.frames.map(({ event }) => event)).not.toContain("processing.changed");
});

test("other people's pages that show an item receive an event when it is ready or has failed", async () => {
  const [ana, ben] = [await testApp.person("ana", { plan: "Individual" }), await testApp.person("ben")];
  const { id } = await testApp.publishes(ana, "Playable", { state: "processing" });
  await testApp.deps.pool.query("update contents set is_playable = true where id = $1", [id]);
  const page = await joinLive(testApp.origin, ben, ben.accountId, { ...origin, room: toItemRoom(id) });
  await page.next("pusher_internal:subscription_succeeded");
  await failMedia(testApp.deps, id);
  expect(await page.next("processing.changed")).toMatchObject({ channel: toItemRoom(id), data: {} });
});

test("an unusable file sends an event too", async () => {
  const ida = await testApp.person("ida", { plan: "Individual" });
  const own = await joinLive(testApp.origin, ida, ida.accountId, origin);
  const upload = await uploadBytes(ida, (await testApp.clip()).subarray(0, 3_000));
  await testApp.settle();
  await own.next("processing.changed");
  expect(await ida.call(uploadRoutes.one, { params: { id: upload } })).toMatchObject({ check: { ok: false } });
});
