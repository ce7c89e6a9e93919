import type { Transporter } from "nodemailer";
import type { Log } from "../log.ts";
import type { Letter, Mail } from "./mail.ts";

const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000;

/** @param from the sender as people see it: `Fieldhouse <no-reply@example.org>` */
export function openSmtpMail(options: { url: string; from: string; log: Log }): Mail {
  let transport: Promise<Transporter> | undefined;
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? "localhost";

  return {
    async send(letter) {
      try {
        transport ??= openTransport(options.url);
        await (await transport).sendMail({ from: options.from, ...toMessage(letter, domain) });
      } catch (error) {
        const { code, responseCode } = describe(error);
        // Nobody lives there: another try will be told the same.
        if (code === "EENVELOPE" && responseCode >= 500) {
          options.log.warn({ mail: letter.id, responseCode }, "a mail was refused for good");
          return;
        }
        // The server's own words name the address, which has no business in a log.
        throw new Error(`the mail server did not take it: ${code} ${responseCode}`);
      }
    },
  };
}

/** Loaded with the first letter: only jobs send any, and a web process never does. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toMessage({ id, to, subject, text, html }: Letter, domain: string) {
  return {
    // As an object: a name or an address with a comma in it stays one address.
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

function describe(error: unknown): { code: string; responseCode: number } {
  const fault = error instanceof Error ? (error as Error & { code?: string; responseCode?: number }) : null;
  return { code: fault?.code ?? "unknown", responseCode: fault?.responseCode ?? 0 };
}
