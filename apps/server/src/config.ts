import path from "node:path";
import { z } from "zod";
import { type BodyLimits, type RateLimits, readBodyLimits, readRateLimits } from "#platform/http/limits-table.ts";

const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

const PROXY =
  "(?:loopback|linklocal|uniquelocal|(?:\\d{1,3}\\.){3}\\d{1,3}(?:/\\d{1,2})?|[0-9a-f:]*:[0-9a-f:.]*(?:/\\d{1,3})?)";
const PROXIES = new RegExp(`^${PROXY}(?: *, *${PROXY})*$`, "i");

const KEY_MIN_CHARS = 32;

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Where people reach the product; links in mails begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** 32 bytes or more of secret, base64 or hex. Several, parted by commas: the first encrypts, all decrypt. */
  SECRET_KEY: z
    .string()
    .refine(
      (keys) => toKeys(keys).every((key) => key.length >= KEY_MIN_CHARS),
      `each key is ${KEY_MIN_CHARS} characters or more`,
    )
    .optional(),
  DEMO: flag.default(true),
  /** Where the platform's days, weeks and months begin at midnight. */
  PLATFORM_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "is no time zone such as America/New_York")
    .default("America/New_York"),
  FFMPEG_PATH: z.string().min(1).optional(),
  FFPROBE_PATH: z.string().min(1).optional(),
  MEDIA_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default("Fieldhouse <no-reply@fieldhouse.test>"),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Where Stripe answers; for a stand-in. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default("https://api.stripe.com"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** The proxies whose `X-Forwarded-For` is believed: addresses, networks (`10.0.0.0/8`) or `loopback`, parted by commas. */
  TRUST_PROXY: z.string().regex(PROXIES, "is a list of addresses, networks or 'loopback'").optional(),
  /** The bearer token of `/metrics`; without it they are for this machine alone. */
  METRICS_TOKEN: z.string().min(KEY_MIN_CHARS, `has ${KEY_MIN_CHARS} characters or more`).optional(),
  /** Requests a minute, such as `address=1200,login=30,writes=120`; `off` for tests and measurements. */
  RATE_LIMITS: z.string().default("").transform(reading(readRateLimits)),
  /** How long a body may take, in seconds, and how many megabytes of forms are held at once: `json=20,total=192`. */
  BODY_LIMITS: z.string().default("").transform(reading(readBodyLimits)),
  /** No file is taken once less than this would be free where uploads or media are; in GB of 1,000 MB. */
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
  databaseConnections: number;
  secretKeys: readonly string[];
  demo: boolean;
  /** Where the platform's days, weeks and months begin at midnight. */
  platformTimeZone: string;
  ffmpegPath: string;
  ffprobePath: string;
  /** Where programs are looked for; all of the environment that a media program is given. */
  searchPath: string;
  mediaUrl: string;
  smtpUrl: string | null;
  mailFrom: string;
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** Null is the sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string } | null;
  logLevel: Environment["LOG_LEVEL"];
  /** Null is standard output, for production and tests. */
  logFile: string | null;
  /** The proxies in front of us; null when people reach us directly. */
  trustProxy: string | null;
  /** What stays free on the disk, whatever people send. */
  diskFloorBytes: number;
  /** Null for this machine alone. */
  metricsToken: string | null;
  /** Null for no limits. */
  rateLimits: RateLimits | null;
  bodyLimits: BodyLimits;
}>;

/** The environment says something that cannot be run with. The message is for the person who set it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Checks the environment once, at start. `main.ts` passes it in; nothing else looks at it.
 * @param makeSecret gives the secret of a machine that was given none; not asked in production
 * @throws ConfigError naming every missing or malformed variable at once, so that a deploy is fixed in one go
 */
export function readConfig(env: Record<string, string | undefined>, makeSecret: (dataDir: string) => string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  const faults = [...(parsed.success ? [] : parsed.error.issues.map(toFault)), ...missing(given), ...withoutTls(given)];
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  const values = parsed.data;
  const isProduction = values.NODE_ENV === "production";
  return Object.freeze({
    isProduction,
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/\/$/, ""),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    secretKeys: toKeys(values.SECRET_KEY ?? makeSecret(values.DATA_DIR)),
    demo: values.DEMO && !isProduction,
    platformTimeZone: values.PLATFORM_TIME_ZONE,
    ffmpegPath: values.FFMPEG_PATH ?? "ffmpeg",
    ffprobePath: values.FFPROBE_PATH ?? "ffprobe",
    searchPath: values.PATH,
    mediaUrl: (values.MEDIA_URL ?? "").replace(/\/$/, ""),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    s3: readS3(values),
    stripe: readStripe(values),
    logLevel: values.LOG_LEVEL,
    logFile: values.NODE_ENV === "development" ? path.join(values.DATA_DIR, "fieldhouse.log") : null,
    trustProxy: values.TRUST_PROXY ?? null,
    diskFloorBytes: values.FREE_DISK_MIN_GB * 1_000 ** 3,
    metricsToken: values.METRICS_TOKEN ?? null,
    rateLimits: values.RATE_LIMITS,
    bodyLimits: values.BODY_LIMITS,
  });
}

function toKeys(text: string): string[] {
  return text.split(",").map((key) => key.trim());
}

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf("timeZone").includes(name) || name === "UTC";
}

/** A variable whose reader throws a RangeError, with a sentence for the person who set it. */
function reading<T>(read: (text: string) => T): (text: string, check: z.RefinementCtx) => T {
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

function toFault(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}

const STRIPE_NEEDS = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"];
// Without Stripe it would be the sandbox, where nobody's money is taken.
const PRODUCTION_NEEDS = ["DATABASE_URL", "PUBLIC_URL", "SECRET_KEY", "SMTP_URL", "MAIL_FROM", ...STRIPE_NEEDS];
const S3_NEEDS = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** What is needed because of something else that is set; looked for whether or not the rest can be read. */
function missing(given: Record<string, string | undefined>): string[] {
  const s3 = S3_NEEDS.some((name) => given[name]) ? S3_NEEDS : [];
  const isProduction = given.NODE_ENV === "production";
  const stripe = !isProduction && STRIPE_NEEDS.some((name) => given[name]) ? STRIPE_NEEDS : [];
  const production = isProduction ? PRODUCTION_NEEDS : [];
  return [
    ...production.filter((name) => !given[name]).map((name) => `${name}: is required in production`),
    ...s3.filter((name) => !given[name]).map((name) => `${name}: is required with the other S3 settings`),
    ...stripe.filter((name) => !given[name]).map((name) => `${name}: is required with the other Stripe settings`),
  ];
}

/** Without TLS a browser keeps the cookie of a session only from a machine's own name. */
function withoutTls(given: Record<string, string | undefined>): string[] {
  if (given.NODE_ENV !== "production" || !URL.canParse(given.PUBLIC_URL ?? "")) return [];
  const { protocol, hostname } = new URL(given.PUBLIC_URL ?? "");
  const isSafe = protocol !== "http:" || hostname === "localhost" || hostname === "127.0.0.1";
  return isSafe ? [] : ["PUBLIC_URL: is https in production, or nobody stays signed in"];
}

function readStripe(values: Environment): Config["stripe"] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
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
