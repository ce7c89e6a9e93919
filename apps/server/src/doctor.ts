import { pathToFileURL } from "node:url";
import { loadOrCreateSecret, withDatabase } from "./command-deps.ts";
import { type Config, readConfig } from "./config.ts";
import { checkDatabase } from "./doctor/database.sql.ts";
import { checkBackups, checkDisk, checkFfmpeg, checkMail, checkRedis, checkWorker } from "./doctor/machine.service.ts";
import { checkNetwork } from "./doctor/network.service.ts";

/** `npm run doctor`: says in plain sentences what is wrong with this installation. Changes nothing. */
export async function examine(config: Config, now = new Date()): Promise<string[]> {
  const found = await Promise.all([
    checkNetwork(config, now),
    withDatabase(config, ({ pool }) => checkDatabase(pool)).catch((error: unknown) => [
      `The database does not answer: ${error instanceof Error ? error.message : String(error)}`,
    ]),
    checkDisk(config),
    checkMail(config),
    checkRedis(config),
    checkFfmpeg(config),
  ]);
  return [...found.flat(), ...checkWorker(config, now), ...checkBackups(config, now)];
}

async function main(): Promise<number> {
  const found = await examine(readConfig(process.env, loadOrCreateSecret));
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
