import path from "node:path";
import { SilentDatabase } from "#platform/db/database.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { JobRegistryError } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { FieldhouseStartError } from "#platform/postgres/embedded-postgres.ts";
import { loadOrCreateSecret } from "./command-deps.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type Product, startProduct, toStartupBanner } from "./product.ts";

/** Their messages are for the operator. */
const OPERATOR_ERRORS = [ConfigError, FieldhouseStartError, MigrationError, JobRegistryError, SilentDatabase];

const FULL = "The disk is full. Make room, and start again: nothing was lost.";
const DATABASE_FAULTS = [
  ["ECONNREFUSED", "The database of DATABASE_URL does not answer."],
  ["ENOTFOUND", "There is no machine of the name in DATABASE_URL."],
  ["28P01", "The database of DATABASE_URL refuses this name or password. In a URL, @ is written %40, and # %23."],
  ["3D000", "The database server of DATABASE_URL has no database of this name."],
] as const;

type Place = Pick<Config, "host" | "port" | "dataDir">;

/** @returns a message for the operator; null: a bug of ours */
function toMessage(error: unknown, { host, port, dataDir }: Place): string | null {
  if (!(error instanceof Error)) return null;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return error.message;
  const noHost = `HOST=${host} is no address of this machine.`;
  if ("hostname" in error && error.hostname === host) return noHost;
  const unwritable = `${path.resolve(dataDir)} cannot be written. Choose another DATA_DIR, or mend its permissions.`;
  if ("syscall" in error && error.syscall === "listen" && "code" in error && error.code === "EACCES")
    return `Port ${port} is for root only. Choose one from 1024 on, and put a proxy in front: PORT=3000 npm start`;
  const messages = new Map([
    ["EADDRINUSE", `Port ${port} is in use already. Stop the other program, or choose another: PORT=3001 npm start`],
    ["EADDRNOTAVAIL", noHost],
    ...["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST"].map((code) => [code, unwritable] as const),
    ["ENOSPC", FULL],
    ...DATABASE_FAULTS,
  ]);
  return ("code" in error && messages.get(String(error.code))) || null;
}

/** Does not include draining. After this the process exits anyway, and the next start recovers as after a kill. */
const STOP_LIMIT_MS = 20_000;

let config: Config | null = null;
let product: Product | null = null;
let isStopping = false;
let startLimit: NodeJS.Timeout | undefined;

/** A signal during the start takes effect once the product has started, or cannot in time. */
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  if (product) end(product);
  else startLimit = setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
}

function end(running: Product): void {
  clearTimeout(startLimit);
  const exitAnyway = () => {
    running.deps.log.error({}, "stopping took too long");
    process.exit(1);
  };
  setTimeout(exitAnyway, STOP_LIMIT_MS + running.deps.config.drainS * 1_000).unref();
  running.stop().then(
    () => process.exit(),
    (error: unknown) => {
      running.deps.log.error({ err: error }, "stopping failed");
      process.exit(1);
    },
  );
}

process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("SIGHUP", stop);
// A worker stops when its web process was killed.
process.once("disconnect", stop);

try {
  config = readConfig(process.env, loadOrCreateSecret);
  const log = createLog(config.logLevel, config.logFile);
  product = await startProduct(config, log, process.env);
  if (isStopping) end(product);
  else if (product.url !== null && !config.isProduction)
    process.stdout.write(toStartupBanner(config, product.url, product.demo));
} catch (error) {
  // Without a configuration, only the data folder can be at fault.
  const message = toMessage(error, config ?? { host: "", port: 0, dataDir: process.env.DATA_DIR ?? ".data" });
  process.stderr.write(`\n${message ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exit(1);
}
