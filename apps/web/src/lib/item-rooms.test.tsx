import { ITEM_ROOM } from "@app/contract/live";
import { render } from "@testing-library/react";
import type Pusher from "pusher-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinItem } from "./item-rooms.ts";
import { setItemRooms, useItemLive } from "./live.ts";

const onNews = vi.fn();
const subscribe = vi.fn();
/** What happens in the item's room. */
let events = new EventTarget();

const pusher = {
  subscribe: (room: string) => {
    subscribe(room);
    return { bind: (name: string, handler: () => void) => events.addEventListener(name, handler) };
  },
} as unknown as Pusher;
const happen = (name: string) => events.dispatchEvent(new Event(`pusher:subscription_${name}`));
const connect = () => setItemRooms({ join: (item) => joinItem(pusher, item), leave: () => undefined });

function Page(): null {
  useItemLive("one", "comments.changed", onNews);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  events = new EventTarget();
});
afterEach(() => {
  setItemRooms(null);
  vi.useRealTimers();
});

test("what happened to an item before its room was joined is fetched, unless its page was just opened", () => {
  connect();
  const early = render(<Page />);
  happen("succeeded");
  expect(onNews).not.toHaveBeenCalled();
  early.unmount();
  setItemRooms(null);

  events = new EventTarget();
  render(<Page />);
  vi.advanceTimersByTime(3_000);
  connect();
  happen("succeeded");
  expect(onNews).toHaveBeenCalledOnce();
});

test("a room that could not be joined is tried again for as long as its item is shown", () => {
  connect();
  const page = render(<Page />);
  happen("error");
  vi.advanceTimersByTime(20_000);
  expect(subscribe.mock.calls).toEqual([[`${ITEM_ROOM}one`], [`${ITEM_ROOM}one`]]);
  happen("succeeded");
  expect(onNews).toHaveBeenCalledOnce();
  happen("error");
  page.unmount();
  vi.advanceTimersByTime(20_000);
  expect(subscribe).toHaveBeenCalledTimes(2);
});
