import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { ConfigError, readConfig } from "./config.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { JobRegistryError } from "#platform/jobs/worker.ts";
import { openLog } from "#platform/log.ts";
import { FieldhouseStartError } from "#platform/postgres/embedded-postgres.ts";
import { startProduct } from "./product.ts";

/** The secret of a machine that was given none: made once and kept beside the data. */
function keepSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret.key");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const secret = randomBytes(32).toString("base64url");
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  }
}

/** @returns what to tell the person who started it, or null for a fault of ours */
function toSentence(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof FieldhouseStartError) return error.message;
  if (error instanceof MigrationError || error instanceof JobRegistryError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") return "The port is in use already. Stop the other program, or choose another PORT.";
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return "The data folder cannot be written. Choose another DATA_DIR, or mend its permissions.";
  if (code === "ENOSPC") return "The disk is full. Make room, and start again: nothing was lost.";
  return null;
}

try {
  const config = readConfig(process.env, keepSecret);
  const product = await startProduct(config, openLog(config.logLevel), process.env);
  const stop = () => {
    product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // A worker whose web process was killed is nobody's, and ends.
  process.once("disconnect", stop);
} catch (error) {
  const sentence = toSentence(error);
  process.stderr.write(`\n${sentence ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exit(1);
}
