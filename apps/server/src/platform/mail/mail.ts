import { z } from "zod";

/** A mail as a feature writes it: plain words, one thing to do. How it looks is the layout's business. */
export const mailDraft = z.strictObject({
  to: z.email().max(254),
  subject: z.string().min(1).max(200),
  heading: z.string().min(1).max(200),
  paragraphs: z.array(z.string().min(1)).min(1),
  /** To be typed somewhere; shown large, with spaces between its groups. */
  code: z.string().min(1).max(20).nullable().default(null),
  button: z.strictObject({ label: z.string().min(1), url: z.url({ protocol: /^https?$/ }) }).nullable(),
  /** Why this person is written to; stands at the end. */
  reason: z.string().min(1),
});
export type MailDraft = z.input<typeof mailDraft>;

/** A mail as it leaves. */
export type Letter = {
  /** The same for each try to send it, so that a second arrival can be told from a second mail. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The addresses in it, in their order. */
  links: string[];
};

/** Takes letters to their readers. Slow, and may fail: only jobs call it, never a request or a transaction. */
export type Mail = {
  /** @throws Error it may go better later */
  send(letter: Letter): Promise<void>;
};
