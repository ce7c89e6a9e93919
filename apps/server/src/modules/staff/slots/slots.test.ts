import { auditRoutes } from "@app/contract/audit";
import type { SlotId } from "@app/contract/ids";
import { slotRoutes } from "@app/contract/slots";
import { expect, test } from "vitest";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool, storage } = testApp.deps;
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });
const maya = await testApp.person("maya", { plan: "Individual" });
const leo = await testApp.person("leo");

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const fields = {
  place: "explore" as "explore" | "watch",
  sponsor: "Shoe shop" as string | null,
  alt: "Running shoes",
  link: "https://shoes.example/sale",
  starts_at: at(-1),
  ends_at: null as string | null,
};

const shown = (caller = testApp.visitor, place: "explore" | "watch" = "explore") =>
  caller.call(slotRoutes.shown, { query: { place } });
const list = () => mod.call(slotRoutes.list);
const change = (id: string, more: Partial<typeof fields>) =>
  mod.call(slotRoutes.change, { params: { id }, body: { ...fields, ...more } });
const turn = (id: string, is_active: boolean) => mod.call(slotRoutes.turn, { params: { id }, body: { is_active } });
const sendPicture = (id: string, bytes: Buffer) =>
  mod.send("POST", `/api/v1/admin/slots/${id}/picture`, toForm({}, { field: "picture", bytes }));

async function addShown(more: Partial<typeof fields> = {}): Promise<SlotId> {
  const { id } = await mod.call(slotRoutes.add, { body: { ...fields, ...more } });
  expect((await sendPicture(id, await drawPicture(1600, 400))).status).toBe(200);
  await turn(id, true);
  return id;
}

test("there are no slots by default, and one without a picture cannot be switched on", async () => {
  expect([await shown(), await list()]).toEqual([[], []]);
  const { id } = await mod.call(slotRoutes.add, { body: fields });
  expect((await list())[0]).toMatchObject({ state: "waiting", is_active: false, picture: null });
  const early = await mod.refused(slotRoutes.turn, { params: { id }, body: { is_active: true } });
  expect([early.code, early.message]).toEqual([409, "Upload its picture first."]);
  expect((await sendPicture(id, Buffer.from("no picture"))).status).toBe(422);
  await mod.call(slotRoutes.remove, { params: { id } });
});

test("a slot is shown to visitors and General Users, at its place and within its dates, and never to an earner", async () => {
  const id = await addShown();
  const [one] = await shown();
  expect(one).toMatchObject({ id, sponsor: "Shoe shop", alt: "Running shoes", link: "https://shoes.example/sale" });
  expect(await shown(leo)).toEqual([one]);
  expect(await shown(testApp.visitor, "watch")).toEqual([]);
  expect(await shown(maya)).toEqual([]);
  const picture = await testApp.visitor.send("GET", one?.picture ?? "");
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);

  await change(id, { starts_at: at(1) });
  expect([await shown(), (await list())[0]?.state]).toEqual([[], "scheduled"]);
  await pool.query("update slots set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'");
  expect([await shown(), (await list())[0]?.state]).toEqual([[], "ended"]);
  await turn(id, false);
  expect([await shown(), (await list())[0]?.state]).toEqual([[], "off"]);
  await mod.call(slotRoutes.remove, { params: { id } });
  expect(await storage.list(`slots/${id}/`)).toEqual([]);
});

test("two slots per place are shown, in the order set by staff, and the others wait", async () => {
  const ids = [await addShown({ alt: "One" }), await addShown({ alt: "Two" }), await addShown({ alt: "Three" })];
  const alts = async () => (await shown()).map(({ alt }) => alt);
  expect(await alts()).toEqual(["One", "Two"]);
  await mod.call(slotRoutes.order, { body: { place: "explore", ids: ids.toReversed() } });
  expect(await alts()).toEqual(["Three", "Two"]);
  expect((await list()).map(({ state }) => state)).toEqual(["shown", "shown", "queued"]);
  for (const some of [ids.slice(1), ids.flatMap(() => ids.slice(0, 1))])
    expect((await mod.refused(slotRoutes.order, { body: { place: "explore", ids: some } })).code).toBe(409);
  for (const id of ids) await mod.call(slotRoutes.remove, { params: { id } });
});

