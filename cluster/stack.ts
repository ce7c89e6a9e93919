import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../apps/server/src/testing/free-port.ts";
import { ensureProgram } from "../apps/server/src/testing/programs.ts";
import { type Databases, startDatabases } from "./databases.ts";
import { createProcesses, type Service, until } from "./processes.ts";
import { type Store, startStore } from "./store.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const MAIN = "apps/server/src/main.ts";

export type Stack = {
  /** HAProxy's address. */
  origin: string;
  folder: string;
  webs: readonly [Service, Service];
  webOrigins: readonly [string, string];
  workers: readonly [Service, Service];
  redis: Service;
  databases: Databases;
  store: Store;
  /** Replaces the first web process by one of another release or with another environment. */
  replaceFirstWeb(options: { root?: string; env?: Record<string, string> }): Promise<void>;
  /** Stops the replacement, starts the original web process again, and repairs the store. */
  recover(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts everything, in a new folder.
 * @param onStarting receives a function that stops what is already running, in case a signal arrives meanwhile
 */
export async function startStack(onStarting: (stop: () => Promise<void>) => void): Promise<Stack> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-cluster-"));
  chmodSync(folder, 0o755);
  const processes = createProcesses(folder);
  const closers: (() => Promise<unknown>)[] = [() => processes.stopAll()];
  async function stop(): Promise<void> {
    for (const close of closers.splice(0)) await close();
    rmSync(folder, { recursive: true, force: true });
  }
  onStarting(stop);
  try {
    const [redis, haproxy, nginx] = [
      ensureProgram("redis-server", "redis-server"),
      ensureProgram("haproxy", "haproxy"),
      ensureProgram("nginx", "nginx"),
    ];
    const databases = await startDatabases(path.join(folder, "databases"));
    closers.push(() => databases.stop());
    await databases.setSynchronous(true);
    const store = await startStore();
    closers.push(() => store.stop());
    const ports = await choosePorts();
    const at = (port: number) => `127.0.0.1:${port}`;
    const redisArgs = ["--port", String(ports.redis), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const redisService = processes.add("redis", { path: redis.path, args: redisArgs, env: redis.env });
    const haproxyService = processes.add("haproxy", {
      path: haproxy.path,
      args: ["-W", "-db", "-f", path.join(ROOT, "deploy/haproxy.cfg")],
      env: {
        ...haproxy.env,
        PUBLIC_ADDRESS: at(ports.public),
        POSTGRES_ADDRESS: at(ports.postgres),
        MEDIA: at(ports.media),
        WEB_1: at(ports.web1),
        WEB_2: at(ports.web2),
        DB_1: at(databases.ports[0]),
        DB_2: at(databases.ports[1]),
        DB_1_PATRONI: String(databases.patroniPorts[0]),
        DB_2_PATRONI: String(databases.patroniPorts[1]),
      },
    });
    const nginxConfig = writeNginxConfig(folder, {
      WEB_1: at(ports.web1),
      WEB_2: at(ports.web2),
      MEDIA_ADDRESS: at(ports.media),
      CACHE_SIZE: "256m",
    });
    const nginxArgs = [
      "-c",
      nginxConfig,
      "-p",
      folder,
      "-e",
      path.join(folder, "nginx-start.log"),
      "-g",
      "daemon off;",
    ];
    processes.add("nginx", { path: nginx.path, args: nginxArgs, env: nginx.env });

    const origin = `http://${at(ports.public)}`;
    const shared = {
      NODE_ENV: "test",
      DEMO: "0",
      LOG_LEVEL: "info",
      PUBLIC_URL: origin,
      SECRET_KEY: "the cluster's secret of thirty-two characters",
      DATABASE_URL: Object.assign(new URL(databases.primary().url), { port: String(ports.postgres) }).href,
      DATABASE_READ_URL: databases.replica().url,
      DATABASE_CONNECTIONS: "8",
      REDIS_URL: `redis://${at(ports.redis)}`,
      LIVE_FANOUT: "redis",
      TRUST_PROXY: "loopback",
      FREE_DISK_MIN_GB: "0.1",
      ...store.environment,
      ...(process.env["FFMPEG_PATH"] ? { FFMPEG_PATH: process.env["FFMPEG_PATH"] } : {}),
      ...(process.env["FFPROBE_PATH"] ? { FFPROBE_PATH: process.env["FFPROBE_PATH"] } : {}),
    };
    const startNode = (name: string, own: Record<string, string>, root = ROOT) => {
      const dataDir = path.join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      const args = [path.join(root, MAIN)];
      return processes.add(name, { path: process.execPath, args, env: { ...shared, ...own, DATA_DIR: dataDir } });
    };
    const webPorts = [ports.web1, ports.web2] as const;
    const toWeb = (one: 0 | 1) => ({
      ...readUnit("fieldhouse-web", String(webPorts[one])),
      HOST: "127.0.0.1",
    });
    // One after another: the first one migrates the database.
    const first = startNode("web-1", toWeb(0));
    await untilReady(`http://${at(ports.web1)}`);
    const webs = [first, startNode("web-2", toWeb(1))] as const;
    const workers = [
      startNode("worker-1", readUnit("fieldhouse-worker", "1")),
      startNode("worker-2", readUnit("fieldhouse-worker", "2")),
    ] as const;
    await untilReady(`http://${at(ports.web2)}`);
    await untilReady(origin);
    void haproxyService;
    const others: Service[] = [];
    return {
      origin,
      folder,
      webs,
      webOrigins: [`http://${at(ports.web1)}`, `http://${at(ports.web2)}`],
      workers,
      redis: redisService,
      databases,
      store,
      async replaceFirstWeb({ root, env }) {
        for (const web of [webs[0], ...others.splice(0)]) await web.stop();
        others.push(startNode("web-1-other", { ...toWeb(0), ...env }, root));
        await untilReady(`http://${at(ports.web1)}`);
      },
      async recover() {
        store.set({});
        for (const other of others.splice(0)) await other.stop();
        for (const web of webs) if (web.pid() === 0) web.start();
        await Promise.all([ports.web1, ports.web2].map((port) => untilReady(`http://${at(port)}`)));
        await untilReady(origin);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function choosePorts() {
  const names = ["public", "postgres", "media", "web1", "web2", "redis"] as const;
  const ports = {} as Record<(typeof names)[number], number>;
  for (const name of names) ports[name] = await freePort();
  return ports;
}

/** @returns the environment that the systemd unit sets for one instance; the rest would be in its environment file */
function readUnit(name: string, instance: string): Record<string, string> {
  const unit = readFileSync(path.join(ROOT, `deploy/${name}@.service`), "utf8").replaceAll("%i", instance);
  const [, line = ""] = /^Environment=(.+)$/m.exec(unit) ?? [];
  return Object.fromEntries(line.split(" ").map((pair) => pair.split("=") as [string, string]));
}

/** Fills in the template as envsubst does: `${NAME}` only, not nginx's own `$name`. */
function writeNginxConfig(folder: string, values: Record<string, string>): string {
  const template = readFileSync(path.join(ROOT, "deploy/nginx-media.conf.template"), "utf8");
  const all: Record<string, string> = { ...values, FOLDER: folder };
  const file = path.join(folder, "nginx.conf");
  // When root starts it, its workers run as another user.
  chmodSync(folder, 0o777);
  writeFileSync(
    file,
    template.replace(/\$\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole),
  );
  return file;
}

export function untilReady(origin: string): Promise<number> {
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  return until(isReady, `${origin} is ready`);
}
