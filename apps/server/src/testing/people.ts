import { randomUUID } from "node:crypto";
import { accountRoutes, type Plan } from "@app/contract/accounts";
import type { StaffRole } from "@app/contract/console";
import { type AccountId, type ChannelId, deviceId } from "@app/contract/ids";
import argon2 from "@node-rs/argon2";
import { updateChannelRow } from "#modules/channels/channels/channels.sql.ts";
import { addAccount } from "#modules/identity/accounts/accounts.service.ts";
import { hashRecoveryCode, SECRET_PURPOSE } from "#modules/identity/two-factor/two-factor.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Caller, createCaller } from "./caller.ts";

export const PASSWORD = "Correct-Horse-1";

export type NewPerson = {
  plan?: Plan;
  isVerified?: boolean;
  /** Enables two-factor sign-in too, which staff need, unless `hasTwoFactor` is false. */
  staffRole?: StaffRole;
  /** Of staff; default: true. */
  hasTwoFactor?: boolean;
};

export type TestPerson = Caller & {
  name: string;
  email: string;
  accountId: AccountId;
  channelId: ChannelId;
  /** Signs the same person in on another device. */
  onAnotherDevice(): Promise<Caller>;
};

/** A weak, fast hash. Real strength is tested in `passwords.test.ts`. */
const PASSWORD_HASH = argon2.hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A planner that still considers the tables empty scans them for every changed name. */
const PEOPLE_PER_ANALYSIS = 100;
const added = new WeakMap<Deps, number>();

/** What autovacuum does in a product; the tests have none. */
async function analyzeNowAndThen(deps: Deps): Promise<void> {
  const count = (added.get(deps) ?? 0) + 1;
  added.set(deps, count);
  if (count % PEOPLE_PER_ANALYSIS === 0)
    await deps.pool.query("analyze accounts, channels, search_documents, ledger_accounts, ledger_entries, referrals");
}

export async function addPerson(deps: Deps, origin: string, name: string, more: NewPerson): Promise<TestPerson> {
  await analyzeNowAndThen(deps);
  const email = `${name}@people.test`;
  const ids = await addAccountAndChannel(deps, {
    username: name,
    email,
    passwordHash: await PASSWORD_HASH,
    plan: more.plan ?? null,
    ...(more.staffRole ? { staffRole: more.staffRole } : {}),
    isVerified: more.isVerified ?? true,
  });
  const signIn = async (code?: string) => {
    if (more.isVerified === false) return null;
    const body = { ...toLogin(name, PASSWORD), ...(code ? { code } : {}) };
    return (await createCaller(origin, null).call(accountRoutes.login, { body })).access_token;
  };
  const firstToken = await signIn();
  const hasTwoFactor = more.staffRole !== undefined && more.hasTwoFactor !== false;
  if (hasTwoFactor) await addTwoFactor(deps, ids.accountId);
  return {
    ...createCaller(origin, firstToken),
    ...ids,
    name,
    email,
    onAnotherDevice: async () =>
      createCaller(origin, await signIn(hasTwoFactor ? await newCodeFor(deps, ids.accountId) : undefined)),
  };
}

type NewAccount = Omit<Parameters<typeof addAccount>[2], "fullName" | "isDemo">;

/** Adds an account with a channel, without a sign-up. */
export function addAccountAndChannel(
  deps: Pick<Deps, "sql" | "events">,
  person: NewAccount,
): Promise<{ accountId: AccountId; channelId: ChannelId }> {
  return inTransaction(deps.sql, async (tx) => {
    const ids = await addAccount(deps, tx, { ...person, fullName: person.username, isDemo: false });
    await updateChannelRow(tx, ids.channelId, { name: `${person.username}'s channel` });
    return ids;
  });
}

/** The full payload of the Sign In form. */
export function toLogin(emailOrUsername: string, password: string, device = randomUUID()) {
  return {
    email_or_username: emailOrUsername,
    password,
    device_id: deviceId.parse(device),
    device_name:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    ip_address: null,
  };
}

/** The device fields of every call that signs in. */
export function toDevice(device = randomUUID()) {
  const { device_id, device_name, ip_address } = toLogin("", "", device);
  return { device_id, device_name, ip_address };
}

/** The full payload of the Sign Up form. */
export function toSignUp(username: string) {
  return {
    username,
    email: `${username}@people.test`,
    date_of_birth: "2000-02-29",
    phone: null,
    password: PASSWORD,
    gender: "Other" as const,
    user_type: "General User" as "General User" | "Fieldhouse",
    referral_code: null as string | null,
  };
}

/** Enables two-factor sign-in directly in the database. */
export async function addTwoFactor(deps: Pick<Deps, "pool" | "secrets">, accountId: string): Promise<void> {
  const encrypted = deps.secrets.encrypt(SECRET_PURPOSE, "JBSWY3DPEHPK3PXP");
  await deps.pool.query(
    "insert into two_factor (account_id, encrypted_secret, enabled_at) values ($1, $2, now()) on conflict do nothing",
    [accountId, encrypted],
  );
}

/** Adds a recovery code, for one sign-in of an account with two-factor sign-in. */
export async function newCodeFor(deps: Pick<Deps, "pool" | "secrets">, accountId: string): Promise<string> {
  const code = randomUUID().slice(0, 18);
  await deps.pool.query("insert into recovery_codes (account_id, code_hash) values ($1, $2)", [
    accountId,
    hashRecoveryCode(deps, accountId, code),
  ]);
  return code;
}
