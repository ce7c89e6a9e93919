import { isIPv6 } from "node:net";
import path from "node:path";
import { BRAND } from "@app/contract/brand";
import { z } from "zod";
import {
  type BodyLimits,
  type DownloadLimits,
  type RateLimits,
  readBodyLimits,
  readDownloadLimits,
  readRateLimits,
} from "#platform/http/limits-table.ts";
import type { VapidKeys } from "#platform/push/vapid-keys.ts";
import { findContradictions } from "./config-faults.ts";
import { beginsHours, isOrigin, isProxy, isSender, isTimeZone } from "./config-values.ts";

const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

const KEY_MIN_CHARS = 32;

/** Null where a variable is not set. */
const orNull = <Type extends z.ZodType>(type: Type) => type.nullable().default(null);

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** The public origin, used for links in emails. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, "must end after the host, such as https://league.example.org")
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: orNull(z.url({ protocol: /^postgres(ql)?$/ })),
  /** A streaming replica of that database, which serves lists, search and pages; one server, not a load balancer. */
  DATABASE_READ_URL: orNull(z.url({ protocol: /^postgres(ql)?$/ })),
  /** Seconds between `/readyz` saying that the process stops and the end of new requests, for a balancer to notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** 32 characters or more. Several keys are separated by commas: the first encrypts, all decrypt. */
  SECRET_KEY: z.string().refine(areKeysLong, `each key must have ${KEY_MIN_CHARS} characters or more`).optional(),
  DEMO: flag.default(true),
  /** Days, weeks and months of statistics start at midnight in this time zone. */
  PLATFORM_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone such as America/New_York")
    .refine((name) => !isTimeZone(name) || beginsHours(name), "must be a time zone whole hours from UTC")
    .default("America/New_York"),
  FFMPEG_PATH: z.string().min(1).default("ffmpeg"),
  FFPROBE_PATH: z.string().min(1).default("ffprobe"),
  /** A whisper model, or the folder of a PocketSphinx model. Colons and commas are special in ffmpeg's filters. */
  CAPTIONS_MODEL: orNull(z.string().regex(/^\/[\w./-]+$/, "must be an absolute path of letters, digits and '._-/'")),
  WHISPER_PATH: z.string().min(1).default("whisper-cli"),
  MEDIA_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: orNull(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z
    .string()
    .refine(isSender, "must be an address, such as Example League <no-reply@league.example.org>")
    .default("Fieldhouse <no-reply@fieldhouse.test>"),
  /** Redis or Valkey: several web processes count requests together there. Without it each counts for itself. */
  REDIS_URL: orNull(z.url({ protocol: /^rediss?$/ })),
  /** How live events reach every web process: by NOTIFY of the database, or by that Redis. */
  LIVE_FANOUT: z.enum(["notify", "redis"]).default("notify"),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** For a fake Stripe in tests. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default("https://api.stripe.com"),
  /** Identify us to push services (RFC 8292); without them, a pair is generated in the data folder. */
  VAPID_PUBLIC_KEY: z.string().min(1).optional(),
  VAPID_PRIVATE_KEY: z.string().min(1).optional(),
  /** Where push services reach the operator: `mailto:` or a page. */
  VAPID_SUBJECT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  /** A fake push service in tests: the only one that may be private and without TLS. */
  PUSH_TEST_ORIGIN: z.url({ protocol: /^http$/ }).optional(),
  /** For tests: how far the product's clock is ahead of the machine's. */
  CLOCK_AHEAD_DAYS: z.coerce.number().int().min(0).max(400).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** The proxies whose `X-Forwarded-For` is trusted: addresses, networks (`10.0.0.0/8`) or `loopback`, comma-separated. */
  TRUST_PROXY: orNull(
    z
      .string()
      .refine(
        (list) => list.split(",").every((proxy) => isProxy(proxy.trim())),
        "is a list of addresses, networks or 'loopback'",
      ),
  ),
  /** The bearer token of `/metrics`; without one, only local requests can read them. */
  METRICS_TOKEN: orNull(z.string().min(KEY_MIN_CHARS, `must have ${KEY_MIN_CHARS} characters or more`)),
  /** Requests per minute, for example `address=1200,login=30,writes=120`; `off` for tests and benchmarks. */
  RATE_LIMITS: z.string().default("").transform(withIssue(readRateLimits)),
  /** Seconds that a body may take, and megabytes of forms in memory: `json=20,total=192`. */
  BODY_LIMITS: z.string().default("").transform(withIssue(readBodyLimits)),
  /** How much of one item an address may download in an hour: `originals=10,least=1000,media=200`; `off` for none. */
  DOWNLOAD_LIMITS: z.string().default("").transform(withIssue(readDownloadLimits)),
  /** Files are refused if less than this would remain free; in GB of 1,000 MB. */
  FREE_DISK_MIN_GB: z.coerce.number().min(0).default(2),
  PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
});

export type Environment = z.infer<typeof environment>;

