import { COLLEGE_CATEGORY_ID, categoryRoutes } from "@app/contract/categories";
import { expect, test } from "vitest";
import { CATEGORIES } from "#src/seed/world/categories.ts";
import { openStage } from "#testing/stage.ts";
import { addCategory } from "./categories.service.ts";

const stage = await openStage();
const list = () => stage.visitor.call(categoryRoutes.list);

test("a product without a demo world begins with its sports, under the names and slugs for which the demo has pictures", async () => {
  const listed = await list();
  expect(listed.map((category) => category.name)).toEqual(CATEGORIES.map((category) => category.name));
  expect(listed.every((category) => category.image === null)).toBe(true);
  for (const { name, slug } of CATEGORIES) {
    const id = await addCategory(stage.deps.sql, { name, slug, pictureKey: null, position: 99 });
    expect(id).toBe(listed.find((category) => category.name === name)?.id);
  }
  expect(await list()).toEqual(listed);
});

test("categories are listed for everybody in the staff's order, without the one that is reserved", async () => {
  const added = { pictureKey: null, position: 1 };
  await addCategory(stage.deps.sql, { name: "Parkour", slug: "parkour", ...added });
  await addCategory(stage.deps.sql, { name: "Biathlon", slug: "biathlon", ...added });

  const listed = await list();

  const first = ["Basketball", "Football", "Parkour", "Biathlon", "Soccer"];
  expect(listed.slice(0, first.length).map((category) => category.name)).toEqual(first);
  expect(listed.map((category) => category.id)).not.toContain(COLLEGE_CATEGORY_ID);
  expect(await (await stage.person("fan")).call(categoryRoutes.list)).toEqual(listed);
});

test("a category that is added again keeps its id and gets its new picture", async () => {
  const rowing = { name: "Rowing", slug: "rowing", position: 1 };
  const id = await addCategory(stage.deps.sql, { ...rowing, pictureKey: "categories/rowing.webp" });
  expect(id).toBe(stage.categoryId);
  const listed = await list();
  expect(listed.find((category) => category.id === id)?.image).toBe("/media/o/categories/rowing.webp");
});
