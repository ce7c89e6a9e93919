import type { LiveEventName, LiveEvents } from "@app/contract/live";
import { useEffect, useRef } from "react";

/** @param data null if events may have been missed, so the handler should refetch what it shows */
type Handler<Data> = (data: Data | null) => void;
type Handlers = { [Name in LiveEventName]: Set<Handler<LiveEvents[Name]>> };

const handlers: Handlers = { "devices.changed": new Set() };

/**
 * Calls `handler` for each live event of this name. Events carry ids only; the page fetches the rest. After a lost
 * connection the handler is called with null.
 */
export function useLive<Name extends LiveEventName>(name: Name, handler: Handler<LiveEvents[Name]>): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const callLatest: Handler<LiveEvents[Name]> = (data) => latest.current(data);
    handlers[name].add(callLatest);
    return () => void handlers[name].delete(callLatest);
  }, [name]);
}

export function dispatch<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): void {
  for (const handler of handlers[name]) handler(data);
}

export function dispatchMissed(): void {
  for (const ofName of Object.values(handlers)) for (const handler of ofName) handler(null);
}
