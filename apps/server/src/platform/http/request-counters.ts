import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";
import type { SharedRedis } from "../redis/redis.ts";

/** How many addresses or members each limit counts at once. */
const COUNTERS_MAX = 50_000;
const KEY_PREFIX = "fieldhouse:requests:";
/**
 * While Redis is away, each process allows half of a limit: two of them together allow what they did, as the balancer
 * sends half of the requests to each.
 */
const ALONE = 2;

type Count = { current: number; ttl: number };

/**
 * Counts requests in windows, each from its first request on. With Redis all web processes count together, by the clock of
 * Redis. A process always counts for itself as well, so that nobody starts anew when Redis is lost, or comes back empty.
 * @param redis null: there is one web process
 */
export function createCounters(redis: SharedRedis | null): FastifyRateLimitStoreCtor {
  return class Counters implements FastifyRateLimitStore {
    readonly #own = new LRUCache<string, { count: number; endsMs: number }>({ max: COUNTERS_MAX });

    incr(key: string, callback: (error: Error | null, result?: Count) => void, windowMs: number): void {
      const own = this.#countHere(key, windowMs);
      if (redis === null) callback(null, own);
      else
        countTogether(redis, key, windowMs).then(
          (shared) => callback(null, shared.current >= own.current ? shared : own),
          () => callback(null, { ...own, current: own.current * ALONE }),
        );
    }

    /** Each limit has counters of its own. */
    child(): Counters {
      return new Counters();
    }

    #countHere(key: string, windowMs: number): Count {
      const nowMs = performance.now();
      const last = this.#own.get(key);
      const window = last && last.endsMs > nowMs ? last : { count: 0, endsMs: nowMs + windowMs };
      window.count += 1;
      this.#own.set(key, window);
      return { current: window.count, ttl: window.endsMs - nowMs };
    }
  };
}

/** In one transaction, so that every counter expires. */
function countTogether(redis: SharedRedis, key: string, windowMs: number): Promise<Count> {
  const name = KEY_PREFIX + key;
  return redis.ask(async (client) => {
    const replies = (await client.multi().set(name, 0, "PX", windowMs, "NX").incr(name).pttl(name).exec()) ?? [];
    // Such as a Redis whose memory is full.
    for (const [error] of replies) if (error !== null) throw error;
    return { current: Number(replies[1]?.[1]), ttl: Number(replies[2]?.[1]) };
  });
}
