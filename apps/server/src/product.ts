import path from "node:path";
import { BRAND } from "@app/contract/brand";
import { findEngine } from "#modules/catalog/index.ts";
import { followDatabaseClock, nowMs } from "#platform/clock.ts";
import { createSecrets, type Secrets } from "#platform/crypto/secrets.ts";
import { clearOldScratch, clearScratch, createDataFolder } from "#platform/data-folder.ts";
import { createDatabase, type Database, requireAnswer, type Sql } from "#platform/db/database.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import { createReplica, type Replica } from "#platform/db/replica.ts";
import type { Deps } from "#platform/deps.ts";
import { createPersonalData } from "#platform/domain.ts";
import { createEvents } from "#platform/events/subscriptions.ts";
import { createMailbox } from "#platform/http/mailbox.ts";
import { closeInOrder } from "#platform/http/server.ts";
import { reportMetrics, superviseWorker } from "#platform/jobs/supervise-worker.ts";
import { unlockAllJobs } from "#platform/jobs/unlock.ts";
import { migrateJobs, startWorker } from "#platform/jobs/worker.ts";
import { startPublisher } from "#platform/live/outbox.ts";
import type { Log } from "#platform/log.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { createSmtpMail } from "#platform/mail/smtp-mail.ts";
import { createMetrics } from "#platform/metrics.ts";
import type { Payments } from "#platform/payments/payments.ts";
import { createSandboxPayments } from "#platform/payments/sandbox-payments.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { createPushSender } from "#platform/push/push.ts";
import { loadOrCreateVapidKeys, type VapidKeys } from "#platform/push/vapid-keys.ts";
import { connectRedis } from "#platform/redis/redis.ts";
import { createStorage, createUploadStore } from "#platform/storage/create-storage.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { allJobs, domains } from "./domains.ts";
import { findUnreadable } from "./rotate-key.ts";

export type Product = {
  /** The server's URL; null: a worker. */
  url: string | null;
  deps: Deps;
  /** For the startup banner. */
  demo: Demo;
  stop(): Promise<void>;
};

const UNREADABLE =
  "SECRET_KEY is not the key that these were encrypted with: set the right one, or add it after a comma";
const CLEAR_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Starts the processes of the role. `all` is the web server in this process and a worker in a child process. */
export async function startProduct(config: Config, log: Log, environment: NodeJS.ProcessEnv): Promise<Product> {
  const closers: (() => Promise<unknown>)[] = [];
  async function stop(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }
  try {
    createDataFolder(config.dataDir);
    const databaseUrl = await findDatabase(config, log, closers);
    const database = createDatabase(databaseUrl, { connections: config.databaseConnections });
    closers.push(() => database.close());
    await migrate(database.pool, MIGRATIONS);
    await migrateJobs(database.pool, log);
    closers.push(await followDatabaseClock({ pool: database.pool, log }));
    const deps = await toDeps(config, log, database);
    closers.push(async () => deps.replica?.close());
    const unreadable = await findUnreadable(deps);
    if (unreadable.length > 0) log.error({ columns: unreadable }, UNREADABLE);
    const isDemoNew = config.demo && config.role !== "worker" && (await (await loadSeed()).createDemoWorld(deps));
    let url: string | null = null;
    if (config.role !== "worker") {
      const app = await createApp(deps);
      closers.push(() => closeInOrder(app, config.drainS));
      url = await app.listen({ host: config.host, port: config.port });
    }
    if (config.role === "worker") closers.push(await startWorkerRole(deps));
    if (config.role === "all") {
      await cleanUpAfterWorker(deps);
      const onLost = () => cleanUpAfterWorker(deps);
      closers.push(
        superviseWorker({ databaseUrl, dataDir: config.dataDir, environment, log, metrics: deps.metrics, onLost }),
      );
    }
    const signIns = config.demo ? await (await loadSeed()).listDemoSignIns(deps) : [];
    return { url, deps, demo: { signIns, isNew: isDemoNew }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Imported lazily, because production does not need it. */
function loadSeed() {
  return import("./seed/demo-people.service.ts");
}

async function findDatabase(config: Config, log: Log, closers: (() => Promise<unknown>)[]): Promise<string> {
  if (config.databaseUrl !== null) {
    await requireAnswer(config.databaseUrl);
    return config.databaseUrl;
  }
  const onRecovery = () => log.warn({}, "PostgreSQL is recovering from a crash; the start continues when that is done");
  // Without it nothing works. The person who started us, or a supervisor, starts both again.
  const onEnded = (message: string) => {
    log.error({}, message);
    process.stderr.write(`\n${message}\n`);
    process.exitCode = 1;
    process.kill(process.pid, "SIGTERM");
  };
  const embedded = await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir), onRecovery, onEnded });
  closers.push(() => embedded.stop());
  return embedded.url;
}

function ownVapidKeys({ role, isProduction, dataDir }: Config, log: Log): VapidKeys {
  if (isProduction && role !== "all")
    log.warn(
      "Web push: VAPID_PUBLIC_KEY is not set. Processes that do not share this DATA_DIR sign with other keys, and push services refuse them.",
    );
  return loadOrCreateVapidKeys(dataDir);
}

