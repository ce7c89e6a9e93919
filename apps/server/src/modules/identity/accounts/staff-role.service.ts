import { randomInt } from "node:crypto";
import { BRAND } from "@app/contract/brand";
import type { StaffRole } from "@app/contract/console";
import { RESET_MINUTES, USERNAME_MAX_CHARS } from "@app/contract/sign-up";
import { insertLink } from "#modules/identity/links/links.sql.ts";
import { resetTwoFactor } from "#modules/identity/two-factor/two-factor.service.ts";
import { type AuditEntry, recordAudit } from "#platform/audit.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { addAccount } from "./accounts.service.ts";
import {
  type AccountRow,
  type StaffMember,
  selectAccountByLogin,
  selectStaff,
  updateStaffRole,
} from "./accounts.sql.ts";
import { emailKey, holdsBrand, isReservedUsername, usernameKey } from "./names.policy.ts";

export type StaffOutcome =
  | { kind: "promoted"; username: string }
  /** On the page behind `link` the new person chooses a password. It works once, for `RESET_MINUTES`. */
  | { kind: "created"; username: string; link: string }
  /** Somebody signed up with the address and has not verified it. */
  | { kind: "unverified" };

/**
 * Grants a staff role, and creates an account if there is none. Only for the command line on the server, by somebody who
 * vouches for the address; no route leads here.
 */
export async function addStaff(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "events">,
  email: string,
  role: StaffRole,
): Promise<StaffOutcome> {
  const passwordHash = await hashPassword(newToken());
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByLogin(tx, emailKey(email));
    if (account) {
      if (!account.email_verified_at) return { kind: "unverified" };
      await setStaffRole(deps, tx, account, { ...BY_OPERATOR, role });
      return { kind: "promoted", username: account.username };
    }
    const username = await chooseUsername(tx, email);
    const { accountId } = await addAccount(deps, tx, {
      username,
      email,
      passwordHash,
      fullName: "",
      plan: null,
      staffRole: role,
      isVerified: true,
      isDemo: false,
    });
    await recordRole(tx, accountId, { before: null, role, ...BY_OPERATOR });
    const token = newToken();
    const link = { accountId, purpose: "reset", email, validMinutes: RESET_MINUTES } as const;
    await insertLink(tx, { hash: hashToken(token), codeHash: null, ...link });
    return { kind: "created", username, link: `${deps.config.publicUrl}/reset-password/${token}` };
  });
}

/** At the command line nobody gives a reason. */
const BY_OPERATOR = { staff: null, reason: "" } as const;

/** Changes a role, records who did it, and tells the person by email: they should know if it was not expected. */
export async function setStaffRole(
  deps: Pick<Deps, "config" | "secrets">,
  tx: Tx,
  person: Pick<AccountRow, "id" | "email" | "username" | "staff_role">,
  { role, staff, reason }: { role: StaffRole | null } & Pick<AuditEntry, "staff"> & { reason: string },
): Promise<void> {
  if (person.staff_role === role) return;
  await updateStaffRole(tx, person.id, role);
  await recordRole(tx, person.id, { before: person.staff_role, role, staff, reason });
  const { email, username } = person;
  await sendEmail(deps, tx, renderStaffRoleEmail({ email, username, role, publicUrl: deps.config.publicUrl }));
}

async function recordRole(
  tx: Tx,
  id: string,
  {
    before,
    role,
    staff,
    reason,
  }: { before: string | null; role: StaffRole | null; reason: string } & Pick<AuditEntry, "staff">,
): Promise<void> {
  await recordAudit(tx, {
    staff,
    action: "person.role_changed",
    subject: { kind: "account", id },
    reason,
    before: { role: before ?? "none" },
    after: { role: role ?? "none" },
  });
}

const ROLE_WORDS: Record<StaffRole, string> = { admin: "an admin", moderator: "a moderator" };

export function renderStaffRoleEmail({
  email,
  username,
  role,
  publicUrl,
}: {
  email: string;
  username: string;
  role: StaffRole | null;
  publicUrl: string;
}): EmailContent {
  const what = role === null ? `no longer on the staff of ${BRAND.name}` : `${ROLE_WORDS[role]} of ${BRAND.name} now`;
  const next =
    role === null
      ? "your account stays as it is."
      : "the staff console opens once you have turned on two-factor sign-in in Settings.";
  return {
    to: email,
    subject: `You are ${what}`,
    heading: `You are ${what}`,
    paragraphs: [`Hello ${username}, ${next}`, `If you did not expect this, write to ${BRAND.supportEmail}.`],
    button: role === null ? null : { label: "Open the staff console", url: `${publicUrl}/admin` },
    reason: "You are receiving this because your role changed.",
  };
}

/** Admins first. */
export function listStaff(deps: Pick<Deps, "sql">): Promise<StaffMember[]> {
  return selectStaff(deps.sql);
}

/** @returns the username, or null if no account has this address */
export async function removeStaff(
  deps: Pick<Deps, "sql" | "config" | "secrets">,
  email: string,
): Promise<string | null> {
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByLogin(tx, emailKey(email));
    if (account) await setStaffRole(deps, tx, account, { ...BY_OPERATOR, role: null });
    return account?.username ?? null;
  });
}

/** @returns the username, or null if no account has this address */
export async function resetTwoFactorByEmail(
  deps: Pick<Deps, "sql" | "secrets" | "events">,
  email: string,
): Promise<string | null> {
  return inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByLogin(tx, emailKey(email));
    if (account) await resetTwoFactor(deps, tx, account);
    if (account?.has_two_factor)
      await recordAudit(tx, {
        ...BY_OPERATOR,
        action: "person.two_factor_reset",
        subject: { kind: "account", id: account.id },
        before: { two_factor: "on" },
        after: { two_factor: "off" },
      });
    return account?.username ?? null;
  });
}

/** The part before the @ or, if it contains the product's name, `staff`, with digits appended if that is taken or reserved. */
async function chooseUsername(sql: Sql, email: string): Promise<string> {
  const [local = ""] = email.split("@");
  const bare = local.replace(/[^A-Za-z0-9_.]/g, "").slice(0, USERNAME_MAX_CHARS - 7);
  const plain = toStaffName(bare);
  for (let name = plain; ; name = `${plain}_${randomInt(100_000, 1_000_000)}`) {
    const isTaken = await sql
      .selectFrom("accounts")
      .select("id")
      .where("username_key", "=", usernameKey(name))
      .executeTakeFirst();
    if (!isTaken && !isReservedUsername(name)) return name;
  }
}

function toStaffName(bare: string): string {
  if (holdsBrand(bare)) return "staff";
  return bare.length < 3 ? `staff_${bare}` : bare;
}
