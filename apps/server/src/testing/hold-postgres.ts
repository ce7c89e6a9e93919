import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";

/** A process that starts the database of a folder, prints its URL, and runs until it is killed. */
const [dataDir = ""] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({ dataDir });
  process.stdout.write(`${postgres.url}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stderr.write(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  process.exitCode = 1;
}
