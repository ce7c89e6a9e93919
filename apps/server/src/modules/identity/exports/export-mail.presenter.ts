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
