import { PLANS, USER_TYPES } from "@app/contract/accounts";
import {
  CONTENT_STATES,
  CONTENT_TYPES,
  DESCRIPTION_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
  VISIBILITIES,
} from "@app/contract/contents";
import { afterAll, expect, test } from "vitest";
import { cloneDatabase } from "#testing/test-database.ts";
import { createDatabase } from "./database.ts";

const clone = await cloneDatabase();
const { pool, close } = createDatabase(clone.url, { connections: 1 });
afterAll(async () => {
  await close();
  await clone.drop();
});

/** A column's constraints, as PostgreSQL prints them. */
async function constraintsOf(table: string, column: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_constraintdef(c.oid) as text from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.conrelid = $1::regclass and a.attname = $2 and c.contype = 'c'`,
    [table, column],
  );
  return rows.map((row) => row.text).join("\n");
}

test.each([
  ["contents", "title", [`char_length(title) <= ${TITLE_MAX_CHARS}`, "char_length(title) >= 1"]],
  ["contents", "description", [`char_length(description) <= ${DESCRIPTION_MAX_CHARS}`]],
  ["contents", "tags", [`cardinality(tags) <= ${TAGS_MAX}`]],
  ["contents", "type", CONTENT_TYPES.map((one) => `'${one}'::text`)],
  ["contents", "visibility", VISIBILITIES.map((one) => `'${one}'::text`)],
  ["contents", "state", CONTENT_STATES.map((one) => `'${one}'::text`)],
  ["accounts", "user_type", USER_TYPES.map((one) => `'${one}'::text`)],
  ["accounts", "plan", PLANS.map((one) => `'${one}'::text`)],
])("%s.%s has the limits of the contract in the database too", async (table, column, parts) => {
  const constraints = await constraintsOf(table, column);
  for (const part of parts) expect(constraints).toContain(part);
});
