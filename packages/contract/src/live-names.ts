/** An item's events say only what to fetch again: its comments or their likes, its own likes, or its media. */
export const ITEM_EVENT_NAMES = ["comments.changed", "likes.changed", "processing.changed"] as const;
export type ItemEventName = (typeof ITEM_EVENT_NAMES)[number];

export const LIVE_EVENT_NAMES = [
  "devices.changed",
  "earnings.changed",
  "held_comments.changed",
  "notifications.changed",
  "processing.changed",
  "registration.changed",
] as const;
export type LiveEventName = (typeof LIVE_EVENT_NAMES)[number];
