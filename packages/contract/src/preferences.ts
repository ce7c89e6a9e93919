import { z } from "zod";
import { defineRoute } from "./http.ts";

/** What the product tells people about. */
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

/** Their e-mails are always sent: they say what happened to one's account or money. */
export const FIXED_MAILS: readonly NotificationKind[] = ["billing", "security"];

export const PREFERENCE_MESSAGES = {
  saved: "Your settings were saved.",
  fixedMail: "Emails about security and billing cannot be switched off.",
} as const;

export const notificationSetting = z.object({
  kind: notificationKind,
  bell: z.boolean(),
  email: z.boolean(),
  /** The e-mail cannot be switched off. */
  is_email_fixed: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** `by_age`: nobody chose, so it is hidden for whoever is below 18 and shown for everybody else. */
const privacyChoice = z.object({ value: z.boolean(), by_age: z.boolean() });

export const privacyView = z.object({
  is_minor: z.boolean(),
  /** Left out of the top earners and the weekly earners. */
  is_hidden_from_lists: z.boolean(),
  shows_gpa: privacyChoice,
  shows_location: privacyChoice,
  /** The list of followers; their number is always shown. */
  shows_followers: privacyChoice,
  /** Search engines may show the profile. */
  is_indexed: privacyChoice,
});
export type PrivacyView = z.infer<typeof privacyView>;

export const preferenceRoutes = {
  notifications: defineRoute({
    name: "preferences.notifications",
    summary: "What one is told about, at the bell and by e-mail",
    method: "GET",
    path: "/notification-settings",
    access: "member",
    data: z.array(notificationSetting),
  }),
  setNotification: defineRoute({
    name: "preferences.setNotification",
    summary: "Switch one kind of notification; security and billing e-mails stay on",
    method: "POST",
    path: "/notification-settings",
    access: "member",
    body: { kind: notificationKind, bell: z.boolean(), email: z.boolean() },
    data: z.array(notificationSetting),
    writes: "notification_settings",
  }),
  privacy: defineRoute({
    name: "preferences.privacy",
    summary: "What one shows of oneself, and which of it was decided by age",
    method: "GET",
    path: "/privacy-settings",
    access: "member",
    data: privacyView,
  }),
  setPrivacy: defineRoute({
    name: "preferences.setPrivacy",
    summary: "Change what one shows; null goes back to what the age decides",
    method: "POST",
    path: "/privacy-settings",
    access: "member",
    body: {
      is_hidden_from_lists: z.boolean().optional(),
      shows_gpa: z.boolean().nullable().optional(),
      shows_location: z.boolean().nullable().optional(),
      shows_followers: z.boolean().nullable().optional(),
      is_indexed: z.boolean().nullable().optional(),
    },
    data: privacyView,
    writes: "privacy_settings",
  }),
};
