import type { Plan } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { type AccountId, accountId, type ChannelId, channelId } from "@app/contract/ids";
import { addChannel } from "#modules/channels/channels.service.ts";
import { bindReferrer } from "#modules/referrals/bind-referrer.service.ts";
import type { Sql } from "#platform/db/database.ts";
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
  channel: { name: string; bio: string; profileKey: string | null; coverKey: string | null };
};

/** Makes an account and its channel in the caller's transaction. */
export async function addAccount(tx: Sql, person: Person): Promise<{ accountId: AccountId; channelId: ChannelId }> {
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
  await addChannel(tx, { id: ids.channelId, ownerId: ids.accountId, ...person.channel });
  const code = person.personal?.referralCode;
  if (code) await bindReferrer(tx, { referredId: ids.accountId, code });
  return ids;
}
