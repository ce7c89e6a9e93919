/** An in-flight read of one key, and the one that starts after it, once somebody waits for it. */
type Reading<T> = { inFlight: Promise<T>; next: Promise<T> | null };

export type Coalesce<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Runs one read of a key at a time. Callers that arrive during an in-flight read share the next one, so nobody gets
 * data older than their own call. Nothing is cached. An error reaches every caller who shares the read.
 */
export function createCoalescer<T>(): Coalesce<T> {
  const readings = new Map<string, Reading<T>>();

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const reading: Reading<T> = { inFlight: read(), next: null };
    readings.set(key, reading);
    const end = () => {
      if (reading.next === null) readings.delete(key);
    };
    reading.inFlight.then(end, end);
    return reading.inFlight;
  }

  return (key, read) => {
    const reading = readings.get(key);
    if (reading === undefined) return start(key, read);
    const startNext = () => start(key, read);
    reading.next ??= reading.inFlight.then(startNext, startNext);
    return reading.next;
  };
}

/**
 * Loads things of one kind by key: callers that arrive while a batch is loading share the next one, in one statement.
 * @param loadAll keys it does not find are missing in its result
 */
export function createBatchLoader<Key, T>(
  loadAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, T>>,
): (key: Key) => Promise<T | null> {
  const coalesce = createCoalescer<ReadonlyMap<Key, T>>();
  let waiting = new Set<Key>();
  const loadWaiting = async () => {
    const keys = [...waiting];
    waiting = new Set();
    return loadAll(keys);
  };
  return async (key) => {
    waiting.add(key);
    return (await coalesce("", loadWaiting)).get(key) ?? null;
  };
}
