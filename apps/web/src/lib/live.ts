import type { LiveEvents } from "@app/contract/live";
import { type ItemEventName, LIVE_EVENT_NAMES, type LiveEventName } from "@app/contract/live-names";
import { useEffect, useRef } from "react";
import { noteLiveEvent } from "./transport.ts";

/** @param data null if events may have been missed, so the handler should refetch what it shows */
type Handler<Data> = (data: Data | null) => void;
type Handlers = { [Name in LiveEventName]: Set<Handler<LiveEvents[Name]>> };

const handlers = Object.fromEntries(LIVE_EVENT_NAMES.map((name) => [name, new Set()])) as unknown as Handlers;

/** Whether events of the person arrive. */
let isLive = false;

export function setLive(isJoined: boolean): void {
  isLive = isJoined;
}

export function isConnected(): boolean {
  return isLive;
}

/** Calls `handler` like `useLive`, for as long as the page is open. */
export function onLive<Name extends LiveEventName>(name: Name, handler: Handler<LiveEvents[Name]>): void {
  handlers[name].add(handler);
}

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
  noteLiveEvent();
  for (const handler of handlers[name]) handler(data);
}

export function dispatchMissed(): void {
  noteLiveEvent();
  for (const ofName of Object.values(handlers)) for (const handler of ofName) handler(null);
}

type ItemHandler = { name: ItemEventName; call: () => void };
const itemHandlers = new Map<string, Set<ItemHandler>>();
/** When a page that shows the item was opened, and so fetched it. */
const shownSince = new Map<string, number>();

/** What the connection does for pages that show an item; null while there is none. */
let itemRooms: { join(item: string): void; leave(item: string): void } | null = null;

/** Calls `handler` for each event of this name about the item, and when some may have been missed. */
export function useItemLive(item: string, name: ItemEventName, handler: () => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const entry: ItemHandler = { name, call: () => latest.current() };
    const ofItem = itemHandlers.get(item) ?? new Set();
    itemHandlers.set(item, ofItem.add(entry));
    if (ofItem.size === 1) {
      shownSince.set(item, performance.now());
      itemRooms?.join(item);
    }
    return () => {
      ofItem.delete(entry);
      if (ofItem.size > 0) return;
      itemHandlers.delete(item);
      shownSince.delete(item);
      itemRooms?.leave(item);
    };
  }, [item, name]);
}

/** @returns for how long a page has shown the item; null: none does */
export function shownForMs(item: string): number | null {
  const since = shownSince.get(item);
  return since === undefined ? null : performance.now() - since;
}

/** The connection was opened or closed. */
export function setItemRooms(rooms: typeof itemRooms): void {
  itemRooms = rooms;
  for (const item of itemHandlers.keys()) rooms?.join(item);
}

/** @param name null if events may have been missed */
export function dispatchItem(item: string, name: ItemEventName | null): void {
  noteLiveEvent();
  for (const handler of itemHandlers.get(item) ?? []) if (name === null || handler.name === name) handler.call();
}
