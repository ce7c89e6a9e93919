import { COLLEGE_CATEGORY_ID, categoryRoutes } from "@app/contract/categories";
import { expect, test } from "vitest";
import { CATEGORIES } from "#src/seed/world.ts";
import { createTestApp } from "#testing/test-app.ts";
import { addCategory } from "./categories.service.ts";

const testApp = await createTestApp();
const list = () => testApp.visitor.call(categoryRoutes.list);

test("a new product without demo data starts with the sports that have demo pictures", async () => {
  const listed = await list();
  expect(listed.map((category) => category.name)).toEqual(CATEGORIES.map((category) => category.name));
  expect(listed.every((category) => category.image === null)).toBe(true);
  for (const { name, slug } of CATEGORIES) {
    const id = await addCategory(testApp.deps.sql, { name, slug, pictureKey: null, position: 99 });
    expect(id).toBe(listed.find((category) => category.name === name)?.id);
  }
  expect(await list()).toEqual(listed);
});

test("everybody sees the categories in the order set by staff, without the reserved one", async () => {
  const added = { pictureKey: null, position: 1 };
  await addCategory(testApp.deps.sql, { name: "Parkour", slug: "parkour", ...added });
  await addCategory(testApp.deps.sql, { name: "Biathlon", slug: "biathlon", ...added });

  const listed = await list();

  const first = ["Basketball", "Football", "Parkour", "Biathlon", "Soccer"];
  expect(listed.slice(0, first.length).map((category) => category.name)).toEqual(first);
  expect(listed.map((category) => category.id)).not.toContain(COLLEGE_CATEGORY_ID);
  expect(await (await testApp.person("fan")).call(categoryRoutes.list)).toEqual(listed);
});

test("adding a category again keeps its id and replaces its picture", async () => {
  const rowing = { name: "Rowing", slug: "rowing", position: 1 };
  const id = await addCategory(testApp.deps.sql, { ...rowing, pictureKey: "categories/rowing.webp" });
  expect(id).toBe(testApp.categoryId);
  const listed = await list();
  expect(listed.find((category) => category.id === id)?.image).toBe("/media/o/categories/rowing.webp");
});
