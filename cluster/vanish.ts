import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPool } from "../apps/server/src/platform/db/database.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/postgres/embedded-postgres.ts";
import { createUploadLocker } from "../apps/server/src/platform/storage/upload-locks.ts";
import { startServer } from "../apps/server/src/testing/standby.ts";
import { until } from "./processes.ts";

/**
 * `unshare --net node cluster/vanish.ts`: takes the network away inside its own network namespace while locks are held,
 * so that PostgreSQL hears nothing more from their holders. Meanwhile it queries PostgreSQL over a Unix socket.
 * Prints how long each lock was held after that, in milliseconds.
 */
const LIMIT_MS = 60_000;
const [UPLOAD, TRANSACTION, PLAIN] = ["an upload", 1, 2] as const;

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "inherit" });

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-vanish-"));
chmodSync(folder, 0o755);
const sockets = path.join(folder, "sockets");
mkdirSync(sockets);
chmodSync(sockets, 0o777);

ip("link", "set", "lo", "up");
const made = await startEmbeddedPostgres({ dataDir: folder });
const asking = createPool(made.url, { connections: 1, name: "vanish" });
const { rows } = await asking.query<{ data_directory: string }>("show data_directory");
await asking.end();
await made.stop();
const server = await startServer(rows[0]?.data_directory ?? "", made.url, [`unix_socket_directories=${sockets}`]);

const beside = createPool(withParameter("host", sockets), { connections: 1, name: "vanish" });
const isHeld = async (where: string) =>
  ((await beside.query(`select from pg_locks where locktype = 'advisory' and ${where}`)).rowCount ?? 0) > 0;

const pool = createPool(server.url, { connections: 2, name: "fieldhouse" });
await createUploadLocker({ pool, log: createLog("silent") })
  .newLock(UPLOAD)
  .lock(new AbortController().signal, () => undefined);
const client = await pool.connect();
await client.query("begin");
await client.query("select pg_advisory_xact_lock($1)", [TRANSACTION]);
// Like a program that does not configure keepalives.
const plain = createPool(withParameter("options", "-c tcp_keepalives_idle=0"), { connections: 1, name: "vanish" });
await plain.query("select pg_advisory_lock($1)", [PLAIN]);

ip("link", "set", "lo", "down");
const isFree = (where: string) => until(async () => !(await isHeld(where)), where, { limitMs: LIMIT_MS });
const [uploadMs, transactionMs] = await Promise.all([
  isFree("objsubid = 1 and classid <> 0"),
  isFree(`objsubid = 1 and classid = 0 and objid = ${TRANSACTION}`),
]);
const isPlainHeld = await isHeld(`objsubid = 1 and classid = 0 and objid = ${PLAIN}`);
process.stdout.write(`${JSON.stringify({ uploadMs, transactionMs, isPlainHeld })}\n`);
await beside.end();
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);

/** Parameters in the URL take precedence over what we set for each connection. */
function withParameter(name: string, value: string): string {
  const url = new URL(server.url);
  url.searchParams.set(name, value);
  return url.href.replaceAll("+", "%20");
}
