import type { Plan } from "@app/contract/accounts";
import type { ChannelId } from "@app/contract/ids";
import { hashPassword } from "../../apps/server/src/platform/crypto/passwords.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { withOutsideDeps } from "../../apps/server/src/testing/outside-deps.ts";
import { addAccountAndChannel } from "../../apps/server/src/testing/people.ts";

export const PASSWORD = "Correct-Horse-1";

/** Inserts people into a running product's database; signing up has its own journeys. */
export async function addPeople(databaseUrl: string, people: Record<string, Plan | null>): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const database = createDatabase(databaseUrl, { connections: 2 });
  try {
    await withOutsideDeps(database, async (deps) => {
      for (const [username, plan] of Object.entries(people)) {
        const email = `${username}@people.test`;
        await addAccountAndChannel(deps, { username, email, passwordHash, plan, isVerified: true });
      }
    });
  } finally {
    await database.close();
  }
}

/** @returns channel ids by username */
export async function findChannels({ pool }: Pick<Database, "pool">): Promise<Map<string, ChannelId>> {
  const { rows } = await pool.query<{ id: ChannelId; username: string }>(
    "select c.id, a.username from channels c join accounts a on a.id = c.owner_id",
  );
  return new Map(rows.map(({ id, username }) => [username, id]));
}
