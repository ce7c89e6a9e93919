import { BRAND } from "@app/contract/brand";
import { EXPORT_DAYS } from "@app/contract/data-export";
import type { EmailContent } from "#platform/mail/mail.ts";

/** Links to the settings instead of the file, because others may be able to read the email. */
export function renderExportReadyEmail(to: { email: string; username: string; publicUrl: string }): EmailContent {
  return {
    to: to.email,
    subject: `Your ${BRAND.name} data is ready`,
    heading: "Your data is ready",
    paragraphs: [
      `Hello ${to.username}, we have put together all the data we store about you.`,
      `You can download it from your settings for ${EXPORT_DAYS} days. After that, we delete the file.`,
    ],
    button: { label: "Download my data", url: `${to.publicUrl}/setting?tab=data` },
    reason:
      "You are receiving this because somebody signed in to your account requested its data. If this was not you, choose a new password.",
  };
}

/** @returns README.txt of an export */
export function toReadme(about: {
  username: string;
  at: Date;
  parts: readonly { file: string; about: string }[];
}): string {
  const lines = about.parts.map((part) => `${part.file}\n    ${part.about}.`);
  return [
    `All the data ${BRAND.name} stores about ${about.username}, as of ${about.at.toISOString()}.`,
    "",
    "Each .json file is a list in plain text, which any editor can open. Times are in UTC.",
    "",
    ...lines,
    "",
    "files/account/",
    "    The pictures of your profile, and the logos of your offers and visits (logo_id in colleges.json).",
    "files/contents/ID/",
    "    What you uploaded, in its original form, and its thumbnail. ID is the id in contents.json.",
    "",
    "Passwords, codes and keys are not included: for most of them, we store only what is needed to check them.",
    `Questions: ${BRAND.supportEmail}`,
    "",
  ].join("\n");
}
