import { auditRoutes } from "@app/contract/audit";
import { contentRoutes } from "@app/contract/contents";
import { BANNER_MAX, discoveryRoutes } from "@app/contract/discovery";
import { pickRoutes } from "@app/contract/picks";
import { describe, expect, test } from "vitest";
import { refreshDiscovery } from "#modules/discovery/discovery/discovery.service.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const mod = await testApp.person("mod", { staffRole: "moderator" });
const ada = await testApp.person("ada", { staffRole: "admin" });
const maya = await testApp.person("maya", { plan: "Team" });

async function wideVideo(title: string, views: number) {
  const { id } = await testApp.publishes(maya, title);
  await pool.query("update contents set width_px = 1920, height_px = 1080, total_views = $2 where id = $1", [
    id,
    views,
  ]);
  return id;
}

const banner = async () => (await testApp.visitor.call(discoveryRoutes.topVideos)).content.map(({ title }) => title);
const athletes = async () => (await testApp.visitor.call(discoveryRoutes.athletes)).map(({ username }) => username);

describe("the home banner", () => {
  test("shows what staff pinned, in their order, then what is trending", async () => {
    const quiet = await wideVideo("Quiet", 1);
    const calm = await wideVideo("Calm", 2);
    await wideVideo("Loud", 900);
    await refreshDiscovery(testApp.deps);
    expect(await banner()).toEqual(["Loud", "Calm", "Quiet"]);
    for (const id of [quiet, calm, calm]) await mod.call(pickRoutes.pin, { params: { id }, body: { pinned: true } });
    expect(await banner()).toEqual(["Quiet", "Calm", "Loud"]);
    await mod.call(pickRoutes.order, { body: { ids: [calm, quiet] } });
    expect(await banner()).toEqual(["Calm", "Quiet", "Loud"]);
    for (const ids of [[calm], [calm, calm], [calm, quiet, quiet]])
      expect((await mod.refused(pickRoutes.order, { body: { ids } })).code).toBe(409);
    const listed = await mod.call(pickRoutes.banner);
    expect(listed.map(({ title, is_pinned }) => [title, is_pinned])).toEqual([
      ["Calm", true],
      ["Quiet", true],
      ["Loud", false],
    ]);
    await mod.call(pickRoutes.pin, { params: { id: calm }, body: { pinned: false } });
    await refreshDiscovery(testApp.deps);
    expect(await banner()).toEqual(["Quiet", "Loud", "Calm"]);
    const log = await ada.call(auditRoutes.list);
    expect(log.entries.map(({ action }) => action)).toEqual([
      ...["banner.pinned", "banner.ordered", "banner.pinned", "banner.pinned"],
    ]);
  });

  test("keeps more videos than it shows, also after a pin, and staff see which are shown", async () => {
    const id = await wideVideo("Heat 1", 1_000);
    for (let heat = 2; heat <= 10; heat++) await wideVideo(`Heat ${heat}`, 1_000 + heat);
    await refreshDiscovery(testApp.deps);
    const kept = async () => (await pool.query("select from banner_videos")).rowCount;
    expect(await kept()).toBe(13);
    for (const pinned of [true, false]) {
      await mod.call(pickRoutes.pin, { params: { id }, body: { pinned } });
      expect(await kept()).toBe(13);
    }
    expect((await mod.call(pickRoutes.banner)).filter((one) => one.is_shown)).toHaveLength(BANNER_MAX);
    expect((await mod.call(pickRoutes.banner)).filter((one) => !one.is_shown && !one.is_pinned)).toEqual([]);
  });

  test("refuses to pin a video that is not public, and hides a pinned one that becomes private", async () => {
    const { id } = await testApp.publishes(maya, "Secret", { visibility: "private" });
    const params = { id };
    expect((await mod.refused(pickRoutes.pin, { params, body: { pinned: true } })).code).toBe(409);
    await pool.query("update contents set visibility = 'private' where title = 'Quiet'");
    await refreshDiscovery(testApp.deps);
    expect(await banner()).not.toContain("Quiet");
    expect(await mod.call(pickRoutes.banner)).toContainEqual(
      expect.objectContaining({ title: "Quiet", is_pinned: true, is_shown: false }),
    );
  });

  test("leaves the place of a deleted video to others", async () => {
    await pool.query("delete from banner_pins");
    const [first, second] = [await wideVideo("First", 1), await wideVideo("Second", 2)];
    const third = await wideVideo("Third", 3);
    const pin = (id: typeof first, pinned = true) => mod.call(pickRoutes.pin, { params: { id }, body: { pinned } });
    const pins = async () =>
      (await mod.call(pickRoutes.banner)).filter((one) => one.is_pinned).map(({ title }) => title);
    for (const id of [first, second, third]) await pin(id);
    await maya.call(contentRoutes.remove, { params: { id: first }, body: {} });
    await mod.call(pickRoutes.order, { body: { ids: [third, second] } });
    expect(await pins()).toEqual(["Third", "Second"]);
    await maya.call(contentRoutes.remove, { params: { id: second }, body: {} });
    await pin(second, false);
    expect((await pool.query("select from banner_pins")).rowCount).toBe(1);
    for (let n = 1; n < BANNER_MAX; n++) await pin(await wideVideo(`Final ${n}`, n));
    await maya.call(contentRoutes.remove, { params: { id: third }, body: {} });
    await pin(await wideVideo("One more", 1));
    expect(await pins()).toHaveLength(BANNER_MAX);
  });
});

