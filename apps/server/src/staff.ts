import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { newEmail, RESET_MINUTES } from "@app/contract/sign-up";
import { addStaff, forgetTwoFactorOf, removeStaff, type StaffRole } from "#modules/accounts/staff-role.service.ts";
import { openDatabase } from "#platform/db/database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { MIGRATIONS } from "#platform/db/migrations-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { openLog } from "#platform/log.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { findRunningPostgres } from "#platform/postgres/running-postgres.ts";
import { type Config, readConfig } from "./config.ts";
import { keepSecret } from "./keep-secret.ts";

/** `npm run staff`: who is staff. The first admin is made here, for no page can. Works beside a running product. */
const USAGE = `How to use it:
  npm run staff -- add EMAIL             makes somebody an admin; without an account they get one
  npm run staff -- add EMAIL moderator   makes somebody a moderator
  npm run staff -- remove EMAIL          takes the role away; the account stays
  npm run staff -- reset-codes EMAIL     switches two-factor sign-in off, for whoever lost app and recovery codes
`;

const SECOND_FACTOR = "Before anything of staff's opens, they switch two-factor sign-in on in their settings.";

async function add(deps: Deps, email: string, role: StaffRole): Promise<string> {
  const outcome = await addStaff(deps, email, role);
  if (outcome.kind === "unverified")
    throw new Error(`${email} has an account that is not verified. Its owner opens the mailed link first.`);
  if (outcome.kind === "promoted") return `${outcome.username} is ${role} now. ${SECOND_FACTOR}`;
  return [
    `${outcome.username} was made, and is ${role}. They choose a password within ${RESET_MINUTES} minutes at`,
    outcome.link,
    SECOND_FACTOR,
  ].join("\n");
}

async function remove(deps: Deps, email: string): Promise<string> {
  return `${requireName(await removeStaff(deps, email), email)} is no staff any more.`;
}

async function resetCodes(deps: Deps, email: string): Promise<string> {
  const username = requireName(await forgetTwoFactorOf(deps, email), email);
  return `${username} signs in with the password alone, and was told by mail. Staff switch it on again first of all.`;
}

function requireName(username: string | null, email: string): string {
  if (username === null) throw new Error(`There is no account with the address ${email}.`);
  return username;
}

async function withDeps<T>(config: Config, work: (deps: Deps) => Promise<T>): Promise<T> {
  mkdirSync(config.dataDir, { recursive: true });
  const dataDir = realpathSync(path.resolve(config.dataDir));
  const running = config.databaseUrl ?? (await findRunningPostgres(dataDir));
  const own = running === null ? await startEmbeddedPostgres({ dataDir }) : null;
  const database = openDatabase(running ?? own?.url ?? "", { connections: 2 });
  const log = openLog("silent");
  try {
    await migrate(database.pool, MIGRATIONS);
    await migrateJobs(database.pool, log);
    // Loaded when there is something to do: a word that is not known is answered at once.
    const { toDeps } = await import("./product.ts");
    return await work(await toDeps(config, log, database));
  } finally {
    await database.close();
    await own?.stop();
  }
}

const [verb = "", address = "", role = "admin", ...more] = process.argv.slice(2);

/** @returns what the words of the command ask for, null when they ask for nothing */
function toWork(email: string): ((deps: Deps) => Promise<string>) | null {
  if (more.length > 0) return null;
  if (verb === "add" && (role === "admin" || role === "moderator")) return (deps) => add(deps, email, role);
  if (process.argv.length > 4) return null;
  if (verb === "remove") return (deps) => remove(deps, email);
  return verb === "reset-codes" ? (deps) => resetCodes(deps, email) : null;
}

try {
  const email = newEmail.safeParse(address);
  const work = toWork(email.data ?? "");
  if (!work) throw new Error(USAGE);
  if (!email.success) throw new Error(`“${address}” is not an email address.\n\n${USAGE}`);
  process.stdout.write(`\n${await withDeps(readConfig(process.env, keepSecret), work)}\n\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
