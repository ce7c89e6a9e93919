import type { Plan } from "@app/contract/accounts";
import type { ChannelId } from "@app/contract/ids";
import { addAccount } from "../../apps/server/src/modules/accounts/add-account.service.ts";
import { hashPassword } from "../../apps/server/src/platform/crypto/passwords.ts";
import { type Database, openDatabase } from "../../apps/server/src/platform/db/database.ts";

export const PASSWORD = "Correct-Horse-1";

/** Puts people into the database of a running product: signing up has journeys of its own. */
export async function addPeople(databaseUrl: string, people: Record<string, Plan | null>): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 2 });
  try {
    const passwordHash = await hashPassword(PASSWORD);
    for (const [username, plan] of Object.entries(people)) {
      await addAccount(database.sql, {
        username,
        email: `${username}@people.test`,
        passwordHash,
        fullName: username,
        plan,
        isVerified: true,
        isDemo: false,
        channel: { name: `${username}'s channel`, bio: "", profileKey: null, coverKey: null },
      });
    }
  } finally {
    await database.close();
  }
}

/** @returns the id of everybody's channel by their username */
export async function findChannels({ pool }: Pick<Database, "pool">): Promise<Map<string, ChannelId>> {
  const { rows } = await pool.query<{ id: ChannelId; username: string }>(
    "select c.id, a.username from channels c join accounts a on a.id = c.owner_id",
  );
  return new Map(rows.map(({ id, username }) => [username, id]));
}
