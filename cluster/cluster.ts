import { platform } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { makeClip, travel } from "./journey.ts";
import { addEarner, addRowing, signIn } from "./people.ts";
import { toTable } from "./report.ts";
import { shiftClock } from "./rows/clock.ts";
import { compareOneWithTwo } from "./rows/compare.ts";
import { killWebAndWorker } from "./rows/kills.ts";
import { killPrimary } from "./rows/primary.ts";
import { loseRedis } from "./rows/redis.ts";
import { mixReleases } from "./rows/releases.ts";
import { killReplica, lagReplica } from "./rows/replica.ts";
import type { Measure, Row, World } from "./rows/row.ts";
import { loseStore } from "./rows/store.ts";
import { loseNetwork } from "./rows/vanish.ts";
import { rollWebs } from "./rows/web.ts";
import { startStack } from "./stack.ts";

/** `npm run cluster -- --only roll,kill --requests 2000` */
const MEASURES: Record<string, { fault: string; mustHold: string; measure: Measure }> = {
  compare: {
    fault: "none: 1 against 2 web processes under the same load",
    mustHold: "0 errors",
    measure: compareOneWithTwo,
  },
  roll: {
    fault: "rolling restart of web under load",
    mustHold: "0 dropped of ≥ 20,000; sockets back ≤ 5 s; nothing missed",
    measure: rollWebs,
  },
  kill: {
    fault: "kill -9 of a web process in an upload and of a worker in a ladder",
    mustHold: "the other goes on; the upload resumes at its byte",
    measure: killWebAndWorker,
  },
  redis: {
    fault: "Redis killed, hung",
    mustHold: "live goes on; limits hold; no request above 1 s",
    measure: loseRedis,
  },
  lag: {
    fault: "replica lags 5 s",
    mustHold: "one's own write is seen at once; a hidden item is gone at once; ≥ 60 % of visitors' reads stay on it",
    measure: lagReplica,
  },
  replica: { fault: "replica killed", mustHold: "0 errors", measure: killReplica },
  store: {
    fault: "S3 away for 60 s, then 5 % 503 and slow",
    mustHold: "uploads wait, ladders resume, nothing half-published",
    measure: loseStore,
  },
  clock: {
    fault: "a web process with a clock 90 s off",
    mustHold: "tokens, signatures and limits still right",
    measure: shiftClock,
  },
  releases: { fault: "old and new release side by side", mustHold: "0 errors in the journey", measure: mixReleases },
  vanish: {
    fault: "a machine loses its network, and closes no connection",
    mustHold: "its locks are free within 30 s",
    measure: loseNetwork,
  },
  // Last, because the cluster has no replica after it.
  primary: {
    fault: "primary killed -9, replica promoted",
    mustHold: "writes back ≤ 10 s; no acknowledged money lost; jobs run once",
    measure: killPrimary,
  },
};

const REQUESTS = 20_000;
/** Several times as long as the slowest step takes on a quiet machine with two processors. */
const ROW_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 90_000;

/** A step that exceeds its limit ends with this process. */
let stopAll: () => Promise<void> = () => Promise.resolve();
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    say("Stopping what was started");
    void stopAll().finally(() => process.exit(1));
  });

function say(text: string): void {
  process.stdout.write(`› ${text}\n`);
}

function readArguments(args: readonly string[]): { names: string[]; requests: number } {
  const after = (flag: string) => {
    const at = args.indexOf(flag);
    return at < 0 ? undefined : args[at + 1];
  };
  const names = after("--only")?.split(",") ?? Object.keys(MEASURES);
  const unknown = names.filter((name) => !Object.hasOwn(MEASURES, name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}. Known: ${Object.keys(MEASURES).join(", ")}.`);
  return { names, requests: Number(after("--requests") ?? REQUESTS) };
}

async function measureAll(): Promise<Row[]> {
  const { names, requests } = readArguments(process.argv.slice(2));
  say("Starting PostgreSQL with a replica, Redis, HAProxy, nginx, S3, two web processes and two workers");
  const stack = await startStack((stop) => {
    stopAll = () => Promise.race([stop(), sleep(STOP_LIMIT_MS)]);
  });
  say(`Everything answers at ${stack.origin}`);
  const rows: Row[] = [];
  const earner = await addEarner(stack, "coach");
  const categoryId = await addRowing(stack);
  const clip = makeClip(stack.folder, 2);
  say("The journey: sign-up, upload, watch, comment, live notification, referral credited");
  const { itemId } = await travel(stack, { earner, name: "firstfan", clip, categoryId });
  rows.push({ fault: "none: the main journey", mustHold: "all of it", measured: "all of it", holds: true });
  const world: World = { stack, earner, clip, categoryId, itemId, loadRequests: requests };
  for (const name of names) {
    const { fault, mustHold, measure } = MEASURES[name] ?? { fault: name, mustHold: "", measure: rollWebs };
    say(fault);
    // A session lasts a quarter of an hour, and all rows together may take longer.
    Object.assign(earner, await signIn(stack.origin, earner.name));
    const startedMs = performance.now();
    // A step that is still running after its limit would disturb the next one, so measuring stops.
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      late.reject(new Error(`not done within ${ROW_LIMIT_MS / 60_000} minutes`));
    }, ROW_LIMIT_MS);
    const late = Promise.withResolvers<never>();
    const result = await Promise.race([measure(world), late.promise]).catch((error: unknown) => ({
      measured: `broken off: ${error instanceof Error ? error.message : String(error)}`,
      holds: false,
    }));
    clearTimeout(limit);
    result.measured += ` (${((performance.now() - startedMs) / 1_000).toFixed(0)} s)`;
    rows.push({ fault, mustHold: mustHold.replace("20,000", requests.toLocaleString("en-US")), ...result });
    process.stdout.write(`${toTable(rows.slice(-1))}\n`);
    if (isLate) break;
    // An aborted step leaves nothing behind for the next one.
    await stack.recover();
  }
  return rows;
}

try {
  if (platform() !== "linux")
    throw new Error("The cluster runs on Linux: it takes its programs from Debian's packages.");
  const rows = await measureAll();
  await stopAll();
  process.stdout.write(`\n${toTable(rows)}\n`);
  process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
} catch (error) {
  await stopAll();
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
