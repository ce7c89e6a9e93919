import { randomInt } from "node:crypto";
import { RESET_MINUTES, USERNAME_MAX_CHARS } from "@app/contract/sign-up";
import { insertLink } from "#modules/identity/links/links.sql.ts";
import { resetTwoFactor } from "#modules/identity/two-factor/two-factor.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { addAccount } from "./accounts.service.ts";
import { selectAccountByName, updateStaffRole } from "./accounts.sql.ts";
import { emailKey, isReservedUsername, usernameKey } from "./names.policy.ts";

export type StaffRole = "admin" | "moderator";

export type StaffOutcome =
  | { kind: "promoted"; username: string }
  /** `link` opens the page where the new person chooses a password; good once, for `RESET_MINUTES`. */
  | { kind: "made"; username: string; link: string }
  /** Somebody signed up with the address and has not proved that it is theirs. */
  | { kind: "unverified" };

/**
 * Gives somebody a role of staff's; without an account they get one. Only for a command on the server: no
 * route leads here. Whoever runs it vouches for the address.
 */
export async function addStaff(
  deps: Pick<Deps, "sql" | "config" | "events">,
  email: string,
  role: StaffRole,
): Promise<StaffOutcome> {
  const passwordHash = await hashPassword(newToken());
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, emailKey(email));
    if (account) {
      if (!account.email_verified_at) return { kind: "unverified" };
      await updateStaffRole(tx, account.id, role);
      return { kind: "promoted", username: account.username };
    }
    const username = await chooseUsername(tx, email);
    const { accountId } = await addAccount(deps, tx, {
      ...{ username, email, passwordHash, fullName: "", plan: null, staffRole: role },
      ...{ isVerified: true, isDemo: false },
    });
    const token = newToken();
    const link = { accountId, purpose: "reset", email, validMinutes: RESET_MINUTES } as const;
    await insertLink(tx, { hash: hashToken(token), codeHash: null, ...link });
    return { kind: "made", username, link: `${deps.config.publicUrl}/reset-password/${token}` };
  });
}

/** @returns the username, null when nobody has this address */
export async function removeStaff(deps: Pick<Deps, "sql">, email: string): Promise<string | null> {
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, emailKey(email));
    if (account) await updateStaffRole(tx, account.id, null);
    return account?.username ?? null;
  });
}

/** @returns the username, null when nobody has this address */
export async function eraseTwoFactorOf(deps: Pick<Deps, "sql" | "secrets">, email: string): Promise<string | null> {
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, emailKey(email));
    if (account) await resetTwoFactor(deps, tx, account);
    return account?.username ?? null;
  });
}

/** What stands before the sign, with digits behind it when that is taken or reserved. */
async function chooseUsername(sql: Sql, email: string): Promise<string> {
  const [local = ""] = email.split("@");
  const bare = local.replace(/[^A-Za-z0-9_.]/g, "").slice(0, USERNAME_MAX_CHARS - 7);
  const plain = bare.length < 3 ? `staff_${bare}` : bare;
  for (let name = plain; ; name = `${plain}_${randomInt(100_000, 1_000_000)}`) {
    const isTaken = await sql
      .selectFrom("accounts")
      .select("id")
      .where("username_key", "=", usernameKey(name))
      .executeTakeFirst();
    if (!isTaken && !isReservedUsername(name)) return name;
  }
}
