import { COLLEGE_CATEGORY_ID, categoryRoutes } from "@app/contract/categories";
import { expect, test } from "vitest";
import { openStage } from "#testing/stage.ts";
import { addCategory } from "./categories.service.ts";

const stage = await openStage();

test("categories are listed for everybody in the staff's order, without the one that is reserved", async () => {
  const { sql } = stage.deps;
  await addCategory(sql, { name: "Swimming", slug: "swimming", pictureKey: "categories/swimming.webp", position: 3 });
  await addCategory(sql, { name: "Athletics", slug: "athletics", pictureKey: null, position: 0 });
  await addCategory(sql, { name: "Boxing", slug: "boxing", pictureKey: null, position: 3 });

  const listed = await stage.visitor.call(categoryRoutes.list);

  expect(listed.map((category) => category.name)).toEqual(["Athletics", "Rowing", "Swimming", "Boxing"]);
  expect(listed.map((category) => category.id)).not.toContain(COLLEGE_CATEGORY_ID);
  expect(listed.map((category) => category.image)).toEqual([null, null, "/media/o/categories/swimming.webp", null]);
  expect(await (await stage.person("fan")).call(categoryRoutes.list)).toEqual(listed);
});

test("a category that is added again keeps its id and gets its new picture", async () => {
  const rowing = { name: "Rowing", slug: "rowing", position: 1 };
  const id = await addCategory(stage.deps.sql, { ...rowing, pictureKey: "categories/rowing.webp" });
  expect(id).toBe(stage.categoryId);
  const listed = await stage.visitor.call(categoryRoutes.list);
  expect(listed.find((category) => category.id === id)?.image).toBe("/media/o/categories/rowing.webp");
});
