import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";

export type NewAccount = {
  id: string;
  userType: string;
  plan: Plan | null;
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  emailVerifiedAt: Date | null;
  passwordHash: string;
  fullName: string;
  staffRole: "admin" | "moderator" | null;
  isDemo: boolean;
};

export async function insertAccount(sql: Sql, account: NewAccount): Promise<void> {
  await sql
    .insertInto("accounts")
    .values({
      id: account.id,
      user_type: account.userType,
      plan: account.plan,
      username: account.username,
      username_key: account.usernameKey,
      email: account.email,
      email_key: account.emailKey,
      email_verified_at: account.emailVerifiedAt,
      password_hash: account.passwordHash,
      full_name: account.fullName,
      staff_role: account.staffRole,
      is_demo: account.isDemo,
    })
    .execute();
}

export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await sql.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}
