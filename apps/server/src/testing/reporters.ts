import type { TestPerson } from "./people.ts";
import type { TestApp } from "./test-app.ts";

let reporters = 0;

/** Somebody whose report counts: their account is older than a day, on a network of their own unless one is given. */
export async function addReporter(testApp: TestApp, network?: string): Promise<TestPerson> {
  const at = ++reporters;
  const person = await testApp.person(`reporter${at}`);
  const { pool } = testApp.deps;
  await pool.query("update accounts set created_at = now() - interval '25 hours' where id = $1", [person.accountId]);
  await pool.query("update devices set address_prefix = $2 where account_id = $1", [
    person.accountId,
    network ?? `10.${Math.floor(at / 200)}.${at % 200}.0/24`,
  ]);
  return person;
}