test("a slot that moves to another place comes last there", async () => {
  const moved = await addShown({ alt: "Moved" });
  const [two, one] = [await addShown({ place: "watch", alt: "Two" }), await addShown({ place: "watch", alt: "One" })];
  await mod.call(slotRoutes.order, { body: { place: "watch", ids: [one, two] } });
  await change(moved, { place: "watch", alt: "Moved" });
  expect((await shown(testApp.visitor, "watch")).map(({ alt }) => alt)).toEqual(["One", "Two"]);
  expect((await list()).map(({ alt, state }) => [alt, state])).toEqual([
    ["One", "shown"],
    ["Two", "shown"],
    ["Moved", "queued"],
  ]);
  for (const id of [moved, one, two]) await mod.call(slotRoutes.remove, { params: { id } });
});

test("turning a slot off keeps its text, and an edit keeps it off", async () => {
  const id = await addShown();
  await change(id, { link: "https://shoes.example/corrected" });
  await turn(id, false);
  expect((await list())[0]).toMatchObject({ link: "https://shoes.example/corrected", is_active: false });
  await change(id, { alt: "Running shoes, half price" });
  expect((await list())[0]).toMatchObject({ alt: "Running shoes, half price", is_active: false });
  expect(await shown()).toEqual([]);
  // As a page of an older release sends it.
  await mod.call(slotRoutes.change, { params: { id }, body: { ...fields, is_active: true } });
  expect(await shown()).toMatchObject([{ id }]);
  await mod.call(slotRoutes.remove, { params: { id } });
});

test("two staff members who change different fields of a slot keep each other's change", async () => {
  const id = await addShown();
  await mod.call(slotRoutes.change, { params: { id }, body: { alt: "Running shoes, half price" } });
  await ada.call(slotRoutes.change, { params: { id }, body: { place: "watch", ends_at: at(1) } });
  expect((await list())[0]).toMatchObject({ alt: "Running shoes, half price", link: fields.link, place: "watch" });
  const early = await ada.refused(slotRoutes.change, { params: { id }, body: { starts_at: at(2) } });
  expect(early.errors).toEqual({ ends_at: ["The end must be after the start."] });
  await mod.call(slotRoutes.remove, { params: { id } });
});

test("a slot links only to https or to a page of ours", async () => {
  for (const link of [
    "http://shoes.example",
    "javascript:alert(1)",
    "//evil.example",
    "/\\evil.example",
    "data:text/html,x",
    "shoes",
  ]) {
    const refused = await mod.refused(slotRoutes.add, { body: { ...fields, link } });
    expect([link, Object.keys(refused.errors)]).toEqual([link, ["link"]]);
  }
  const { id } = await mod.call(slotRoutes.add, { body: { ...fields, link: "/normal-user", sponsor: null } });
  const early = await mod.refused(slotRoutes.add, { body: { ...fields, ends_at: at(-2) } });
  expect(early.errors).toEqual({ ends_at: ["The end must be after the start."] });
  await mod.call(slotRoutes.remove, { params: { id } });
});

test("opening a slot is counted, even by many at once, and nothing about the people is stored", async () => {
  const id = await addShown();
  await Promise.all(
    [leo, testApp.visitor, testApp.visitor, leo].map((caller) => caller.call(slotRoutes.open, { params: { id } })),
  );
  expect((await list())[0]).toMatchObject({ opens: 4, opens_30_days: 4 });
  const { rows } = await pool.query("select * from slot_daily_opens");
  expect(rows.map((row) => Object.keys(row).toSorted())).toEqual([["day", "opens", "slot_id"]]);
  await turn(id, false);
  expect((await leo.refused(slotRoutes.open, { params: { id } })).code).toBe(404);
  await mod.call(slotRoutes.remove, { params: { id } });
});

test("the log has what changed in a slot", async () => {
  const id = await addShown();
  await change(id, { link: "https://shoes.example/new" });
  await change(id, { link: "https://shoes.example/new" });
  const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
  expect(entries.map(({ action }) => action)).toEqual(["slot.changed", "slot.changed", "slot.changed", "slot.added"]);
  expect(entries[0]).toMatchObject({ staff: { username: "mod" }, subject: { name: "Shoe shop: Running shoes" } });
  expect(entries[0]?.changes).toEqual([
    { field: "link", before: "https://shoes.example/sale", after: "https://shoes.example/new" },
  ]);
  expect(entries[1]?.changes).toEqual([{ field: "is_active", before: "no", after: "yes" }]);
});
