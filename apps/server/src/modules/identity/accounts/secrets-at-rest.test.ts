import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createApp } from "#src/app.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { toLogin, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { appCode, previousAppCode } from "#testing/two-factor.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const logFile = path.join(testApp.deps.config.dataDir, "log");
const app = await createApp({ ...testApp.deps, log: createLog("debug", logFile) });
const origin = await app.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => app.close());

type Reply = { call: string; text: string };
const replies: Reply[] = [];

/** @returns the data of the reply, and the refresh token of its cookie */
async function call(name: string, body: unknown, more: { token?: string; cookie?: string } = {}) {
  const response = await fetch(`${origin}/api/v1/${name}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(more.token ? { authorization: `Bearer ${more.token}` } : {}),
      ...(more.cookie ? { cookie: `__Host-fieldhouse_refresh=${more.cookie}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  replies.push({ call: name, text });
  const [, refresh = ""] = /__Host-fieldhouse_refresh=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  return { status: response.status, data: JSON.parse(text).data, refresh };
}

/** Each row of each table as text; PostgreSQL writes bytes as hex digits. */
async function dump(): Promise<{ table: string; text: string }[]> {
  const { rows: tables } = await testApp.deps.pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const dumped: { table: string; text: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await testApp.deps.pool.query<{ line: string }>(`select t::text as line from ${name} t`);
    dumped.push({ table: name, text: rows.map((row) => row.line).join("\n") });
  }
  return dumped;
}

const PASSWORDS = { first: "Cool-Harbor-71", second: "Quiet-Meadow-72", wrong: "Wrong-Meadow-73" };

test("no secret is in a table, the log, or a reply that does not need it", async () => {
  /** Each secret, and the calls whose answer carries it. */
  const secrets = new Map<string, string[]>();
  const signedIn = (reply: Awaited<ReturnType<typeof call>>, from: string) => {
    secrets.set(reply.data.access_token, [from]).set(reply.refresh, []);
    return String(reply.data.access_token);
  };
  const { device_id, device_name, ip_address } = toLogin("", "");
  const device = { device_id, device_name, ip_address };
  const links: string[] = [];
  const linkOf = async (address: string, page: string) => {
    const link = mails.tokenOf(await mails.last(address), page);
    links.push(link);
    return link;
  };

  await call("register", { ...toSignUp("maya"), password: PASSWORDS.first });
  const token = await linkOf("maya@people.test", "email-verification");
  const first = signedIn(
    await call("email-verification", { token, password: PASSWORDS.first, ...device }),
    "email-verification",
  );
  await call("confirm-password", { password: PASSWORDS.wrong }, { token: first });
  await call("confirm-password", { password: PASSWORDS.first }, { token: first });
  const { data: begun } = await call("two-factor/begin", {}, { token: first });
  // Emails wait in the queue, which is inspected before they are sent.
  await call("forgot-password", { email_or_username: "maya" });
  const queued = await dump();
  const { data: enabled } = await call(
    "two-factor/enable",
    { code: await previousAppCode(begun.secret) },
    { token: first },
  );
  secrets.set(begun.secret, ["two-factor/begin"]);
  for (const code of enabled.recovery_codes) secrets.set(code, ["two-factor/enable"]);
  const [recoveryCode] = enabled.recovery_codes;
  await call("login", toLogin("maya", PASSWORDS.wrong));
  const second = await call("login", { ...toLogin("maya", PASSWORDS.first), code: recoveryCode });
  signedIn(second, "login");
  signedIn(await call("session/refresh", {}, { cookie: second.refresh }), "session/refresh");
  const reset = await linkOfReset();
  await call("reset-password", {
    token: reset,
    password: PASSWORDS.second,
    password_confirmation: PASSWORDS.second,
  });
  signedIn(await call("login", { ...toLogin("maya", PASSWORDS.second), code: appCode(begun.secret) }), "login");
  for (const password of Object.values(PASSWORDS)) secrets.set(password, []);
  await testApp.settle();

  expect(replies.map((reply) => JSON.parse(reply.text).code).filter((code) => code !== 200)).toEqual([422, 422]);
  const log = readFileSync(logFile, "utf8");
  expect(log).toContain("twoFactor.enable");
  const faults: string[] = [];
  for (const [secret, allowed] of secrets) {
    if (log.includes(secret)) faults.push(`${secret} in the log`);
    for (const reply of replies)
      if (reply.text.includes(secret) && !allowed.includes(reply.call)) faults.push(`${secret} in ${reply.call}`);
    for (const { table, text } of [...queued, ...(await dump())])
      if (standsIn(text, secret)) faults.push(`${secret} in ${table}`);
  }
  // The email contains the link; in local mode emails are stored in a table.
  for (const link of links) {
    if (log.includes(link)) faults.push("a link in the log");
    for (const { table, text } of [...queued, ...(await dump())])
      if (table !== "public.mailbox" && standsIn(text, link)) faults.push(`a link in ${table}`);
  }
  expect(faults).toEqual([]);
  expect(secrets.size).toBeGreaterThan(20);

  async function linkOfReset(): Promise<string> {
    const mail = (await mails.all("maya@people.test")).find((one) => one.subject.startsWith("Choose a new password"));
    if (!mail) throw new Error("no reset mail");
    const link = mails.tokenOf(mail, "reset-password");
    links.push(link);
    return link;
  }
});

/** The secret itself, and its bytes as hex digits. */
function standsIn(text: string, secret: string): boolean {
  return text.includes(secret) || text.includes(Buffer.from(secret).toString("hex"));
}
