import { ITEM_ROOM, LIVE_SIGNALS } from "@app/contract/live";
import { ITEM_EVENT_NAMES } from "@app/contract/live-names";
import type Pusher from "pusher-js";
import { dispatchItem, shownForMs } from "./live.ts";

/** A page that was opened so lately has missed nothing: it has just fetched what it shows. */
const FRESH_MS = 1_000;
/** Pusher tries again only with its next connection. */
const RETRY_AFTER_MS = 10_000;

/** Joins the item's room, for as long as a page shows it. Events may have been missed before each joining. */
export function joinItem(pusher: Pick<Pusher, "subscribe">, item: string): void {
  const room = pusher.subscribe(ITEM_ROOM + item);
  let isFirst = true;
  room.bind("pusher:subscription_succeeded", () => {
    if (!isFirst || (shownForMs(item) ?? 0) > FRESH_MS) dispatchItem(item, null);
    isFirst = false;
  });
  room.bind("pusher:subscription_error", () =>
    setTimeout(() => {
      if (shownForMs(item) !== null) pusher.subscribe(ITEM_ROOM + item);
    }, RETRY_AFTER_MS),
  );
  for (const name of ITEM_EVENT_NAMES) room.bind(name, () => dispatchItem(item, name));
  room.bind(LIVE_SIGNALS.missed, () => dispatchItem(item, null));
}
