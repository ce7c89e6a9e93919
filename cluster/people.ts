import { randomInt, randomUUID } from "node:crypto";
import { contentRoutes } from "@app/contract/contents";
import { earningRoutes } from "@app/contract/earnings";
import type { AccountId, ContentId } from "@app/contract/ids";
import { API_PREFIX } from "@app/contract/paths";
import { referralRoutes } from "@app/contract/referrals";
import { signUpRoutes } from "@app/contract/sign-up";
import { addCategory } from "../apps/server/src/modules/catalog/categories/categories.service.ts";
import { hashPassword } from "../apps/server/src/platform/crypto/passwords.ts";
import { createDatabase, type Database } from "../apps/server/src/platform/db/database.ts";
import { type Caller, createCaller } from "../apps/server/src/testing/caller.ts";
import { withOutsideDeps } from "../apps/server/src/testing/outside-deps.ts";
import { addAccountAndChannel } from "../apps/server/src/testing/people.ts";
import { until } from "./processes.ts";
import type { Stack } from "./stack.ts";

export const PASSWORD = "Correct-Horse-1";

export type Person = Caller & { name: string; accountId: AccountId };
export type Earner = Person & { code: string };

/** A new IP address, because HAProxy would forward each person's own. */
export function newAddress(): string {
  return `10.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
}

/** Queries the primary directly. */
export async function withDatabase<T>(stack: Stack, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(stack.databases.primary().url, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export function addRowing(stack: Stack): Promise<number> {
  const category = { name: "Cluster rowing", slug: "cluster-rowing", pictureKey: null, position: 99 };
  return withDatabase(stack, ({ sql }) => addCategory(sql, category));
}

/** An earner with a paid plan, inserted into the database and signed in through the API. */
export async function addEarner(stack: Stack, name: string): Promise<Earner> {
  const passwordHash = await hashPassword(PASSWORD);
  const person = { username: name, email: `${name}@people.test`, plan: "Individual" as const, isVerified: true };
  const { accountId } = await withDatabase(stack, (database) =>
    withOutsideDeps(database, (deps) => addAccountAndChannel(deps, { ...person, passwordHash })),
  );
  const signedIn = await signIn(stack.origin, name);
  const { code } = await signedIn.call(referralRoutes.link);
  return { ...signedIn, accountId, code };
}

const toDevice = () => ({
  device_id: randomUUID(),
  device_name: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  ip_address: null,
});

export async function signIn(origin: string, name: string): Promise<Caller & { name: string }> {
  const address = { "x-forwarded-for": newAddress() };
  const reply = await createCaller(origin, null, address).send("POST", `${API_PREFIX}/login`, {
    body: { email_or_username: name, password: PASSWORD, ...toDevice() },
  });
  if (reply.status !== 200) throw new Error(`${name} could not sign in: ${reply.status} ${reply.text}`);
  const { data } = JSON.parse(reply.text) as { data: { access_token: string } };
  return { ...createCaller(origin, data.access_token, address), name };
}

/** Signs up on the page and waits for the mail. @returns the token of its link */
export async function signUp(stack: Stack, name: string, code: string): Promise<string> {
  const caller = createCaller(stack.origin, null, { "x-forwarded-for": newAddress() });
  const email = `${name}@people.test`;
  const reply = await caller.send("POST", `${API_PREFIX}/register`, {
    body: {
      username: name,
      email,
      date_of_birth: "2000-02-29",
      phone: null,
      password: PASSWORD,
      gender: "Other",
      user_type: "General User",
      referral_code: code,
    },
  });
  if (reply.status !== 200) throw new Error(`${name} could not sign up: ${reply.status} ${reply.text}`);
  let token: string | undefined;
  const hasMail = async () => {
    const mails = await caller.send("GET", `/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    token = /\/email-verification\/([A-Za-z0-9_-]{43})/.exec(mails.text)?.[1];
    return token !== undefined;
  };
  await until(hasMail, `the mail to ${name}`);
  return token ?? "";
}

/** Opens the mailed link, which credits the earner. @returns the status */
export async function verify(origin: string, token: string): Promise<number> {
  const caller = createCaller(origin, null, { "x-forwarded-for": newAddress() });
  const path = `${API_PREFIX}${signUpRoutes.verifyEmail.path}`;
  const reply = await caller.send("POST", path, { body: { token, password: PASSWORD, ...toDevice() } });
  return reply.status;
}

export async function earnedCents(earner: Earner): Promise<number> {
  return (await earner.call(earningRoutes.summary)).total_cents;
}

/** Publishes an uploaded video. */
export async function publish(earner: Caller, uploadId: string, title: string, categoryId: number): Promise<ContentId> {
  const { id } = await earner.call(contentRoutes.upload, {
    body: {
      type: "video" as const,
      upload_id: uploadId,
      title,
      description: "",
      category_id: categoryId,
      tags: [],
      visibility: "public" as const,
      comments_open: true,
    },
  });
  return id;
}

export async function untilProcessed(earner: Caller, id: ContentId, limitMs = 240_000): Promise<number> {
  const isReady = async () => {
    const item = await earner.call(contentRoutes.one, { params: { id } }).catch(() => null);
    if (item?.state === "failed") throw new Error(`processing failed: ${JSON.stringify(item)}`);
    return item?.state === "ready";
  };
  return until(isReady, "the video is processed", { limitMs, everyMs: 500 });
}
