/** A read of one thing that is under way, and the one that begins after it, once somebody waits for it. */
type Reading<T> = { underWay: Promise<T>; next: Promise<T> | null };

export type ShareReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * The same thing is read once at a time, however many ask for it. Who comes while a read is under way shares the next
 * one with all others who came meanwhile: never the one under way, which may have begun before what they have just
 * changed. What anybody gets is therefore as fresh as a read of their own, and a fault is the fault of all who share.
 */
export function shareReads<T>(): ShareReads<T> {
  const readings = new Map<string, Reading<T>>();

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading: Reading<T> = { underWay: read(), next: null };
    readings.set(key, reading);
    const end = () => {
      if (reading.next === null) readings.delete(key);
    };
    reading.underWay.then(end, end);
    return reading.underWay;
  }

  return (key, read) => {
    const reading = readings.get(key);
    if (reading === undefined) return begin(key, read);
    const beginNext = () => begin(key, read);
    reading.next ??= reading.underWay.then(beginNext, beginNext);
    return reading.next;
  };
}

/**
 * Things of one kind, each known by a key, are read in one statement by all who come while another is under way, and
 * alone where nobody else asks. What holds above of one thing holds here of the kind: a fault is told to all in it.
 * @param readAll what it does not find is missing in its answer
 */
export function readTogether<Key, T>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, T>>,
): (key: Key) => Promise<T | null> {
  const share = shareReads<ReadonlyMap<Key, T>>();
  let waiting = new Set<Key>();
  const readWaiting = async () => {
    const keys = [...waiting];
    waiting = new Set();
    return readAll(keys);
  };
  return async (key) => {
    waiting.add(key);
    return (await share("", readWaiting)).get(key) ?? null;
  };
}
