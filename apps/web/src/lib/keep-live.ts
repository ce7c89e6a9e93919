import { useSessionStore } from "./session-store.ts";
import { whenIdle } from "./when-idle.ts";

/** Keeps a line open for whoever is signed in, from after the first paint until they sign out. */
export function keepLive(): void {
  let close: (() => void) | null = null;

  async function connect(): Promise<void> {
    const account = useSessionStore.getState().user?.id;
    if (account === undefined || close !== null) return;
    // Without it the page works all the same; the next page tries again.
    const line = await import("./live-line.ts").catch(() => null);
    if (useSessionStore.getState().user?.id === account) close ??= line?.openLine(account) ?? null;
  }

  whenIdle(() => void connect());
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    close?.();
    close = null;
    whenIdle(() => void connect());
  });
}
