import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { createFakeSmtp, type FakeSmtp } from "#testing/fake-smtp.ts";
import type { Email } from "./mail.ts";
import { createSmtpMail } from "./smtp-mail.ts";

const servers: FakeSmtp[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const EMAIL: Email = {
  id: "01975f3e-0000-7000-8000-000000000001",
  to: "maya@people.test",
  subject: "Größe zählt",
  text: "Hello.\n.a line with a dot\n",
  html: "<p>Hello.</p>",
  links: [],
  thread: null,
  headers: {},
};

async function startSmtp(replies: Record<string, string> = {}) {
  const server = await createFakeSmtp(replies);
  servers.push(server);
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const mail = createSmtpMail({ url: server.url, from: "Fieldhouse <no-reply@fieldhouse.test>", log });
  return { server, mail, lines };
}

describe("email by SMTP", () => {
  test("arrives as text and HTML, with our sender and its own message id", async () => {
    const { server, mail } = await startSmtp();
    await mail.send(EMAIL);
    const [received, ...more] = server.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: "no-reply@fieldhouse.test", to: ["maya@people.test"] });
    for (const line of [
      "From: Fieldhouse <no-reply@fieldhouse.test>",
      "To: maya@people.test",
      "Subject: =?UTF-8?Q?Gr=C3=B6=C3=9Fe_z=C3=A4hlt?=",
      "Message-ID: <01975f3e-0000-7000-8000-000000000001@fieldhouse.test>",
      "Auto-Submitted: auto-generated",
      "Content-Type: multipart/alternative;",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Type: text/html; charset=utf-8",
      ".a line with a dot",
      "<p>Hello.</p>",
    ])
      expect(received?.source).toContain(line);
  });

  test("has the headers to unsubscribe in one line each, and those of its thread", async () => {
    const { server, mail } = await startSmtp();
    const url = `https://fieldhouse.test/unsubscribe/${"A".repeat(120)}`;
    const headers = { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
    await mail.send({ ...EMAIL, headers, thread: "0190a1b2-item" });
    await mail.send({ ...EMAIL, id: "01975f3e-0000-7000-8000-000000000002" });
    const [first, second] = server.received.map(({ source }) => source.replace(/\r?\n[ \t]+/g, " "));
    for (const line of [
      `List-Unsubscribe: <${url}>`,
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      "Message-ID: <01975f3e-0000-7000-8000-000000000001@fieldhouse.test>",
      "In-Reply-To: <0190a1b2-item.thread@fieldhouse.test>",
      "References: <0190a1b2-item.thread@fieldhouse.test>",
    ])
      expect(first?.split(/\r?\n/)).toContain(line);
    expect(second).not.toMatch(/^(List-|In-Reply-To|References)/m);
  });

  test("gains no recipients from an invalid address or subject", async () => {
    const { server, mail } = await startSmtp();
    await mail.send({ ...EMAIL, to: "maya@people.test\r\nBcc: everybody@people.test" }).catch(() => undefined);
    await mail.send({ ...EMAIL, subject: "Hello\r\nBcc: everybody@people.test" });
    for (const received of server.received) {
      expect(received.to).toHaveLength(1);
      expect(received.to).not.toContain("everybody@people.test");
      expect(received.source).not.toMatch(/^Bcc:/m);
    }
  });

  test.each([
    ["a server that is busy", { RCPT: "451 later" }],
    ["a server that refuses our sender", { MAIL: "550 5.7.1 sender address rejected" }],
    ["a server that does not relay for us", { RCPT: "554 5.7.1 relay access denied" }],
    ["an Exim that does not relay for us", { RCPT: "550 relay not permitted" }],
    ["a server that wants a password", { RCPT: "550 SMTP authentication is required" }],
    ["a server that does not know our address", { RCPT: "554 client host rejected: access denied" }],
    [
      "a server that has no mailbox for our sender",
      { RCPT: "550 5.1.0 <us@x.test>: Sender address rejected: User unknown" },
    ],
    [
      "a server that does not find our domain",
      { RCPT: "550 5.1.8 <us@x.test>: Sender address rejected: Domain not found" },
    ],
    [
      "an Exim that cannot verify our sender",
      { RCPT: "550-Verification failed for <us@x.test>\r\n550 Sender verify failed" },
    ],
    ["an Exchange that blocks our sender", { RCPT: "550 5.1.8 Access denied, bad outbound sender" }],
    [
      "a server that names no code for our sender",
      { RCPT: "550 <us@x.test>: Sender address rejected: not owned by user" },
    ],
    ["a server that names only the code for a sender", { RCPT: "550 5.1.7 invalid address" }],
    ["a server that refuses our password or the mail itself", { ".": "554 looks like spam" }],
    ["a server that does not greet us", { EHLO: "421 closing", HELO: "421 closing" }],
  ])("%s is retried later, without naming the person in the error", async (_, replies) => {
    const { mail } = await startSmtp(replies);
    const failed = mail.send(EMAIL).then(
      () => "sent",
      (error: Error) => `${error.message} ${error.stack}`,
    );
    expect(await failed).toContain("the mail server rejected the email");
    expect(await failed).not.toContain("maya@people.test");
  });

  test.each([
    "550 no such person maya@people.test",
    "550 5.1.1 <maya@people.test>: Recipient address rejected: User unknown in relay recipient table",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; access denied",
    "550 5.4.1 Recipient address rejected: Access denied",
  ])("gives up on an address that does not exist, without naming it in the log: %s", async (reply) => {
    const { mail, lines } = await startSmtp({ RCPT: reply });
    await mail.send(EMAIL);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("rejected for good");
    expect(lines[0]).not.toContain("maya");
  });

  test("fails if the server is down", async () => {
    const { server, mail } = await startSmtp();
    await server.stop();
    await expect(mail.send(EMAIL)).rejects.toThrow("rejected the email");
  });
});
