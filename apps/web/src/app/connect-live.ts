import { whenIdle } from "#lib/idle-queue.ts";
import { useSessionStore } from "#lib/session-store.ts";

/** Keeps a live connection open while someone is signed in, starting after the first paint. */
export function connectLive(): void {
  let disconnect: (() => void) | null = null;

  async function open(): Promise<void> {
    const account = useSessionStore.getState().user?.id;
    if (account === undefined || disconnect !== null) return;
    // Pages work without a live connection; the next page load tries again.
    const connection = await import("#lib/live-connection.ts").catch(() => null);
    if (useSessionStore.getState().user?.id === account) disconnect ??= connection?.connect(account) ?? null;
  }

  whenIdle(() => void open());
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    disconnect?.();
    disconnect = null;
    whenIdle(() => void open());
  });
}
