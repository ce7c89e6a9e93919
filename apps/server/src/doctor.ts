import path from "node:path";
import { pathToFileURL } from "node:url";
import { findEngine } from "#modules/catalog/index.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import type { Database } from "#platform/db/database.ts";
import { MIGRATIONS, pendingMigrations } from "#platform/db/migrate.ts";
import { readSecret, withRunningDatabase } from "./command-deps.ts";
import { type Config, readConfig } from "./config.ts";
import { checkDatabase, isEmpty } from "./doctor/database.sql.ts";
import {
  checkBackups,
  checkCaptions,
  checkDisk,
  checkFfmpeg,
  checkMail,
  checkRedis,
  checkWorker,
} from "./doctor/machine.service.ts";
import { checkNetwork } from "./doctor/network.service.ts";
import { findUnreadable } from "./rotate-key.ts";

/** `npm run doctor`: says in plain sentences what is wrong with this installation. Changes nothing. */
export async function examine(config: Config, now = new Date()): Promise<string[]> {
  const found = await Promise.all([
    checkNetwork(config, now),
    checkAll(config).catch((error: unknown) => [
      `The database does not answer: ${error instanceof Error ? error.message : String(error)}`,
    ]),
    checkDisk(config),
    checkMail(config),
    checkRedis(config),
    checkFfmpeg(config),
    findEngine(config).then((engine) => checkCaptions(config, engine !== null)),
  ]);
  return [...found.flat(), ...checkWorker(config, now), ...checkBackups(config, now)];
}

async function checkAll(config: Config): Promise<string[]> {
  const found = await withRunningDatabase(config, async (database) => {
    if (await isEmpty(database.pool)) return ["The database is empty. Start the product."];
    return [...(await checkDatabase(database.pool)), ...(await checkSecretKey(config, database))];
  });
  return found ?? [`No database runs in DATA_DIR, ${path.resolve(config.dataDir)}. Start the product.`];
}

async function checkSecretKey(config: Config, { sql, pool }: Database): Promise<string[]> {
  // An older database may lack the tables.
  if ((await pendingMigrations(pool, MIGRATIONS)).length > 0) return [];
  const unreadable = await findUnreadable({ sql, secrets: createSecrets(config.secretKeys) });
  if (unreadable.length === 0) return [];
  return [
    `SECRET_KEY cannot read what is encrypted in ${unreadable.join(", ")}. Set the key that was used before; several keys are separated by commas.`,
  ];
}

async function main(): Promise<number> {
  const found = await examine(readConfig(process.env, (dataDir) => readSecret(dataDir) ?? ""));
  if (found.length === 0) process.stdout.write("\nNothing is wrong with this installation.\n\n");
  else process.stdout.write(`\n${found.map((sentence) => `- ${sentence}`).join("\n")}\n\n`);
  return found.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exit(
    await main().catch((error: unknown) => {
      process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
      return 1;
    }),
  );
