import { z } from "zod";
import { staffReason } from "./audit.ts";
import { defineRoute, nothing } from "./http.ts";
import { REFERRAL_TRIGGERS } from "./referrals.ts";

export const SETTINGS_MESSAGES = { saved: "The setting was changed. It applies from now on." } as const;

const platformSettings = z.object({
  /** What earns an earner the reward for somebody who joined by their link. */
  referral_trigger: z.enum(REFERRAL_TRIGGERS),
  referral_trigger_since: z.iso.datetime(),
  reward_cents: z.int(),
  /** What the operator sets in the environment of the server, where it takes a restart; shown for reference. */
  installation: z.object({
    address: z.string(),
    time_zone: z.string(),
    payments: z.enum(["stripe", "sandbox"]),
    mail: z.enum(["smtp", "mailbox"]),
    storage: z.enum(["folder", "s3"]),
  }),
});
export type PlatformSettings = z.infer<typeof platformSettings>;

export const platformSettingsRoutes = {
  show: defineRoute({
    name: "platformSettings.show",
    summary: "The settings of the platform, and how it is installed",
    method: "GET",
    path: "/admin/settings",
    access: "admin",
    data: platformSettings,
  }),
  changeReferralTrigger: defineRoute({
    name: "platformSettings.changeReferralTrigger",
    summary: "Change what earns the reward of a referral, from now on",
    method: "PUT",
    path: "/admin/settings/referral-trigger",
    access: "admin",
    body: { referral_trigger: z.enum(REFERRAL_TRIGGERS), reason: staffReason },
    data: nothing,
    writes: "referral_settings",
  }),
};
