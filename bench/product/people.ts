import { randomUUID } from "node:crypto";
import { accountRoutes, type Plan } from "@app/contract/accounts";
import type { ChannelId } from "@app/contract/ids";
import { API_PREFIX } from "@app/contract/paths";
import { hashPassword } from "../../apps/server/src/platform/crypto/passwords.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { withOutsideDeps } from "../../apps/server/src/testing/outside-deps.ts";
import { addAccountAndChannel } from "../../apps/server/src/testing/people.ts";

export const PASSWORD = "Correct-Horse-1";

/** A verified account, and an earner if a plan is given. */
export async function addPerson(database: Database, username: string, plan: Plan | null): Promise<ChannelId> {
  const person = { username, email: `${username}@people.test`, plan, isVerified: true };
  const passwordHash = await hashPassword(PASSWORD);
  const added = await withOutsideDeps(database, (deps) => addAccountAndChannel(deps, { ...person, passwordHash }));
  return added.channelId;
}

/** The body of the login request from one device of this person. */
export function toLogin(username: string): string {
  return JSON.stringify({
    email_or_username: username,
    password: PASSWORD,
    device_id: randomUUID(),
    device_name: "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ip_address: null,
  });
}

/**
 * @returns the headers of a request from a browser that is signed in, valid for 15 minutes. Requests without the cookie
 *   share no reply with others: `lastWriteOf`
 */
export async function signIn(origin: string, username: string): Promise<{ authorization: string; cookie: string }> {
  const reply = await fetch(origin + API_PREFIX + accountRoutes.login.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: toLogin(username),
  });
  if (!reply.ok) throw new Error(`${username} could not sign in: ${reply.status} ${await reply.text()}`);
  const { data } = (await reply.json()) as { data: { access_token: string } };
  const cookie = reply.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  return { authorization: `Bearer ${data.access_token}`, cookie };
}
