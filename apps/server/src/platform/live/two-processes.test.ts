import { afterAll, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { createApp } from "#src/app.ts";
import { joinLive } from "#testing/live-client.ts";
import { createTestApp } from "#testing/test-app.ts";
import { publishLive } from "./publish-live.ts";

const testApp = await createTestApp();
const other = await createApp(testApp.deps);
const otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => other.close());

const PUBLISHERS = 4;
const EVENTS_EACH = 50;

test("pages at two web processes get each event once and in order, even from concurrent publishers", async () => {
  const origin = { origin: testApp.deps.config.publicUrl };
  const [ana, ben] = [await testApp.person("ana"), await testApp.person("ben")];
  const pages = await Promise.all([testApp.origin, otherOrigin].map((at) => joinLive(at, ana, ana.accountId, origin)));
  const [first] = await Promise.all(pages.map((page) => page.next("pusher_internal:subscription_succeeded")));
  const before = Number(first?.data["seq"]);

  // Some are for one person and some for two, in both orders; every fifth one is rolled back.
  async function publish(publisher: number): Promise<void> {
    for (let at = 0; at < EVENTS_EACH; at++) {
      const people = at % 2 ? [ana.accountId] : [ben.accountId, ana.accountId];
      await inTransaction(testApp.deps.sql, async (tx) => {
        await publishLive(tx, publisher % 2 ? people : people.toReversed(), { name: "devices.changed", data: {} });
        if (at % 5 === 0) throw new Error("taken back");
      }).catch(() => undefined);
    }
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, (_, publisher) => publish(publisher)));

  const committed = PUBLISHERS * EVENTS_EACH * (4 / 5);
  const expected = Array.from({ length: committed }, (_, at) => before + 1 + at);
  for (const page of pages) {
    const seqs = () => page.frames.filter(({ event }) => event === "devices.changed").map(({ data }) => data["seq"]);
    await expect.poll(() => seqs().length).toBe(committed);
    expect(seqs()).toEqual(expected);
  }
});
