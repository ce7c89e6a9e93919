import { PLANS, USER_TYPES } from "@app/contract/accounts";
import {
  CONTENT_TYPES,
  contentFields,
  DESCRIPTION_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
  VISIBILITIES,
} from "@app/contract/contents";
import { GENDERS, newUsername, USERNAME_MAX_CHARS, USERNAME_MIN_CHARS } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const item = await testApp.publishes(maya, "Regatta");

/** Whether the database itself accepts a value. */
async function takes(table: "contents" | "accounts", column: string, value: unknown): Promise<boolean> {
  const id = table === "contents" ? item.id : maya.accountId;
  const client = await testApp.deps.pool.connect();
  try {
    await client.query("begin");
    return await client.query(`update ${table} set ${column} = $1 where id = $2`, [value, id]).then(
      () => true,
      () => false,
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("the contract and the database have the same limits", () => {
  test("for titles", async () => {
    for (const length of [0, 1, TITLE_MAX_CHARS, TITLE_MAX_CHARS + 1]) {
      const title = "ä".repeat(length);
      expect(await takes("contents", "title", title)).toBe(contentFields.title.safeParse(title).success);
    }
  });

  test("for descriptions", async () => {
    for (const length of [0, DESCRIPTION_MAX_CHARS, DESCRIPTION_MAX_CHARS + 1]) {
      const text = "ä".repeat(length);
      expect(await takes("contents", "description", text)).toBe(contentFields.description.safeParse(text).success);
    }
  });

  test("for tags", async () => {
    for (const count of [0, TAGS_MAX, TAGS_MAX + 1]) {
      const tags = Array.from({ length: count }, (_, at) => `t${at}`);
      expect(await takes("contents", "tags", tags)).toBe(contentFields.tags.safeParse(tags).success);
    }
  });

  test("for usernames", async () => {
    for (const length of [USERNAME_MIN_CHARS - 1, USERNAME_MIN_CHARS, USERNAME_MAX_CHARS, USERNAME_MAX_CHARS + 1]) {
      const name = "u".repeat(length);
      expect(await takes("accounts", "username", name)).toBe(newUsername.safeParse(name).success);
    }
  });

  test.each([
    ["contents", "visibility", VISIBILITIES],
    ["contents", "type", CONTENT_TYPES],
    ["accounts", "gender", GENDERS],
  ] as const)("for %s.%s", async (table, column, values) => {
    for (const value of values) expect(await takes(table, column, value)).toBe(true);
    expect(await takes(table, column, "something else")).toBe(false);
  });

  test("for user types and plans, which belong together", async () => {
    const [earner, general] = USER_TYPES;
    for (const plan of PLANS) expect(await takes("accounts", "plan", plan)).toBe(true);
    expect(await takes("accounts", "plan", "Free")).toBe(false);
    // An earner without a plan and a General User with one are impossible.
    expect(await takes("accounts", "plan", null)).toBe(false);
    expect(await takes("accounts", "user_type", general)).toBe(false);
    expect(await takes("accounts", "user_type", earner)).toBe(true);
  });
});
