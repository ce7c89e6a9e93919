import { z } from "zod";
import { defineRoute } from "./http.ts";
import type { AccountId, ContentId } from "./ids.ts";
import type { LiveEventName } from "./live-names.ts";

/** The app key of the Pusher protocol, not a secret. The socket is at `/app/{key}`. */
export const LIVE_KEY = "fieldhouse";
export const LIVE_PATH = `/app/${LIVE_KEY}`;

/** The prefix of a person's private room, which only they can join. */
export const USER_ROOM = "private-user.";

export function toUserRoom(account: AccountId): string {
  return USER_ROOM + account;
}

/** The prefix of an item's room, for the pages of people who may see the item. */
export const ITEM_ROOM = "private-content.";

export function toItemRoom(content: ContentId): string {
  return ITEM_ROOM + content;
}

/** The events of a person's pages. They carry ids only: the page fetches the rest, and gets what it may see. */
export const liveEvents = {
  /** Somebody signed in or out on one of the person's devices. */
  "devices.changed": z.strictObject({}),
  /** A referral joined, or moved to another stage; or the person's balance changed. */
  "earnings.changed": z.strictObject({}),
  /** A comment began or ceased to wait for approval: the person's own, or one on a channel that they moderate. */
  "held_comments.changed": z.strictObject({}),
  /** An upload or an item of the person was checked, processed further, finished or failed. */
  "processing.changed": z.strictObject({}),
  /** The payment, or the completion, of the person's registration or plan got further. */
  "registration.changed": z.strictObject({}),
  /** A notification was added, changed, read or taken back, here or on another device. */
  "notifications.changed": z.strictObject({}),
} satisfies Record<LiveEventName, z.ZodType>;
export type LiveEvents = { [Name in LiveEventName]: z.infer<(typeof liveEvents)[Name]> };
export type LiveEvent = { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName];

/** Signals about the live connection itself. */
export const LIVE_SIGNALS = {
  /** This device was signed out; the connection closes right after. */
  ended: "session.ended",
  /** Events may have been lost: fetch what is shown again. */
  missed: "live.missed",
} as const;

/** A room's state when a page joins it. Events have consecutive sequence numbers. */
export type RoomState = {
  seq: number;
  /** Milliseconds since the last event; null: none yet. */
  told_ms_ago: number | null;
};

export const liveRoutes = {
  broadcast: defineRoute({
    name: "live.broadcast",
    summary: "Sign the permission for a live connection to join the caller's own room, or that of an item they may see",
    method: "POST",
    path: "/broadcast",
    access: "member",
    body: {
      socket_id: z
        .string()
        .max(40)
        .regex(/^\d{1,15}\.\d{1,15}$/, "This is not a valid connection id."),
      /** The characters that the Pusher protocol allows. */
      channel_name: z
        .string()
        .max(100)
        .regex(/^[A-Za-z0-9_.=@,;-]+$/, "This is not a valid room name."),
    },
    data: z.object({ auth: z.string(), channel_data: z.string() }),
  }),
};
