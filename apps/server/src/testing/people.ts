import { randomUUID } from "node:crypto";
import { accountRoutes, type Plan } from "@app/contract/accounts";
import { type AccountId, type ChannelId, deviceId } from "@app/contract/ids";
import argon2 from "@node-rs/argon2";
import { updateChannelRow } from "#modules/channels/channels/change-channel.sql.ts";
import { addAccount } from "#modules/identity/accounts/add-account.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Caller, openCaller } from "./caller.ts";
import { haveTwoFactor, newCodeFor } from "./staff-code.ts";

export const PASSWORD = "Correct-Horse-1";

export type NewPerson = {
  plan?: Plan;
  isVerified?: boolean;
  /** Such a person has two-factor sign-in, for without it they could do nothing of staff's. */
  staffRole?: "admin" | "moderator";
};

export type StagePerson = Caller & {
  name: string;
  email: string;
  accountId: AccountId;
  channelId: ChannelId;
  /** Signs the same person in once more, on a device of its own. */
  onAnotherDevice(): Promise<Caller>;
};

/** Sign-in takes it as any other, in a hundredth of the time; how hard a real one is to guess is proved with passwords. */
const PASSWORD_HASH = argon2.hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export async function addPerson(deps: Deps, origin: string, name: string, more: NewPerson): Promise<StagePerson> {
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
    return (await openCaller(origin, null).call(accountRoutes.login, { body })).access_token;
  };
  const firstToken = await signIn();
  if (more.staffRole) await haveTwoFactor(deps, ids.accountId);
  return {
    ...openCaller(origin, firstToken),
    ...ids,
    name,
    email,
    onAnotherDevice: async () =>
      openCaller(origin, await signIn(more.staffRole && (await newCodeFor(deps, ids.accountId)))),
  };
}

type NewAccount = Omit<Parameters<typeof addAccount>[2], "fullName" | "isDemo">;

/** An account that did not sign up, with a channel called after it. */
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

/** What a call that signs somebody in says of the browser. */
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
