import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { notificationId } from "./ids.ts";

/** Test notifications that a person may send themselves in 24 hours. */
export const TEST_PUSHES_PER_DAY = 20;

export const PUSH_MESSAGES = {
  on: "Notifications are on for this device.",
  off: "Notifications are off for this device.",
  testQueued: "A test notification is on its way to this device.",
  notOn: "Notifications are off for this device. Turn them on first.",
  badEndpoint: "This is not the address of a push service.",
  badKey: "This is not a key of a push subscription.",
  tooManyTests: "You have sent enough test notifications for today. Please try again tomorrow.",
} as const;

/** A browser's subscription at its vendor's push service (RFC 8030), with the keys that encrypt for it (RFC 8291). */
export const pushSubscription = z.object({
  endpoint: z
    .url({
      protocol: /^https?$/,
      error: ({ code }) => (code === "invalid_type" ? undefined : PUSH_MESSAGES.badEndpoint),
    })
    .max(1_000, PUSH_MESSAGES.badEndpoint),
  /** An uncompressed point of P-256: 65 bytes. */
  p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/, PUSH_MESSAGES.badKey),
  /** 16 bytes. */
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, PUSH_MESSAGES.badKey),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

/** What a push message carries to the service worker (`apps/web/public/push-worker.js`). Locked screens show it. */
export const pushMessage = z.object({
  /** Null: a test notification. */
  id: notificationId.nullable(),
  title: z.string(),
  body: z.string(),
  /** The path that a click opens. */
  href: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;

export const webPushRoutes = {
  one: defineRoute({
    name: "webPush.one",
    summary: "Whether this device gets push notifications, and the key that browsers subscribe with",
    method: "GET",
    path: "/push-subscription",
    access: "member",
    data: z.object({ public_key: z.string(), is_on: z.boolean() }),
  }),
  subscribe: defineRoute({
    name: "webPush.subscribe",
    summary: "Send push notifications to this device; replaces its earlier subscription",
    method: "PUT",
    path: "/push-subscription",
    access: "member",
    body: pushSubscription.shape,
    data: nothing,
    writes: "push_subscriptions",
  }),
  unsubscribe: defineRoute({
    name: "webPush.unsubscribe",
    summary: "Send this device no more push notifications",
    method: "DELETE",
    path: "/push-subscription",
    access: "member",
    data: nothing,
  }),
  test: defineRoute({
    name: "webPush.test",
    summary: "Send this device a test notification",
    method: "POST",
    path: "/push-subscription/test",
    access: "member",
    data: nothing,
  }),
};
