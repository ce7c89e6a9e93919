import type { DeviceView } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import Bowser from "bowser";
import type { EmailContent } from "#platform/mail/mail.ts";
import type { DeviceRow } from "./devices.sql.ts";

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const NAME_MAX_CHARS = 80;

export function toDeviceView(row: DeviceRow, thisDeviceId: string): DeviceView {
  return {
    id: row.id,
    name: row.name,
    address: row.address_prefix,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_this_device: row.id === thisDeviceId,
  };
}

/** @returns browser and operating system in words: 'Chrome on Windows' */
export function toDeviceName(userAgent: string): string {
  const parsed = userAgent ? Bowser.parse(userAgent) : null;
  // An unknown name is missing or empty.
  const browser = parsed?.browser.name || "Unknown browser";
  const system = parsed?.os.name || "unknown system";
  return `${browser} on ${system}`.slice(0, NAME_MAX_CHARS);
}

/** Sent unless it is the first device of the account, so that somebody else who knows the password is noticed. */
export function renderNewDeviceEmail(signIn: {
  to: string;
  username: string;
  device: string;
  addressPrefix: string;
  at: Date;
  publicUrl: string;
}): EmailContent {
  return {
    to: signIn.to,
    subject: `New sign-in to ${BRAND.name}: ${signIn.device}`,
    heading: "A new device signed in",
    paragraphs: [
      `Hello ${signIn.username}, someone signed in to your account on ${signIn.device}, from the network ${signIn.addressPrefix}, on ${TIME.format(signIn.at)} UTC.`,
      "If this was you, you can ignore this email.",
      "If not, sign out that device and choose a new password.",
    ],
    button: { label: "Review your devices", url: `${signIn.publicUrl}/setting?tab=devices` },
    reason: "You are receiving this because someone signed in to your account.",
  };
}
