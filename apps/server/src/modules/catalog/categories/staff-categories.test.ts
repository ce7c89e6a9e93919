import { auditRoutes } from "@app/contract/audit";
import { COLLEGE_CATEGORY_ID, categoryRoutes } from "@app/contract/categories";
import { staffCategoryRoutes } from "@app/contract/staff-categories";
import { expect, test } from "vitest";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mod = await testApp.person("mod", { staffRole: "moderator" });
const ada = await testApp.person("ada", { staffRole: "admin" });
const maya = await testApp.person("maya", { plan: "Team" });

/** The categories of this file and the one of every test app; migrations add others. */
const OURS = ["Rowing", "Kabaddi", "Pesapallo"];
const listed = async () =>
  (await testApp.visitor.call(categoryRoutes.list)).map(({ name }) => name).filter((name) => OURS.includes(name));
const all = () => mod.call(staffCategoryRoutes.list);
const idOf = async (name: string) => (await all()).find((one) => one.name === name)?.id ?? 0;
const titlesIn = async (id: number) =>
  (await testApp.visitor.call(categoryRoutes.contents, { query: { id } })).contents.map(({ title }) => title);

test("staff add, rename, order and stop offering categories", async () => {
  for (const name of ["Kabaddi", "Pesapallo"]) await mod.call(staffCategoryRoutes.add, { body: { name } });
  expect(await listed()).toEqual(["Rowing", "Kabaddi", "Pesapallo"]);
  const taken = await mod.refused(staffCategoryRoutes.add, { body: { name: "KABADDI" } });
  expect(taken.errors.name).toEqual(["There is a category with this name already."]);
  const ids = (await all()).map(({ id }) => id);
  await mod.call(staffCategoryRoutes.order, { body: { ids: ids.toReversed() } });
  expect(await listed()).toEqual(["Pesapallo", "Kabaddi", "Rowing"]);
  for (const some of [ids.slice(1), ids.flatMap(() => ids.slice(0, 1))])
    expect((await mod.refused(staffCategoryRoutes.order, { body: { ids: some } })).code).toBe(409);
  await mod.call(staffCategoryRoutes.change, {
    params: { id: await idOf("Kabaddi") },
    body: { name: "Kabaddi & Kho", is_listed: false },
  });
  expect(await listed()).toEqual(["Pesapallo", "Rowing"]);
  expect(
    (await mod.refused(staffCategoryRoutes.change, { params: { id: 88 }, body: { name: "X", is_listed: true } })).code,
  ).toBe(409);
});

test("two staff members who change different fields of a category keep each other's change", async () => {
  await mod.call(staffCategoryRoutes.add, { body: { name: "Bandy" } });
  const params = { id: await idOf("Bandy") };
  await mod.call(staffCategoryRoutes.change, { params, body: { is_listed: false } });
  await ada.call(staffCategoryRoutes.change, { params, body: { name: "Rink bandy" } });
  expect((await all()).find(({ id }) => id === params.id)).toMatchObject({ name: "Rink bandy", is_listed: false });
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries[0]?.changes).toEqual([{ field: "name", before: "Bandy", after: "Rink bandy" }]);
});

test("merging moves items and profiles, keeps the old address, and says what it did", async () => {
  await testApp.publishes(maya, "Eights");
  const [from, into] = [testApp.categoryId, await idOf("Pesapallo")];
  expect(await titlesIn(from)).toEqual(["Eights"]);
  const act = { params: { id: from }, body: { into, reason: "Water sports" } };
  const hidden = await mod.refused(staffCategoryRoutes.merge, {
    ...act,
    body: { ...act.body, into: await idOf("Kabaddi & Kho") },
  });
  expect(hidden.errors).toEqual({
    into: ["This category is not offered. Offer it first, or choose another one."],
  });
  await mod.call(staffCategoryRoutes.merge, act);
  expect(await titlesIn(into)).toEqual(["Eights"]);
  // The old address leads there, also after the next merge, until staff offer the category again.
  const opened = async () =>
    (await testApp.visitor.call(categoryRoutes.contents, { query: { id: from } })).category?.name;
  expect([await opened(), await titlesIn(from)]).toEqual(["Pesapallo", ["Eights"]]);
  expect(await listed()).toEqual(["Pesapallo"]);
  for (const wrong of [from, 88, 999_999])
    expect(
      Object.keys(
        (await mod.refused(staffCategoryRoutes.merge, { ...act, body: { ...act.body, into: wrong } })).errors,
      ),
    ).toEqual(["into"]);
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries[0]).toMatchObject({
    action: "category.merged",
    reason: "Water sports",
    subject: { name: "Rowing" },
    changes: expect.arrayContaining([{ field: "items_moved", before: null, after: "1" }]),
  });
  const golf = await idOf("Golf");
  await mod.call(staffCategoryRoutes.merge, { params: { id: into }, body: { into: golf, reason: "Ball sports" } });
  expect([await opened(), await titlesIn(from)]).toEqual(["Golf", ["Eights"]]);
  await mod.call(staffCategoryRoutes.change, { params: { id: from }, body: { name: "Rowing", is_listed: true } });
  expect([await opened(), await titlesIn(from)]).toEqual(["Rowing", []]);
});

test("a new picture replaces the file of the one before, and none is stored for a category that cannot have one", async () => {
  const id = await idOf("Pesapallo");
  const bytes = await drawPicture(512, 512);
  const send = async (of: number) =>
    (await mod.send("POST", `/api/v1/admin/categories/${of}/picture`, toForm({}, { field: "picture", bytes }))).status;
  const files = (of: number) => testApp.deps.storage.list(`categories/${of}/`);
  expect(await send(id)).toBe(200);
  const [first] = await files(id);
  expect(await send(id)).toBe(200);
  const left = await files(id);
  expect(left).toEqual([expect.not.stringMatching(first ?? "")]);
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries[0]?.changes).toEqual([{ field: "picture", before: first, after: left[0] }]);
  expect([await send(999_999), await send(COLLEGE_CATEGORY_ID)]).toEqual([404, 409]);
  expect([await files(999_999), await files(COLLEGE_CATEGORY_ID)]).toEqual([[], []]);
});
