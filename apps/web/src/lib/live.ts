import type { LiveEventName, LiveEvents } from "@app/contract/live";
import { useEffect, useRef } from "react";

/** @param data null if events may have been missed, so the handler should refetch what it shows */
type Handler<Data> = (data: Data | null) => void;
type Handlers = { [Name in LiveEventName]: Set<Handler<LiveEvents[Name]>> };

const handlers: Handlers = { "devices.changed": new Set(), "notifications.changed": new Set() };

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

const itemHandlers = new Map<string, Set<() => void>>();

/** What the connection does for pages that show an item; null while there is none. */
let itemRooms: { join(item: string): void; leave(item: string): void } | null = null;

/** Calls `handler` when the item's comments changed, or may have while the connection was lost. */
export function useItemLive(item: string, handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const callLatest = () => latest.current();
    const ofItem = itemHandlers.get(item) ?? new Set();
    itemHandlers.set(item, ofItem.add(callLatest));
    if (ofItem.size === 1) itemRooms?.join(item);
    return () => {
      ofItem.delete(callLatest);
      if (ofItem.size > 0) return;
      itemHandlers.delete(item);
      itemRooms?.leave(item);
    };
  }, [item]);
}

/** The connection was opened or closed. */
export function setItemRooms(rooms: typeof itemRooms): void {
  itemRooms = rooms;
  for (const item of itemHandlers.keys()) rooms?.join(item);
}

export function dispatchItem(item: string): void {
  for (const handler of itemHandlers.get(item) ?? []) handler();
}
