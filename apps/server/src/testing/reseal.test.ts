import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { recruitingRoutes } from "@app/contract/recruiting";
import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { expect, test } from "vitest";
import { openSecrets } from "#platform/crypto/secrets.ts";
import { resealAll } from "#src/reseal.ts";
import { type Caller, openCaller } from "./caller.ts";
import { toBasics, toTeam } from "./earner-forms.ts";
import { PASSWORD, toLogin } from "./people.ts";
import { payPlan, signUpAsEarner } from "./registrant.ts";
import { openStage } from "./stage.ts";
import { appCode, enableTwoFactor } from "./two-factor.ts";

const OLD = "the old secret of thirty-two characters";
const NEW = "the new secret of thirty-two characters";
const CHOICES = { is_on: true, shows_gpa: false, shows_graduation: true, shows_colleges: true } as const;

const stage = await openStage({ SECRET_KEY: OLD });
const run = promisify(execFile);

/** The product is started again with other keys. */
function takeKeys(...keys: string[]): void {
  Object.assign(stage.deps, { secrets: openSecrets(keys) });
}

/** Runs the command as an operator does, with the keys of the running product. */
async function reseal(...keys: string[]): Promise<string> {
  const program = path.resolve(import.meta.dirname, "../staff.ts");
  const { databaseUrl, dataDir } = stage.deps.config;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl ?? "",
    DATA_DIR: dataDir,
    SECRET_KEY: keys.join(),
  };
  return run(process.execPath, [program, "reseal"], { env }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

async function duplicatesOf(accountId: string): Promise<string[]> {
  const { rows } = await stage.deps.pool.query<{ other: string }>(
    "select other_account_id as other from ssn_duplicates where account_id = $1",
    [accountId],
  );
  return rows.map((row) => row.other);
}

async function sendSsn(name: string): Promise<string> {
  const person = await stage.person(name);
  await payPlan(stage, person.accountId, "Team");
  await person.call(earnerRoutes.team, { body: toTeam(name, stage.categoryId) });
  return person.accountId;
}

/** A visitor in the middle of the Sign Up form. */
async function typeSignUp(): Promise<Caller> {
  const body = { email: "tia@people.test", username: "tia", date_of_birth: "2001--", phone: "+1", gender: null };
  const reply = await stage.visitor.send("PUT", "/api/v1/sign-up-draft", { body });
  const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  return openCaller(stage.origin, null, { cookie });
}

const signIn = (code: string) =>
  stage.visitor
    .call(accountRoutes.login, { body: { ...toLogin("maya", PASSWORD), code } })
    .then((session) => session.users.username);

test("a key is replaced and dropped, and nobody is locked out or forgotten", async () => {
  const maya = await stage.person("maya", { plan: "Individual" });
  const { secret, recoveryCodes } = await enableTwoFactor(openCaller(stage.origin, maya.token));
  const [first = "", second = ""] = recoveryCodes;
  const { path: page } = await maya.call(recruitingRoutes.save, {
    body: { ...CHOICES, shows_measurables: true, shows_location: false, highlights: [] },
  });
  const rob = await sendSsn("rob");
  const ola = await signUpAsEarner(stage, "ola");
  await ola.call(earnerRoutes.individualBasics, { body: toBasics("ola") });
  const draft = await ola.call(earnerRoutes.registration);
  const tia = await typeSignUp();

  // The new key first: what the old one kept is found by it.
  takeKeys(NEW, OLD);
  expect(await signIn(first)).toBe("maya");
  const sal = await sendSsn("sal");
  expect(await duplicatesOf(sal)).toEqual([rob]);

  const said = await reseal(NEW, OLD);
  expect(said).toContain("two_factor.sealed_secret: 1 written anew");
  // Sal's is sealed with the new key.
  expect(said).toContain("earner_profiles.sealed_ssn: 1 written anew");
  expect(said).toContain("recruiting_links.sealed_token: 1 written anew");
  expect(said).toContain("registrations.sealed_draft: 1 written anew");
  expect(said).toContain("sign_up_drafts.sealed_draft: 1 written anew");
  expect(await reseal(NEW, OLD)).not.toMatch(/: [1-9]\d* written anew/);

  // The old key is dropped. Only the recovery codes were its own.
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

test("what no key opens is counted and left as it is", async () => {
  const key = openSecrets([OLD]);
  await stage.deps.pool.query("update two_factor set sealed_secret = $1", [key.encrypt("two-factor-secret", "A")]);
  expect(await reseal(NEW)).toMatch(/cannot be opened.*\ntwo_factor\.sealed_secret: 1\n/);
  const { rows } = await stage.deps.pool.query<{ sealed: Buffer }>("select sealed_secret as sealed from two_factor");
  expect(rows.map(({ sealed }) => key.decrypt("two-factor-secret", sealed))).toEqual(["A"]);
});

test("every sealed column of the database is written anew", async () => {
  const { rows } = await stage.deps.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed%'`,
  );
  const names = (await resealAll(stage.deps)).map((column) => column.name);
  expect(names.toSorted()).toEqual(rows.map((row) => row.name).toSorted());
});
