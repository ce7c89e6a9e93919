import { z } from "zod";
import { defineRoute } from "./http.ts";
import type { AccountId } from "./ids.ts";

/** Names the product in the Pusher protocol; it opens nothing. The socket is at `/app/{key}`. */
export const LIVE_KEY = "fieldhouse";
export const LIVE_PATH = `/app/${LIVE_KEY}`;

/** One room a person; whoever speaks to it must be signed in as them. */
export const USER_ROOM = "private-user.";

export function toUserRoom(account: AccountId): string {
  return USER_ROOM + account;
}

export const LIVE_EVENT_NAMES = ["devices.changed"] as const;
export type LiveEventName = (typeof LIVE_EVENT_NAMES)[number];

/**
 * What a person's pages are told, and the ids that come with it. Never what happened itself: the page asks for that,
 * and is answered what it may see.
 */
export const liveEvents = {
  /** Somebody signed in or out on one of the person's devices. */
  "devices.changed": z.strictObject({}),
} satisfies Record<LiveEventName, z.ZodType>;
export type LiveEvents = { [Name in LiveEventName]: z.infer<(typeof liveEvents)[Name]> };
export type LiveEvent = { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName];

/** Told by the live connection itself, about itself. */
export const LIVE_SIGNALS = {
  /** This device was signed out; the connection is closed right after it. */
  ended: "session.ended",
  /** Events may have been lost on their way: ask again for what is shown. */
  missed: "live.missed",
} as const;

/** How far a room had come when a page joined it: its events are counted without a gap. */
export type RoomState = {
  seq: number;
  /** Null: nobody was ever told anything there. */
  told_ms_ago: number | null;
};

export const liveRoutes = {
  broadcast: defineRoute({
    name: "live.broadcast",
    summary: "Permission for a live connection to join the caller's own room",
    method: "POST",
    path: "/broadcast",
    access: "member",
    body: {
      socket_id: z
        .string()
        .max(40)
        .regex(/^\d{1,15}\.\d{1,15}$/, "This is not the id of a live connection."),
      /** In the characters of the Pusher protocol. */
      channel_name: z
        .string()
        .max(100)
        .regex(/^[A-Za-z0-9_.=@,;-]+$/, "This is not the name of a room."),
    },
    data: z.object({ auth: z.string(), channel_data: z.string() }),
  }),
};
