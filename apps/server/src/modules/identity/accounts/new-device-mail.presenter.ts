import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Told to whoever has used other devices before: a stranger who knows the password is noticed. */
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
      `Hello ${signIn.username}, your account was opened on ${signIn.device}, from the network ${signIn.addressPrefix}, on ${TIME.format(signIn.at)} UTC.`,
      "If this was you, there is nothing to do.",
      "If it was not, sign that device out and choose a new password.",
    ],
    button: { label: "Look at your devices", url: `${signIn.publicUrl}/setting` },
    reason: "You are receiving this because somebody signed in to your account.",
  };
}
