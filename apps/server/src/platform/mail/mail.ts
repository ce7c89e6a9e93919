import { z } from "zod";

const httpUrl = z.url({ protocol: /^https?$/ });

/** Something in a list, perhaps with what somebody wrote, and where it is. */
const emailItem = z.strictObject({
  text: z.string().min(1),
  quote: z.string().min(1).nullable(),
  url: httpUrl.nullable(),
});

/** The content of an email, which fills the one email template, `renderEmail`: plain text and at most one button. */
export const emailContent = z.strictObject({
  to: z.email().max(254),
  subject: z.string().min(1).max(200),
  heading: z.string().min(1).max(200),
  paragraphs: z.array(z.string().min(1)).min(1),
  /** A code to type in; shown large, with spaces between its groups. */
  code: z.string().min(1).max(20).nullable().default(null),
  items: z.array(emailItem).default([]),
  button: z.strictObject({ label: z.string().min(1), url: httpUrl }).nullable(),
  /** Why the recipient gets this email; shown at the end. */
  reason: z.string().min(1),
  /** Emails with the same text are one conversation in mail programs. */
  thread: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .nullable()
    .default(null),
  /** Null: an email that cannot be switched off. */
  unsubscribe: z
    .strictObject({
      /** A page when opened; unsubscribes when a mail program posts to it (RFC 8058). */
      url: httpUrl,
      /** The same for all emails that can be switched off; null: `url` is that already. */
      allUrl: httpUrl.nullable(),
      settingsUrl: httpUrl,
    })
    .nullable()
    .default(null),
});
export type EmailContent = z.input<typeof emailContent>;

/** A rendered email. */
export type Email = {
  /** The same for every attempt, so that a duplicate delivery can be recognized. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The URLs in it, in order. */
  links: string[];
  thread: string | null;
  /** Beside those that every email has. */
  headers: Record<string, string>;
};

/** Delivers emails. Slow and may fail: only jobs call it, never a request or a transaction. */
export type Mail = {
  /** @throws Error a retry may succeed */
  send(email: Email): Promise<void>;
};
