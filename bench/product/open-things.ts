/** What has to be ended when the run is broken off. */
const open = new Set<() => Promise<unknown>>();

/** Does `work`, then `close`; a run that is broken off by a signal does `close` as well. */
export async function closingAfter<T>(close: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(close);
  try {
    return await work();
  } finally {
    open.delete(close);
    await close();
  }
}

/** Newest first: a product stops before its folder goes. */
export async function closeAll(): Promise<void> {
  const closers = [...open].reverse();
  open.clear();
  for (const close of closers) await close().catch(() => undefined);
}