export async function toDeps(config: Config, log: Log, database: Database): Promise<Deps> {
  const secrets = createSecrets(config.secretKeys);
  const now = () => new Date(nowMs() + config.clockAheadDays * DAY_MS);
  const deps: Deps = {
    config,
    log,
    mail: createMail(config, database.sql, log),
    push: createPushSender(config, config.vapid.keys ?? ownVapidKeys(config, log)),
    metrics: createMetrics(config.role === "worker" ? "worker" : "web", database.pool),
    sql: database.sql,
    pool: database.pool,
    replica: createReplicaOf(config, log, database),
    secrets,
    payments: await createPayments(config, { sql: database.sql, secrets, now }),
    storage: await createStorage(config),
    uploads: await createUploadStore(config),
    now,
    events: createEvents(
      domains.flatMap((domain) => domain.subscriptions),
      () => deps,
    ),
    personalData: createPersonalData(domains, () => deps),
  };
  return deps;
}

/** For web processes only: jobs act on what they read. */
function createReplicaOf(config: Config, log: Log, { pool }: Database): Replica | null {
  const { databaseReadUrl: url, databaseConnections: connections, role } = config;
  return url === null || role === "worker" ? null : createReplica(url, { primary: pool, connections, log });
}

/** SMTP if it is configured, as in production; otherwise the development mailbox. */
function createMail(config: Pick<Config, "smtpUrl" | "mailFrom">, sql: Sql, log: Log): Mail {
  return config.smtpUrl === null
    ? createMailbox(sql)
    : createSmtpMail({ url: config.smtpUrl, from: config.mailFrom, log });
}

type PaymentDeps = { sql: Sql; secrets: Secrets; now: () => Date };

/** Stripe if it is configured, as in production; otherwise the sandbox, without loading Stripe's client. */
async function createPayments(config: Pick<Config, "stripe">, deps: PaymentDeps): Promise<Payments> {
  if (config.stripe === null) return createSandboxPayments(deps);
  const { createStripePayments } = await import("#platform/payments/stripe-payments.ts");
  return createStripePayments(config.stripe);
}

async function startWorkerRole(deps: Deps): Promise<() => Promise<void>> {
  const jobs = deps.config.demo ? [...allJobs, ...(await import("./seed/demo.jobs.ts")).seedJobs] : allJobs;
  // Our supervisor or systemd restarts the process.
  const onEnded = () => {
    process.exitCode = 1;
    process.kill(process.pid, "SIGTERM");
  };
  const speechLanguages = (await findEngine(deps.config))?.languages ?? [];
  const stop = await startWorker(deps, jobs, { onEnded, speechLanguages });
  const stopPublishing = publishByRedis(deps);
  reportMetrics(deps.metrics);
  const clearing = setInterval(() => void clearLeftovers(deps), CLEAR_EVERY_MS).unref();
  void clearLeftovers(deps);
  return async () => {
    clearInterval(clearing);
    await stop();
    await stopPublishing();
  };
}

/** What jobs tell open pages of. */
function publishByRedis(deps: Deps): () => Promise<void> {
  const { redisUrl, liveFanout } = deps.config;
  if (redisUrl === null || liveFanout !== "redis") return () => Promise.resolve();
  const redis = connectRedis(redisUrl, deps);
  const stop = startPublisher(deps, redis);
  return async () => {
    await stop();
    redis.close();
  };
}

/** A timer rather than a job, because a job may run on a machine that does not have these files. */
async function clearLeftovers({ config, log }: Pick<Deps, "config" | "log">): Promise<void> {
  await clearOldScratch(config.dataDir).catch((error: unknown) =>
    log.warn({ err: error }, "scratch folders could not be deleted"),
  );
}

/** With an embedded database, our worker is the only one, so everything it left behind can be released at once. */
async function cleanUpAfterWorker(deps: Deps): Promise<void> {
  if (deps.config.databaseUrl !== null) return;
  await unlockAllJobs(deps.pool);
  await clearScratch(deps.config.dataDir);
}

export type DemoSignIn = { username: string; password: string; what: string };

/** The demo world. Its videos, pictures and documents are still to be made if it is new. */
export type Demo = { signIns: readonly DemoSignIn[]; isNew: boolean };

/** The banner after `npm start`: URL, demo accounts, mailbox and log file. */
export function toStartupBanner(config: Config, url: string, { signIns, isNew }: Demo): string {
  const origin = config.port === 0 ? url : config.publicUrl;
  const width = Math.max(0, ...signIns.map(({ username }) => username.length));
  const rows: [string, string][] = [
    ["Open", origin],
    ...signIns.map(({ username, password, what }, at): [string, string] => [
      at === 0 ? "Sign in" : "",
      `${username.padEnd(width)}  ${password}  ${what}`,
    ]),
    ...(isNew ? [["Demo", "its videos, pictures and documents appear within minutes"] as [string, string]] : []),
    ["Mailbox", `${origin}/dev/mailbox`],
    ...(config.logFile ? [["Log", config.logFile] as [string, string]] : []),
    ["Stop", "Ctrl-C"],
  ];
  return [
    ``,
    `  ${BRAND.name} is ready.`,
    ``,
    ...rows.map(([name, text]) => `  ${name.padEnd(9)}${text}`),
    ``,
    ``,
  ].join("\n");
}
