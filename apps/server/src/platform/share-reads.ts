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
