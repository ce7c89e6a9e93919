import type { KvStore } from "@tus/server";
import { LRUCache } from "lru-cache";

const KEPT_MAX = 1_000;

/**
 * What a store has read of its uploads. Many end in another process or never, and nobody says so here: of the one
 * not looked at for longest it asks again.
 */
export function rememberLatest<T extends object>(max = KEPT_MAX): KvStore<T> {
  const kept = new LRUCache<string, T>({ max });
  return {
    get: async (id) => kept.get(id),
    async set(id, value) {
      kept.set(id, value);
    },
    async delete(id) {
      kept.delete(id);
    },
  };
}
