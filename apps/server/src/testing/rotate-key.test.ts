import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { recruitingRoutes } from "@app/contract/recruiting";
import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { expect, test } from "vitest";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { rotateAll } from "#src/rotate-key.ts";
import { type Caller, createCaller } from "./caller.ts";
import { childEnv } from "./child-env.ts";
import { toBasics, toTeam } from "./earner-forms.ts";
import { PASSWORD, toLogin } from "./people.ts";
import { payPlan, signUpAsEarner } from "./registrant.ts";
import { createTestApp } from "./test-app.ts";
import { appCode, enableTwoFactor } from "./two-factor.ts";

const OLD = "the old secret of thirty-two characters";
const NEW = "the new secret of thirty-two characters";
const CHOICES = { is_on: true, shows_gpa: false, shows_graduation: true, shows_colleges: true } as const;

const testApp = await createTestApp({ SECRET_KEY: OLD });
const run = promisify(execFile);

/** Restarts the product with other keys. */
function takeKeys(...keys: string[]): void {
  Object.assign(testApp.deps, { secrets: createSecrets(keys) });
}

/** Runs the command like an operator, with the keys of the running product. */
async function rotateKey(...keys: string[]): Promise<string> {
  const program = path.resolve(import.meta.dirname, "../staff.ts");
  const { databaseUrl, dataDir } = testApp.deps.config;
  const env = {
    ...childEnv(),
    DATABASE_URL: databaseUrl ?? "",
    DATA_DIR: dataDir,
    SECRET_KEY: keys.join(),
  };
  return run(process.execPath, [program, "rotate-key"], { env }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

async function duplicatesOf(accountId: string): Promise<string[]> {
  const { rows } = await testApp.deps.pool.query<{ other: string }>(
    "select other_account_id as other from ssn_duplicates where account_id = $1",
    [accountId],
  );
  return rows.map((row) => row.other);
}

async function sendSsn(name: string): Promise<string> {
  const person = await testApp.person(name);
  await payPlan(testApp, person.accountId, "Team");
  await person.call(earnerRoutes.team, { body: toTeam(name, testApp.categoryId) });
  return person.accountId;
}

/** A visitor who is filling in the Sign Up form. */
async function typeSignUp(): Promise<Caller> {
  const body = { email: "tia@people.test", username: "tia", date_of_birth: "2001--", phone: "+1", gender: null };
  const reply = await testApp.visitor.send("PUT", "/api/v1/sign-up-draft", { body });
  const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  return createCaller(testApp.origin, null, { cookie });
}

const signIn = (code: string) =>
  testApp.visitor
    .call(accountRoutes.login, { body: { ...toLogin("maya", PASSWORD), code } })
    .then((session) => session.users.username);

test("replaces and drops a key without locking anybody out or losing data", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const { secret, recoveryCodes } = await enableTwoFactor(createCaller(testApp.origin, maya.token));
  const [first = "", second = ""] = recoveryCodes;
  const { path: page } = await maya.call(recruitingRoutes.save, {
    body: { ...CHOICES, shows_measurables: true, shows_location: false, highlights: [] },
  });
  const rob = await sendSsn("rob");
  const ola = await signUpAsEarner(testApp, "ola");
  await ola.call(earnerRoutes.individualBasics, { body: toBasics("ola") });
  const draft = await ola.call(earnerRoutes.registration);
  const tia = await typeSignUp();

  // The new key comes first, and still finds values of the old one.
  takeKeys(NEW, OLD);
  expect(await signIn(first)).toBe("maya");
  const sal = await sendSsn("sal");
  expect(await duplicatesOf(sal)).toEqual([rob]);

  const output = await rotateKey(NEW, OLD);
  expect(output).toContain("two_factor.encrypted_secret: 1 re-encrypted");
  // Sal's is encrypted with the new key.
  expect(output).toContain("earner_profiles.encrypted_ssn: 1 re-encrypted");
  expect(output).toContain("recruiting_links.encrypted_token: 1 re-encrypted");
  expect(output).toContain("registrations.encrypted_draft: 1 re-encrypted");
  expect(output).toContain("sign_up_drafts.encrypted_draft: 1 re-encrypted");
  expect(await rotateKey(NEW, OLD)).not.toMatch(/: [1-9]\d* re-encrypted/);

  // The old key is dropped. Only recovery codes depend on it.
  takeKeys(NEW);
  expect(await signIn(appCode(secret))).toBe("maya");
  await expect(signIn(second)).rejects.toThrow();
  expect((await maya.call(recruitingRoutes.link)).path).toBe(page);
  expect(await ola.call(earnerRoutes.registration)).toEqual(draft);
  expect(await tia.call(signUpDraftRoutes.continue, { body: { email: "tia@people.test" } })).toMatchObject({
    username: "tia",
  });
  const tim = await sendSsn("tim");
  expect((await duplicatesOf(tim)).toSorted()).toEqual([rob, sal].toSorted());
});

test("counts values that no key decrypts, and leaves them unchanged", async () => {
  const key = createSecrets([OLD]);
  await testApp.deps.pool.query("update two_factor set encrypted_secret = $1", [key.encrypt("two-factor-secret", "A")]);
  expect(await rotateKey(NEW)).toMatch(/cannot be decrypted.*\ntwo_factor\.encrypted_secret: 1\n/);
  const { rows } = await testApp.deps.pool.query<{ encrypted: Buffer }>(
    "select encrypted_secret as encrypted from two_factor",
  );
  expect(rows.map(({ encrypted }) => key.decrypt("two-factor-secret", encrypted))).toEqual(["A"]);
});

test("re-encrypts every encrypted column of the database", async () => {
  const { rows } = await testApp.deps.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like 'encrypted\\_%'`,
  );
  const names = (await rotateAll(testApp.deps)).map((column) => column.name);
  expect(names.toSorted()).toEqual(rows.map((row) => row.name).toSorted());
});
