import { chmodSync, mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { createPool } from "../apps/server/src/platform/db/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/postgres/embedded-postgres.ts";
import { freePort } from "../apps/server/src/testing/free-port.ts";
import { type PostgresServer, startServer, startStandby } from "../apps/server/src/testing/standby.ts";

/** Configured like a dedicated server, except for the small memory. */
const SETTINGS = ["max_connections=200", "shared_buffers=128MB", "synchronous_commit=local", "wal_keep_size=512MB"];

/** A primary and its replica, with a fake of what Patroni does for them and for HAProxy. */
export type Databases = {
  primary(): PostgresServer;
  replica(): PostgresServer;
  patroniPorts: readonly [number, number];
  ports: readonly [number, number];
  query<Row extends object>(server: PostgresServer, text: string): Promise<Row[]>;
  /** Switches whether transactions of money wait for the replica. */
  setSynchronous(isOn: boolean): Promise<void>;
  /** Restarts a killed replica on its port. */
  restartReplica(): Promise<void>;
  /** Promotes the replica to primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

export async function startDatabases(folder: string): Promise<Databases> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const made = await startEmbeddedPostgres({ dataDir: folder });
  const [{ data_directory: primaryFolder = "" } = {}] = await queryAt<{ data_directory: string }>(
    made.url,
    "show data_directory",
  );
  await made.stop();
  const primary = await startServer(primaryFolder, made.url, SETTINGS);
  const replica = await startStandby(primary.url, path.join(folder, "replica"), SETTINGS);
  const servers = [primary, replica];
  let primaryAt = 0;
  const patronis = await Promise.all([0, 1].map((at) => startPatroni(() => servers[at])));

  return {
    primary: () => servers[primaryAt] ?? primary,
    replica: () => servers[1] ?? replica,
    ports: [portOf(primary.url), portOf(replica.url)],
    patroniPorts: [patronis[0]?.port ?? 0, patronis[1]?.port ?? 0],
    query: (server, text) => queryAt(server.url, text),
    async setSynchronous(isOn) {
      const at = servers[primaryAt] ?? primary;
      await queryAt(at.url, `alter system set synchronous_standby_names = '${isOn ? "standby" : ""}'`);
      await queryAt(at.url, "select pg_reload_conf()");
    },
    async restartReplica() {
      const conninfo = toConninfo(primary.url);
      const settings = [...SETTINGS, `primary_conninfo=${conninfo}`];
      servers[1] = await startServer(replica.folder, replica.url, settings, portOf(replica.url));
    },
    async promote() {
      const standby = servers[1] ?? replica;
      await queryAt(standby.url, "select pg_promote(true, 30)");
      primaryAt = 1;
    },
    async stop() {
      for (const { server } of patronis) server.close();
      for (const server of servers.toReversed()) await server.stop();
    },
  };
}

function toConninfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

async function queryAt<Row extends object>(url: string, text: string, { limitMs = 60_000 } = {}): Promise<Row[]> {
  const pool = createPool(url, { connections: 1, name: "cluster", limitMs });
  try {
    return (await pool.query<Row>(text)).rows;
  } finally {
    await pool.end();
  }
}

/** Answers HAProxy's check as Patroni's REST API does: 200 if the server is the primary. */
async function startPatroni(find: () => PostgresServer | undefined): Promise<{ port: number; server: Server }> {
  const port = await freePort();
  const isPrimary = async () => {
    const url = find()?.url;
    const rows = url
      ? await queryAt<{ is_primary: boolean }>(url, "select not pg_is_in_recovery() as is_primary", { limitMs: 2_000 })
      : [];
    return rows[0]?.is_primary ?? false;
  };
  const server = createServer((_request, response) => {
    void isPrimary()
      .catch(() => false)
      .then((isIt) => response.writeHead(isIt ? 200 : 503).end());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { port, server };
}
