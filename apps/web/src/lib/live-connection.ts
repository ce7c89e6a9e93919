import type { AccountId } from "@app/contract/ids";
import { ITEM_ROOM, LIVE_KEY, LIVE_SIGNALS, type LiveEvents, type RoomState, USER_ROOM } from "@app/contract/live";
import { LIVE_EVENT_NAMES, type LiveEventName } from "@app/contract/live-names";
import Pusher from "pusher-js";
import { call, leave } from "./api.ts";
import { joinItem } from "./item-rooms.ts";
import { dispatch, dispatchMissed, setItemRooms, setLive } from "./live.ts";
import { isSigningOut } from "./session.ts";

/** Connects, and reconnects whenever the connection is lost. @returns disconnects */
export function connect(account: AccountId): () => void {
  const port = location.port === "" ? null : Number(location.port);
  const pusher = new Pusher(LIVE_KEY, {
    cluster: "",
    wsHost: location.hostname,
    ...(port === null ? {} : { wsPort: port, wssPort: port }),
    forceTLS: location.protocol === "https:",
    // Other transports would load third-party scripts, which our CSP forbids, or try TLS on a plain port.
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: { customHandler: authorize },
  });
  const room = pusher.subscribe(USER_ROOM + account);
  let seq: number | null = null;

  function forward<Name extends LiveEventName>(name: Name): void {
    room.bind(name, (data: LiveEvents[Name] & { seq: number }) => {
      seq = data.seq;
      dispatch(name, data);
    });
  }

  room.bind("pusher:subscription_succeeded", (state: RoomState) => {
    setLive(true);
    if (hasMissed(seq, state)) dispatchMissed();
    seq = state.seq;
  });
  // Every other state is on the way to a connection, or has given up.
  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    if (current !== "connected") setLive(false);
  });
  room.bind(LIVE_SIGNALS.missed, (event: { seq: number }) => {
    seq = event.seq;
    dispatchMissed();
  });
  // Signing out on this page navigates by itself.
  room.bind(LIVE_SIGNALS.ended, () => {
    if (!isSigningOut()) leave();
  });
  LIVE_EVENT_NAMES.forEach(forward);
  setItemRooms({
    join: (item) => joinItem(pusher, item),
    leave: (item) => pusher.unsubscribe(ITEM_ROOM + item),
  });
  return () => {
    setLive(false);
    setItemRooms(null);
    pusher.disconnect();
  };
}

/** On the first connection there is no known number: then any event since this page loaded counts as missed. */
function hasMissed(knownSeq: number | null, { seq, told_ms_ago }: RoomState): boolean {
  if (knownSeq !== null) return seq !== knownSeq;
  return told_ms_ago !== null && told_ms_ago < performance.now();
}

type Permission = { auth: string; channel_data: string };

function authorize(
  { socketId, channelName }: { socketId: string; channelName: string },
  callback: (error: Error | null, permission: Permission | null) => void,
): void {
  call("POST /broadcast", { body: { socket_id: socketId, channel_name: channelName } }).then(
    (permission) => callback(null, permission),
    // The server closes unauthorized connections, and Pusher reconnects.
    (error: Error) => callback(error, null),
  );
}
