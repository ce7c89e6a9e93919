import type { LiveEventName, LiveEvents } from "@app/contract/live";
import { useEffect, useRef } from "react";

/** @param data null: events may have been missed, so whatever is shown of them is to be asked for again */
type Handler<Data> = (data: Data | null) => void;
type Handlers = { [Name in LiveEventName]: Set<Handler<LiveEvents[Name]>> };

const handlers: Handlers = { "devices.changed": new Set() };

/**
 * Calls `handler` when the person who is signed in is told of this; events carry ids, and the page asks for the rest.
 * It is also called, with null, when the line was down and events were missed. Without a line it is never called.
 */
export function useLive<Name extends LiveEventName>(name: Name, handler: Handler<LiveEvents[Name]>): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => {
    const called: Handler<LiveEvents[Name]> = (data) => newest.current(data);
    handlers[name].add(called);
    return () => void handlers[name].delete(called);
  }, [name]);
}

export function passOn<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): void {
  for (const handler of handlers[name]) handler(data);
}

export function passOnMissed(): void {
  for (const ofOne of Object.values(handlers)) for (const handler of ofOne) handler(null);
}
