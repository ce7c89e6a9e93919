/** What must be closed if the run is interrupted. */
const open = new Set<() => Promise<unknown>>();

/** Runs `work`, then `close`; a signal that interrupts the run also calls `close`. */
export async function closingAfter<T>(close: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(close);
  try {
    return await work();
  } finally {
    open.delete(close);
    await close();
  }
}

/** Newest first, so that a product stops before its folder is deleted. */
export async function closeAll(): Promise<void> {
  const closers = [...open].reverse();
  open.clear();
  for (const close of closers) await close().catch(() => undefined);
}
