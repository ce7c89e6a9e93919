import { z } from "zod";

/** The content of an email, which fills the one email template, `mail-layout.ts`: plain text and at most one button. */
export const emailContent = z.strictObject({
  to: z.email().max(254),
  subject: z.string().min(1).max(200),
  heading: z.string().min(1).max(200),
  paragraphs: z.array(z.string().min(1)).min(1),
  /** A code to type in; shown large, with spaces between its groups. */
  code: z.string().min(1).max(20).nullable().default(null),
  button: z.strictObject({ label: z.string().min(1), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** Why the recipient gets this email; shown at the end. */
  reason: z.string().min(1),
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
};

/** Delivers emails. Slow and may fail: only jobs call it, never a request or a transaction. */
export type Mail = {
  /** @throws Error a retry may succeed */
  send(email: Email): Promise<void>;
};
