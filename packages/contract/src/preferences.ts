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

export const PREFERENCE_MESSAGES = {
  saved: "Your settings were saved.",
  fixedEmail: "Emails about security and billing cannot be switched off.",
} as const;

export const notificationSetting = z.object({
  kind: notificationKind,
  bell: z.boolean(),
  email: z.boolean(),
  /** The email cannot be switched off. */
  is_email_fixed: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** With `by_age` the person has not chosen: it is hidden below 18, and shown from then on. */
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
    summary: "List your notification settings, for the bell and for emails",
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
    body: { kind: notificationKind, bell: z.boolean(), email: z.boolean() },
    data: z.array(notificationSetting),
    writes: "notification_settings",
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
