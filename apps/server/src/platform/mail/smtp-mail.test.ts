import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { openSmtpStandIn, type SmtpStandIn } from "#testing/smtp-stand-in.ts";
import type { Letter } from "./mail.ts";
import { openSmtpMail } from "./smtp-mail.ts";

const servers: SmtpStandIn[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const LETTER: Letter = {
  id: "01975f3e-0000-7000-8000-000000000001",
  to: "maya@people.test",
  subject: "Größe zählt",
  text: "Hello.\n.a line with a dot\n",
  html: "<p>Hello.</p>",
  links: [],
};

async function openWorld(answers: Record<string, string> = {}) {
  const server = await openSmtpStandIn(answers);
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
  const mail = openSmtpMail({ url: server.url, from: "Fieldhouse <no-reply@fieldhouse.test>", log });
  return { server, mail, lines };
}

describe("a mail by SMTP", () => {
  test("arrives in both forms, from us, to the person, under an id of its own", async () => {
    const { server, mail } = await openWorld();
    await mail.send(LETTER);
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

  test("what is no address adds nobody to it", async () => {
    const { server, mail } = await openWorld();
    await mail.send({ ...LETTER, to: "maya@people.test\r\nBcc: everybody@people.test" }).catch(() => undefined);
    await mail.send({ ...LETTER, subject: "Hello\r\nBcc: everybody@people.test" });
    for (const received of server.received) {
      expect(received.to).toHaveLength(1);
      expect(received.to).not.toContain("everybody@people.test");
      expect(received.source).not.toMatch(/^Bcc:/m);
    }
  });

  test.each([
    ["a server that is busy", { RCPT: "451 later" }],
    ["a server that refuses our password or the mail itself", { ".": "554 looks like spam" }],
    ["a server that does not greet us", { EHLO: "421 closing", HELO: "421 closing" }],
  ])("%s is tried again later, and the fault does not name the person", async (_, answers) => {
    const { mail } = await openWorld(answers);
    const failed = mail.send(LETTER).then(
      () => "sent",
      (error: Error) => `${error.message} ${error.stack}`,
    );
    expect(await failed).toContain("the mail server did not take it");
    expect(await failed).not.toContain("maya@people.test");
  });

  test("an address where nobody lives is given up, with a line that does not name it", async () => {
    const { mail, lines } = await openWorld({ RCPT: "550 no such person maya@people.test" });
    await mail.send(LETTER);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("refused for good");
    expect(lines[0]).not.toContain("maya");
  });

  test("a server that is not there is a fault", async () => {
    const { server, mail } = await openWorld();
    await server.stop();
    await expect(mail.send(LETTER)).rejects.toThrow("did not take it");
  });
});
