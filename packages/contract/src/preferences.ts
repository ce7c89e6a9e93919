import { z } from "zod";
import { defineRoute } from "./http.ts";

export const NOTIFICATION_KINDS = [
  "comment",
  "reply",
  "reaction",
  "follow",
  "new_upload",
  "processing",
  "referral_joined",
  "referral_earned",
  "payout",
  "billing",
  "moderation",
  "security",
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Their emails are always sent, because they concern the account or money of their recipient. */
export const FIXED_EMAILS: readonly NotificationKind[] = ["billing", "security"];

/** Daily and weekly: in a digest of what is still unread. */
export const EMAIL_FREQUENCIES = ["at_once", "daily", "weekly", "off"] as const;
export const emailFrequency = z.enum(EMAIL_FREQUENCIES);
export type EmailFrequency = z.infer<typeof emailFrequency>;

export const PREFERENCE_MESSAGES = {
  saved: "Your settings were saved.",
  fixedEmail: "Emails about security and billing cannot be turned off.",
  unknownTimeZone: "This time zone is not known.",
  emptyQuietHours: "Quiet hours must start and end at different times.",
} as const;

export const notificationSetting = z.object({
  kind: notificationKind,
  bell: z.boolean(),
  email: emailFrequency,
  /** On the devices that the person allowed it on. */
  push: z.boolean(),
  /** The email is sent at once and cannot be switched off. */
  is_email_fixed: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** A time of day, such as `22:30`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 22:30.");

/** From one time of day to another, past midnight if it is the earlier one. Emails and pushes wait until they end. */
const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay });

export const deliverySettings = z.object({
  /** An IANA name such as `America/Chicago`; null: not known yet, so the platform's counts. */
  time_zone: z.string().nullable(),
  quiet_hours: quietHours.nullable(),
  /** When digests are sent, in the person's time zone. */
  digest_hour: z.int(),
  /** The day of weekly digests: 1 is Monday, 7 is Sunday. */
  digest_weekday: z.int(),
});
export type DeliverySettings = z.infer<typeof deliverySettings>;

/** With `by_age` it is hidden because the person is under 18 and has not chosen. */
const privacyChoice = z.object({ value: z.boolean(), by_age: z.boolean() });

export const privacyView = z.object({
  is_minor: z.boolean(),
  /** Excludes the person from the top earners and weekly earners. */
  is_hidden_from_lists: z.boolean(),
  shows_gpa: privacyChoice,
  shows_location: privacyChoice,
  /** The list of followers; their number is always shown. */
  shows_followers: privacyChoice,
  /** Whether search engines may show the profile. */
  is_indexed: privacyChoice,
  /** Whether what the person watches is added to their watch history. */
  keeps_history: z.boolean(),
});
export type PrivacyView = z.infer<typeof privacyView>;

export const preferenceRoutes = {
  notifications: defineRoute({
    name: "preferences.notifications",
    summary: "List your notification settings, for the bell, emails and pushes",
    method: "GET",
    path: "/notification-settings",
    access: "member",
    data: z.array(notificationSetting),
  }),
  setNotification: defineRoute({
    name: "preferences.setNotification",
    summary: "Change one kind of notification; security and billing emails stay on",
    method: "POST",
    path: "/notification-settings",
    access: "member",
    body: {
      kind: notificationKind,
      bell: z.boolean().optional(),
      email: emailFrequency.optional(),
      push: z.boolean().optional(),
    },
    data: z.array(notificationSetting),
    writes: "notification_settings",
  }),
  deliveries: defineRoute({
    name: "preferences.deliveries",
    summary: "Read your time zone, your quiet hours and when you get digests",
    method: "GET",
    path: "/delivery-settings",
    access: "member",
    data: deliverySettings,
  }),
  setDeliveries: defineRoute({
    name: "preferences.setDeliveries",
    summary: "Change your time zone, your quiet hours or when you get digests; null: no quiet hours",
    method: "POST",
    path: "/delivery-settings",
    access: "member",
    body: {
      time_zone: z.string().min(1).max(64).optional(),
      quiet_hours: quietHours.nullable().optional(),
      digest_hour: z.int().min(0).max(23).optional(),
      digest_weekday: z.int().min(1).max(7).optional(),
    },
    data: deliverySettings,
    writes: "delivery_settings",
  }),
  privacy: defineRoute({
    name: "preferences.privacy",
    summary: "Read what you show of yourself, and which of it your age decides",
    method: "GET",
    path: "/privacy-settings",
    access: "member",
    data: privacyView,
  }),
  setPrivacy: defineRoute({
    name: "preferences.setPrivacy",
    summary: "Change what you show of yourself; for null, your age decides",
    method: "POST",
    path: "/privacy-settings",
    access: "member",
    body: {
      is_hidden_from_lists: z.boolean().optional(),
      shows_gpa: z.boolean().nullable().optional(),
      shows_location: z.boolean().nullable().optional(),
      shows_followers: z.boolean().nullable().optional(),
      is_indexed: z.boolean().nullable().optional(),
      keeps_history: z.boolean().optional(),
    },
    data: privacyView,
    writes: "privacy_settings",
  }),
};

/** What a link in an email switches off: one kind, everything that comes in digests, or all kinds that can be. */
export const unsubscribeScope = z.enum([...NOTIFICATION_KINDS, "digest", "all"]);
export type UnsubscribeScope = z.infer<typeof unsubscribeScope>;

export const UNSUBSCRIBE_MESSAGES = {
  done: "You are unsubscribed.",
  useless: "This link is not valid. You can choose your emails in Settings.",
  notOneClick: "Open this link in a browser to unsubscribe.",
} as const;

const token = z.string().regex(/^[A-Za-z0-9_-]{40,200}$/, UNSUBSCRIBE_MESSAGES.useless);

const unsubscribing = z.object({
  /** Which emails it is about, such as 'emails about replies and mentions'. */
  about: z.string(),
  /** They are switched off already. */
  is_off: z.boolean(),
});
export type Unsubscribing = z.infer<typeof unsubscribing>;

/** For whoever has the link of an email, without signing in. Mail programs post to `/unsubscribe/{token}` instead. */
export const unsubscribeRoutes = {
  show: defineRoute({
    name: "unsubscribe.show",
    summary: "Say which emails the link of an email switches off; changes nothing",
    method: "GET",
    path: "/unsubscribe/:token",
    access: "public",
    params: { token },
    data: unsubscribing,
  }),
  confirm: defineRoute({
    name: "unsubscribe.confirm",
    summary: "Turn off the emails that the link of an email is about",
    method: "POST",
    path: "/unsubscribe/:token",
    access: "public",
    params: { token },
    data: unsubscribing,
  }),
};
