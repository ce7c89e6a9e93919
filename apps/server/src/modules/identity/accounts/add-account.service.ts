import type { Plan } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { type AccountId, accountId, type ChannelId, channelId } from "@app/contract/ids";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { newId } from "#platform/new-id.ts";
import { hasAccounts, insertAccount } from "./accounts.sql.ts";
import { emailKey, usernameKey } from "./names.policy.ts";
import { type AccountRow, selectAccountByName } from "./session.sql.ts";

export { hasAccounts };

export function findAccountByUsername(sql: Sql, username: string): Promise<AccountRow | null> {
  return selectAccountByName(sql, usernameKey(username));
}

export function findAccountByEmail(sql: Sql, email: string): Promise<AccountRow | null> {
  return selectAccountByName(sql, emailKey(email));
}

export type Person = {
  username: string;
  email: string;
  passwordHash: string;
  fullName: string;
  /** Null for a General User. */
  plan: Plan | null;
  staffRole?: "admin" | "moderator";
  isVerified: boolean;
  isDemo: boolean;
  personal?: { gender: string | null; dateOfBirth: string | null; phone: string | null; referralCode: string | null };
};

/** Makes an account in the caller's transaction, and with it its channel, which has the username for a name. */
export async function addAccount(
  deps: Pick<Deps, "events">,
  tx: Tx,
  person: Person,
): Promise<{ accountId: AccountId; channelId: ChannelId }> {
  const ids = { accountId: newId(accountId), channelId: newId(channelId) };
  await insertAccount(tx, {
    id: ids.accountId,
    userType: person.plan === null ? "General User" : BRAND.name,
    plan: person.plan,
    username: person.username,
    usernameKey: usernameKey(person.username),
    email: person.email,
    emailKey: emailKey(person.email),
    emailVerifiedAt: person.isVerified ? new Date() : null,
    passwordHash: person.passwordHash,
    fullName: person.fullName,
    staffRole: person.staffRole ?? null,
    isDemo: person.isDemo,
    ...(person.personal ?? { gender: null, dateOfBirth: null, phone: null, referralCode: null }),
  });
  await deps.events.publish(tx, "account.created", { account_id: ids.accountId, channel_id: ids.channelId });
  return ids;
}
