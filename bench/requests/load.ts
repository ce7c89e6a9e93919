import autocannon from "autocannon";
import { cpuOf, cpuOfTree, residentMb } from "../product/proc.ts";
import type { Running } from "../product/start.ts";

export type Ask = { method?: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };

export type LoadResult = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU of the web process and of all of PostgreSQL, without this process, which sends the requests. */
  cpuMs: number;
  /** Peak memory of the web process. */
  webMb: number;
};

/** When to stop: after a duration, or a number of replies. */
export type Until = { seconds: number } | { answers: number };

const LOOK_EVERY_MS = 200;

/**
 * Sends requests as fast as replies come, one at a time per connection.
 * @param askOf the request that a connection repeats; connections are numbered from 0
 * @throws Error if a reply was not a 2xx
 */
export async function load(
  product: Running,
  { connections, ...until }: { connections: number } & Until,
  askOf: (connection: number) => readonly Ask[],
): Promise<LoadResult> {
  let connection = 0;
  const tookMs: number[] = [];
  let webMb = 0;
  const looking = setInterval(() => {
    webMb = Math.max(webMb, residentMb(product.webPid));
  }, LOOK_EVERY_MS);
  const cpuBeforeS = cpuOfProduct(product);
  const startedMs = performance.now();
  try {
    const run = autocannon({
      url: product.origin,
      connections,
      ...("answers" in until ? { amount: until.answers } : { duration: until.seconds }),
      setupClient: (client) => client.setRequests(askOf(connection++)),
    });
    const refusals = new Map<number, number>();
    run.on("response", (_client, status, _bytes, ms) => {
      tookMs.push(ms);
      if (status < 200 || status >= 300) refusals.set(status, (refusals.get(status) ?? 0) + 1);
    });
    const { errors, timeouts } = await run;
    if (refusals.size + errors + timeouts > 0) {
      const refused = [...refusals].map(([status, count]) => `${count} × ${status}, `).join("");
      throw new Error(`${askOf(0)[0]?.path}: ${refused}${errors} errors, ${timeouts} timeouts`);
    }
  } finally {
    clearInterval(looking);
  }
  const elapsedS = (performance.now() - startedMs) / 1000;
  tookMs.sort((one, other) => one - other);
  return {
    perSecond: tookMs.length / elapsedS,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    cpuMs: ((cpuOfProduct(product) - cpuBeforeS) * 1000) / tookMs.length,
    webMb,
  };
}

function cpuOfProduct({ webPid, postgresPid }: Running): number {
  return cpuOf(webPid) + cpuOfTree(postgresPid);
}

/** @param sorted in ascending order */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
