import type { Transporter } from "nodemailer";
import type { Log } from "../log.ts";
import type { Email, Mail } from "./mail.ts";

const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000;

/** There is no such address (RFC 3463, or 5.4.1 of Exchange), whatever else the server says of it. */
const NO_ADDRESS = /\b5\.(?:1\.(?:[1-36]|10)|4\.1)\b/;

/** Many servers refuse a sender only with the recipient (5.1.7 and 5.1.8, which not every server says). */
const REFUSES_SENDER = /\bsender\b|\b5\.1\.[78]\b/i;

/** A rule of the server (5.7.x, which not every server says), such as one against relaying: a fault of the settings. */
const REFUSES_US = /\b5\.7\.\d|relay|rcpthosts|authentication|denied|not (?:permitted|allowed)/i;

/** @param from the sender, for example `Fieldhouse <no-reply@example.org>` */
export function createSmtpMail(options: { url: string; from: string; log: Log }): Mail {
  let transport: Promise<Transporter> | undefined;
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? "localhost";

  return {
    async send(email) {
      try {
        transport ??= createTransporter(options.url);
        await (await transport).sendMail({ from: options.from, ...toMessage(email, domain) });
      } catch (error) {
        const { code, command, response, responseCode } = toSmtpError(error);
        // The address does not exist, so a retry would fail too.
        if (command === "RCPT TO" && responseCode >= 500 && !isOurFault(response)) {
          options.log.warn({ mail: email.id, responseCode }, "email rejected for good");
          return;
        }
        // The server's own message contains the address, which must not appear in logs.
        throw new Error(`the mail server rejected the email: ${code} ${responseCode}`);
      }
    },
  };
}

function isOurFault(response: string): boolean {
  return REFUSES_SENDER.test(response) || (REFUSES_US.test(response) && !NO_ADDRESS.test(response));
}

/** Loads nodemailer with the first email: only workers send email. */
async function createTransporter(url: string): Promise<Transporter> {
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

/** The thread's first message was never sent; mail programs group by its id all the same. */
function toMessage({ id, to, subject, text, html, thread, headers }: Email, domain: string) {
  const root = `<${thread}.thread@${domain}>`;
  return {
    // An object, so that an address with a comma stays one address.
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    ...(thread === null ? {} : { inReplyTo: root, references: root }),
    headers: { "Auto-Submitted": "auto-generated", ...headers },
  };
}

type SmtpError = { code: string; command: string; response: string; responseCode: number };

function toSmtpError(error: unknown): SmtpError {
  const given = (error instanceof Error ? error : {}) as Partial<SmtpError>;
  return {
    code: given.code ?? "unknown",
    command: given.command ?? "",
    response: given.response ?? "",
    responseCode: given.responseCode ?? 0,
  };
}
