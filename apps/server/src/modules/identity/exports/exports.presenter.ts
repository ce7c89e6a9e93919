import { BRAND } from "@app/contract/brand";
import { EXPORT_DAYS } from "@app/contract/data-export";
import type { EmailContent } from "#platform/mail/mail.ts";

/** Leads to the page and not to the file: whoever reads the mail is not always the person. */
export function renderExportReadyEmail(to: { email: string; username: string; publicUrl: string }): EmailContent {
  return {
    to: to.email,
    subject: `Your ${BRAND.name} data is ready`,
    heading: "Your data is ready",
    paragraphs: [
      `Hello ${to.username}, we have put together everything that we keep about you.`,
      `You can download it in your settings for ${EXPORT_DAYS} days. After that the file is removed.`,
    ],
    button: { label: "Download my data", url: `${to.publicUrl}/setting?tab=data` },
    reason: `You are receiving this because your data was asked for. If it was not you, write to ${BRAND.supportEmail}.`,
  };
}

/** What stands in README.txt of an export. */
export function toReadme(about: {
  username: string;
  at: Date;
  parts: readonly { file: string; about: string }[];
}): string {
  const lines = about.parts.map((part) => `${part.file}\n    ${part.about}.`);
  return [
    `Everything that ${BRAND.name} keeps about ${about.username}, as of ${about.at.toISOString()}.`,
    "",
    "Each file with the ending .json is a list, in plain text that any editor opens. Times are in UTC.",
    "",
    ...lines,
    "",
    "files/account/",
    "    The pictures of your profile, and the logos of your offers and visits (logo_id in colleges.json).",
    "files/contents/ID/",
    "    What you sent, as you sent it, and its thumbnail. ID is the id in contents.json.",
    "",
    "Passwords, codes and keys are not in here: of most of them we keep only what it takes to check them.",
    `Questions: ${BRAND.supportEmail}`,
    "",
  ].join("\n");
}
