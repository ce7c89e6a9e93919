import { vi } from "vitest";
import { WAIT_MAX_MS } from "./browser.ts";

/** Waits for the newest email to an address with a link to `path` or below. @returns the link */
export function mailedLink(origin: string, to: string, path: string): Promise<string> {
  const newest = async () => (await mailedLinks(origin, to, path))[0];
  return vi.waitUntil(newest, { timeout: WAIT_MAX_MS, interval: 200 });
}

/** @returns the links below `path` in all emails to an address so far, newest email first */
export async function mailedLinks(origin: string, to: string, path: string): Promise<string[]> {
  const reply = await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  const mails = (await reply.json()) as { links: string[] }[];
  return mails.flatMap(({ links }) => links).filter((link) => `${new URL(link).pathname}/`.startsWith(`/${path}/`));
}

/** Waits for the newest verification email to an address. @returns its code, as shown */
export function mailedCode(origin: string, to: string): Promise<string> {
  const newest = async () => {
    const reply = await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
    const mails = (await reply.json()) as { text: string }[];
    return mails.flatMap(({ text }) => /^\d{4} \d{4}$/m.exec(text) ?? [])[0];
  };
  return vi.waitUntil(newest, { timeout: WAIT_MAX_MS, interval: 200 });
}
