import type { KvStore } from "@tus/server";

const KEPT_MAX = 1_000;

/**
 * What a store has read of its uploads. Many end in another process or never, and nobody says so here: of the one
 * not looked at for longest it asks again.
 */
export function rememberLatest<T>(most = KEPT_MAX): KvStore<T> {
  const kept = new Map<string, T>();
  async function set(id: string, value: T): Promise<void> {
    kept.delete(id);
    kept.set(id, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  }
  return {
    set,
    async get(id) {
      const value = kept.get(id);
      if (value !== undefined) await set(id, value);
      return value;
    },
    async delete(id) {
      kept.delete(id);
    },
  };
}
