import { toVapidPublicKey } from "#platform/push/vapid-keys.ts";

/** The environment as it is given, without empty variables. */
type Given = Record<string, string | undefined>;

/**
 * Checks that variables fit together. Works on the raw values, so that invalid and missing ones are reported together.
 * @returns a line for the operator for each fault
 */
export function findContradictions(given: Given): string[] {
  return [
    ...findMissing(given),
    ...findWrongPair(given),
    ...findWrongStripeKeys(given),
    ...findMissingTls(given),
    ...findForgottenProduction(given),
    ...findMissingRedis(given),
  ];
}

const STRIPE_VARIABLES = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"];
// Includes Stripe, because the sandbox takes no money.
const PRODUCTION_VARIABLES = ["DATABASE_URL", "PUBLIC_URL", "SECRET_KEY", "SMTP_URL", "MAIL_FROM", ...STRIPE_VARIABLES];
const TEST_VARIABLES = ["PUSH_TEST_ORIGIN", "CLOCK_AHEAD_DAYS"];
const S3_VARIABLES = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/** Variables that others require. */
function findMissing(given: Given): string[] {
  const s3 = S3_VARIABLES.some((name) => given[name]) ? S3_VARIABLES : [];
  const isProduction = given.NODE_ENV === "production";
  const stripe = !isProduction && STRIPE_VARIABLES.some((name) => given[name]) ? STRIPE_VARIABLES : [];
  const production = isProduction ? PRODUCTION_VARIABLES : [];
  return [
    ...production.filter((name) => !given[name]).map((name) => `${name}: is required in production`),
    ...s3.filter((name) => !given[name]).map((name) => `${name}: is required with the other S3 settings`),
    ...stripe.filter((name) => !given[name]).map((name) => `${name}: is required with the other Stripe settings`),
  ];
}

function findMissingRedis(given: Given): string[] {
  const isMissing = given.LIVE_FANOUT === "redis" && !given.REDIS_URL;
  return isMissing ? ["REDIS_URL: is required where LIVE_FANOUT is redis"] : [];
}

/** Without TLS, browsers accept the session cookie from localhost only. */
function findMissingTls(given: Given): string[] {
  if (given.NODE_ENV !== "production" || !URL.canParse(given.PUBLIC_URL ?? "")) return [];
  const { protocol, hostname } = new URL(given.PUBLIC_URL ?? "");
  const isSafe = protocol !== "http:" || hostname === "localhost" || hostname === "127.0.0.1";
  return isSafe ? [] : ["PUBLIC_URL: must be https in production, or nobody stays signed in"];
}

/** In development there are demo accounts with a known password, and everybody can read the emails. */
function findForgottenProduction({ NODE_ENV = "development", PUBLIC_URL = "" }: Given): string[] {
  const isPublic = URL.canParse(PUBLIC_URL) && new URL(PUBLIC_URL).protocol === "https:";
  if (NODE_ENV !== "development" || !isPublic) return [];
  return [
    "NODE_ENV: must be production where PUBLIC_URL is https, or strangers find demo accounts and the mailbox there",
  ];
}

const STRIPE_KEYS = [
  ["STRIPE_SECRET_KEY", /^(?:sk|rk)_(?<mode>live|test)_/, "sk_ or rk_"],
  ["STRIPE_PUBLISHABLE_KEY", /^pk_(?<mode>live|test)_/, "pk_"],
  ["STRIPE_WEBHOOK_SECRET", /^whsec_[^,\s]+(?:,whsec_[^,\s]+)*$/, "whsec_"],
] as const;

/** Stripe would refuse them at the first payment only. */
function findWrongStripeKeys(given: Given): string[] {
  const found = STRIPE_KEYS.flatMap(([name, pattern, prefix]) => {
    const key = given[name];
    return key === undefined ? [] : [{ name, prefix, match: pattern.exec(key) }];
  });
  const modes = new Set(found.flatMap(({ match }) => match?.groups?.["mode"] ?? []));
  return [
    ...found.flatMap(({ name, prefix, match }) => (match ? [] : [`${name}: must begin with ${prefix}`])),
    ...(modes.size > 1 ? ["STRIPE_PUBLISHABLE_KEY: one Stripe key is live, and the other is for tests"] : []),
  ];
}

/** Only a push service would notice half a pair, or two keys that do not belong together. */
function findWrongPair({ NODE_ENV, ...given }: Given): string[] {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = given;
  const isPair = (VAPID_PRIVATE_KEY ? toVapidPublicKey(VAPID_PRIVATE_KEY) : undefined) === VAPID_PUBLIC_KEY;
  return [
    ...(isPair ? [] : ["VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY; set both or none"]),
    ...TEST_VARIABLES.filter((name) => given[name] && NODE_ENV === "production").map(
      (name) => `${name}: is for tests only`,
    ),
  ];
}
