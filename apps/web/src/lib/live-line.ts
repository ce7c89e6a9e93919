import type { AccountId } from "@app/contract/ids";
import {
  LIVE_EVENT_NAMES,
  LIVE_KEY,
  LIVE_SIGNALS,
  type LiveEventName,
  type LiveEvents,
  liveRoutes,
  type RoomState,
  USER_ROOM,
} from "@app/contract/live";
import Pusher from "pusher-js";
import { call, leave } from "./api.ts";
import { passOn, passOnMissed } from "./live.ts";
import { isSigningOut } from "./session.ts";

/** Connects, and again whenever the line is lost. @returns how to close it */
export function openLine(account: AccountId): () => void {
  const port = location.port === "" ? null : Number(location.port);
  const pusher = new Pusher(LIVE_KEY, {
    cluster: "",
    wsHost: location.hostname,
    ...(port === null ? {} : { wsPort: port, wssPort: port }),
    forceTLS: location.protocol === "https:",
    // By TLS too where the page came by it. The others would fetch scripts from elsewhere, which the page's policy
    // forbids, or knock with TLS on a port that has none.
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: { customHandler: askPermission },
  });
  const room = pusher.subscribe(USER_ROOM + account);
  let seq: number | null = null;

  function hear<Name extends LiveEventName>(name: Name): void {
    room.bind(name, (data: LiveEvents[Name] & { seq: number }) => {
      seq = data.seq;
      passOn(name, data);
    });
  }

  room.bind("pusher:subscription_succeeded", (state: RoomState) => {
    if (hasMissed(seq, state)) passOnMissed();
    seq = state.seq;
  });
  room.bind(LIVE_SIGNALS.missed, (told: { seq: number }) => {
    seq = told.seq;
    passOnMissed();
  });
  // Whoever signs out here goes where that leads.
  room.bind(LIVE_SIGNALS.ended, () => {
    if (!isSigningOut()) leave();
  });
  LIVE_EVENT_NAMES.forEach(hear);
  return () => pusher.disconnect();
}

/** On the first connection what counts is whether anything was told since this page began. */
function hasMissed(knownSeq: number | null, { seq, told_ms_ago }: RoomState): boolean {
  if (knownSeq !== null) return seq !== knownSeq;
  return told_ms_ago !== null && told_ms_ago < performance.now();
}

type Permission = { auth: string; channel_data: string };

function askPermission(
  { socketId, channelName }: { socketId: string; channelName: string },
  answer: (error: Error | null, permission: Permission | null) => void,
): void {
  call(liveRoutes.broadcast, { body: { socket_id: socketId, channel_name: channelName } }).then(
    (permission) => answer(null, permission),
    // The server closes a line without permission, and then it is tried again.
    (error: Error) => answer(error, null),
  );
}