describe("athletes of the week", () => {
  test("start with those whom staff pinned and leave out those whom they removed, until the picks are undone", async () => {
    for (const name of ["ann", "ben", "cat"])
      await testApp.publishes(await testApp.person(name, { plan: "Individual" }), `${name} runs`);
    await refreshDiscovery(testApp.deps);
    expect(await athletes()).toEqual(["cat", "ben", "ann"]);
    const pick = (username: string, chosen: "pinned" | "removed" | "none") =>
      mod.call(pickRoutes.pickAthlete, { body: { username, pick: chosen, reason: "Camp week" } });
    await pick("@ANN", "pinned");
    await pick("cat", "removed");
    expect(await athletes()).toEqual(["ann", "ben"]);
    const { shown, removed } = await mod.call(pickRoutes.athletes);
    expect(shown.map(({ username, pick: chosen }) => [username, chosen])).toEqual([
      ["ann", "pinned"],
      ["ben", "none"],
    ]);
    expect(removed).toMatchObject([{ username: "cat", reason: "Camp week" }]);
    await pick("cat", "none");
    await refreshDiscovery(testApp.deps);
    expect(await athletes()).toEqual(["ann", "cat", "ben"]);
    const unknown = await mod.refused(pickRoutes.pickAthlete, {
      body: { username: "maya", pick: "pinned", reason: "A team" },
    });
    expect(Object.keys(unknown.errors)).toEqual(["username"]);
  });

  test("a second pick with another reason changes the reason that staff see, and the log has it", async () => {
    await testApp.person("eli", { plan: "Individual" });
    const pick = (chosen: "pinned" | "none", reason: string) =>
      mod.call(pickRoutes.pickAthlete, { body: { username: "eli", pick: chosen, reason } });
    for (const reason of ["Camp week", "Player of the year", "Player of the year"]) await pick("pinned", reason);
    const { shown, waiting } = await mod.call(pickRoutes.athletes);
    expect([...shown, ...waiting].find(({ username }) => username === "eli")?.reason).toBe("Player of the year");
    const { rows } = await pool.query(
      `select e.reason from audit_log e join accounts a on a.id::text = e.subject_id
       where e.action = 'athlete.picked' and a.username = 'eli' order by e.id`,
    );
    expect(rows.map((row) => row.reason)).toEqual(["Camp week", "Player of the year"]);
    await pick("none", "The week is over");
  });

  test("are unpinned also while they are not shown, whatever their plan is by then", async () => {
    const dee = await testApp.person("dee", { plan: "Individual" });
    const { id } = await testApp.publishes(dee, "dee runs");
    const pick = (chosen: "pinned" | "none") =>
      mod.call(pickRoutes.pickAthlete, { body: { username: "dee", pick: chosen, reason: "Camp week" } });
    await pick("pinned");
    await dee.call(contentRoutes.remove, { params: { id }, body: {} });
    await pool.query("update accounts set plan = 'Team' where username = 'dee'");
    await refreshDiscovery(testApp.deps);
    expect((await mod.call(pickRoutes.athletes)).waiting).toMatchObject([{ username: "dee", pick: "pinned" }]);
    await pick("none");
    expect((await mod.call(pickRoutes.athletes)).waiting).toEqual([]);
  });
});
