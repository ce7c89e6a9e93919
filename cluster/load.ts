import { Agent, request } from "node:http";
import { newAddress } from "./people.ts";

export type LoadResult = {
  /** Complete replies, whatever their status. */
  answered: number;
  /** Lost connections, and replies other than 200. */
  failures: string[];
  /** The slowest reply, and the 99th percentile. */
  maxMs: number;
  p99Ms: number;
  perSecond: number;
};

export type Load = { count(): number; failures(): number; stop(): Promise<LoadResult> };

type Options = {
  origin: string;
  paths: readonly string[];
  clients: number;
  headers?: Record<string, string>;
  /** Pause between two requests of a client; 0 for none. */
  pauseMs?: number;
};

/** Clients that send requests one after another over keep-alive connections until stopped, without retrying. */
export function startLoad({ origin, paths, clients, headers = {}, pauseMs = 0 }: Options): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const failures: string[] = [];
  const startedMs = performance.now();
  let isOver = false;

  function ask(path: string): Promise<void> {
    const sinceMs = performance.now();
    return new Promise((resolve) => {
      const end = (failure?: string) => {
        if (failure) failures.push(`${new Date().toISOString()} ${path} ${failure}`);
        resolve();
      };
      const asked = request(
        origin + path,
        { agent, headers: { "x-forwarded-for": newAddress(), ...headers } },
        (reply) => {
          reply.on("error", (error) => end(error.message));
          reply.on("end", () => {
            times.push(performance.now() - sinceMs);
            end(reply.statusCode === 200 ? undefined : String(reply.statusCode));
          });
          reply.resume();
        },
      );
      asked.setTimeout(30_000, () => asked.destroy(new Error("no answer within 30 s")));
      asked.once("error", (error) => end(error.message));
      asked.end();
    });
  }

  async function run(from: number): Promise<void> {
    for (let at = from; !isOver; at++) {
      await ask(paths[at % paths.length] ?? "/");
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  const running = Array.from({ length: clients }, (_, at) => run(at));
  return {
    count: () => times.length,
    failures: () => failures.length,
    async stop() {
      isOver = true;
      await Promise.all(running);
      agent.destroy();
      const sorted = times.toSorted((a, b) => a - b);
      return {
        answered: times.length,
        failures,
        maxMs: sorted.at(-1) ?? 0,
        p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        perSecond: (times.length / (performance.now() - startedMs)) * 1_000,
      };
    },
  };
}

/** The most frequent requests of visitors: the lists of `/explore`, the categories and one of their lists. */
export const VISITOR_PATHS = [
  "/api/v1/trending-videos",
  "/api/v1/get-top-videos",
  "/api/v1/top-earners",
  "/api/v1/popular-fieldhouse",
  "/api/v1/get-contents/video",
  "/api/v1/get-category-contents",
];