export type Config = Readonly<{
  isProduction: boolean;
  role: "all" | "web" | "worker";
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Null: no replica. */
  databaseReadUrl: string | null;
  databaseConnections: number;
  /** How long a stopping web process still serves, while `/readyz` says that it stops. */
  drainS: number;
  secretKeys: readonly string[];
  demo: boolean;
  /** Days, weeks and months of statistics start at midnight in this time zone. */
  platformTimeZone: string;
  ffmpegPath: string;
  ffprobePath: string;
  /** For automatic captions; null: there are none. */
  captionsModel: string | null;
  /** The program of whisper.cpp, where ffmpeg has no whisper filter. */
  whisperPath: string;
  /** The `PATH` for child processes, which get no other environment variables of ours. */
  searchPath: string;
  mediaUrl: string;
  /** Null: each web process counts requests for itself. */
  redisUrl: string | null;
  liveFanout: "notify" | "redis";
  smtpUrl: string | null;
  mailFrom: string;
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** Null: the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string } | null;
  vapid: {
    /** Null: the pair in the data folder. */
    keys: VapidKeys | null;
    subject: string;
  };
  /** Null, outside of tests: push services are public and have TLS. */
  pushTestOrigin: string | null;
  /** 0, outside of tests. */
  clockAheadDays: number;
  logLevel: Environment["LOG_LEVEL"];
  /** Null: standard output, in production and tests. */
  logFile: string | null;
  /** The trusted proxies; null: none. */
  trustProxy: string | null;
  /** Disk space that uploads must leave free. */
  diskFloorBytes: number;
  /** Null: only local requests can read metrics. */
  metricsToken: string | null;
  /** Null: no limits. */
  rateLimits: RateLimits | null;
  bodyLimits: BodyLimits;
  /** Null: no limits. */
  downloadLimits: DownloadLimits | null;
}>;

/** The environment is invalid. The message is for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Parses the environment at startup; nothing else reads it.
 * @param makeSecret returns the secret if none is configured; not called in production
 * @throws ConfigError naming every missing or invalid variable at once
 */
export function readConfig(env: Record<string, string | undefined>, makeSecret: (dataDir: string) => string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  const faults = [...(parsed.success ? [] : parsed.error.issues.map(toFault)), ...findContradictions(given)];
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  const values = parsed.data;
  return Object.freeze(toConfig(values, toKeys(values.SECRET_KEY ?? makeSecret(values.DATA_DIR))));
}

function toConfig(values: Environment, secretKeys: string[]): Config {
  const isProduction = values.NODE_ENV === "production";
  return {
    isProduction,
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL).origin : toLocalUrl(values),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    drainS: values.DRAIN_SECONDS,
    secretKeys,
    demo: values.DEMO && !isProduction,
    platformTimeZone: values.PLATFORM_TIME_ZONE,
    ffmpegPath: values.FFMPEG_PATH,
    ffprobePath: values.FFPROBE_PATH,
    captionsModel: values.CAPTIONS_MODEL,
    whisperPath: values.WHISPER_PATH,
    searchPath: values.PATH,
    mediaUrl: (values.MEDIA_URL ?? "").replace(/\/$/, ""),
    redisUrl: values.REDIS_URL,
    liveFanout: values.LIVE_FANOUT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    s3: readS3(values),
    stripe: readStripe(values),
    vapid: readVapid(values),
    pushTestOrigin: values.PUSH_TEST_ORIGIN ? new URL(values.PUSH_TEST_ORIGIN).origin : null,
    clockAheadDays: values.CLOCK_AHEAD_DAYS,
    logLevel: values.LOG_LEVEL,
    logFile: values.NODE_ENV === "development" ? path.join(values.DATA_DIR, "fieldhouse.log") : null,
    trustProxy: values.TRUST_PROXY,
    diskFloorBytes: values.FREE_DISK_MIN_GB * 1_000 ** 3,
    metricsToken: values.METRICS_TOKEN,
    rateLimits: values.RATE_LIMITS,
    bodyLimits: values.BODY_LIMITS,
    downloadLimits: values.DOWNLOAD_LIMITS,
  };
}

export function areKeysLong(keys: string): boolean {
  return toKeys(keys).every((key) => key.length >= KEY_MIN_CHARS);
}

function toKeys(text: string): string[] {
  return text.split(",").map((key) => key.trim());
}

/** Turns a reader's RangeError into a validation issue. */
function withIssue<T>(read: (text: string) => T): (text: string, check: z.RefinementCtx) => T {
  return (text, check) => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      check.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  };
}

function toLocalUrl({ HOST, PORT }: Environment): string {
  return `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}`;
}

function toFault(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}

function readVapid(values: Environment): Config["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT, PUBLIC_URL = "" } = values;
  // Apple refuses a subject that is no address of the internet, such as http://127.0.0.1.
  const subject = VAPID_SUBJECT ?? (PUBLIC_URL.startsWith("https:") ? PUBLIC_URL : `mailto:${BRAND.supportEmail}`);
  return { keys: publicKey && privateKey ? { publicKey, privateKey } : null, subject };
}

function readStripe(values: Environment): Config["stripe"] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET.split(","),
    apiBase: values.STRIPE_API_BASE.replace(/\/$/, ""),
  };
}

function readS3(values: Environment): Config["s3"] {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
