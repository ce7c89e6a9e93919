import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { createDataFolder, writeOnce } from "#platform/data-folder.ts";
import { createDatabase, type Database, requireAnswer } from "#platform/db/database.ts";
import { answers } from "#platform/postgres/await-server.ts";
import { sharedHomeOf, startEmbeddedPostgres, toUrl } from "#platform/postgres/embedded-postgres.ts";
import { areKeysLong, type Config, ConfigError } from "./config.ts";

const SECRET_FILE = "secret.key";

/** Runs an operator's command on the product's database, whether or not the product is running. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const dataDir = createDataFolder(path.resolve(config.dataDir));
  const running = config.databaseUrl ?? (await findRunningPostgres(dataDir));
  const own = running === null ? await startEmbeddedPostgres({ dataDir }) : null;
  try {
    return await workOn(running ?? own?.url ?? "", work);
  } finally {
    await own?.stop();
  }
}

/** Like `withDatabase`, but starts and creates nothing. @returns null: no database runs */
export async function withRunningDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T | null> {
  const url = config.databaseUrl ?? (await findRunningPostgres(path.resolve(config.dataDir)));
  return url === null ? null : workOn(url, work);
}

async function workOn<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  await requireAnswer(url);
  const database = createDatabase(url, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** In `postmaster.pid`, which exists while PostgreSQL runs. */
const PORT_LINE = 3;

/**
 * Finds the embedded database that a running product uses on this data folder, for commands.
 * @returns its URL; null: none runs
 */
async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const homes = existsSync(dataDir) ? [dataDir, sharedHomeOf(realpathSync(dataDir))] : [];
  for (const home of homes) {
    const port = readLine(path.join(home, "postgres", "postmaster.pid"), PORT_LINE);
    const password = readLine(path.join(dataDir, "postgres.password"), 0);
    if (port === null || password === null || !/^\d+$/.test(port)) continue;
    const url = toUrl(password, Number(port));
    if (await answers(url)) return url;
  }
  return null;
}

function readLine(file: string, at: number): string | null {
  try {
    return readFileSync(file, "utf8").split("\n")[at]?.trim() ?? null;
  } catch {
    return null;
  }
}

/**
 * Generates a secret on first use and saves it in the data folder.
 * @throws ConfigError the saved one is too short
 */
export function loadOrCreateSecret(dataDir: string): string {
  const saved = readSecret(dataDir);
  if (saved !== null) return saved;
  writeOnce(path.join(createDataFolder(dataDir), SECRET_FILE), `${randomBytes(32).toString("base64url")}\n`);
  return readSecret(dataDir) ?? "";
}

/**
 * @returns the secret in the data folder; null: there is none
 * @throws ConfigError it is too short
 */
export function readSecret(dataDir: string): string | null {
  const file = path.join(dataDir, SECRET_FILE);
  if (!existsSync(file)) return null;
  const secret = readFileSync(file, "utf8").trim();
  if (areKeysLong(secret)) return secret;
  throw new ConfigError(
    `${path.resolve(file)} holds no key of 32 characters or more. Put its content back; if the product has never run, delete the file.`,
  );
}
