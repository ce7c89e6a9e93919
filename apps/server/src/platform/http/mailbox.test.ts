import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

const letterTo = (to: string, subject: string): EmailContent => ({
  to,
  subject,
  heading: subject,
  paragraphs: ["Hello."],
  button: { label: "Open", url: "http://127.0.0.1:3000/somewhere" },
  reason: "A test.",
});

async function send(draft: EmailContent): Promise<void> {
  await inTransaction(testApp.deps.sql, (tx) => sendEmail(testApp.deps, tx, draft));
  await testApp.settle();
}

async function readMailbox(search = ""): Promise<{ subject: string }[]> {
  const reply = await testApp.visitor.send("GET", `/dev/mailbox.json${search}`);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

describe("the development mailbox", () => {
  test("receives a queued email, in the documented format", async () => {
    await send(letterTo("ana@people.test", "Welcome"));
    const [mail, ...more] = await readMailbox("?to=ana@people.test");
    expect(more).toEqual([]);
    expect(mail).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      to: "ana@people.test",
      subject: "Welcome",
      text: expect.stringContaining("Hello."),
      html: expect.stringContaining("<h1"),
      links: ["http://127.0.0.1:3000/somewhere"],
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test("lists the newest email first, for one address (case-insensitive) or for all", async () => {
    await send(letterTo("tom@people.test", "First"));
    await send(letterTo("Tom@People.test", "Second"));
    await send(letterTo("somebody-else@people.test", "Third"));
    expect((await readMailbox("?to=TOM%40people.test")).map((mail) => mail.subject)).toEqual(["Second", "First"]);
    expect((await readMailbox()).map((mail) => mail.subject).slice(0, 3)).toEqual(["Third", "Second", "First"]);
    expect(await readMailbox("?to=nobody@people.test")).toEqual([]);
  });

  test("receives nothing after a rollback", async () => {
    const rolledBack = inTransaction(testApp.deps.sql, async (tx) => {
      await sendEmail(testApp.deps, tx, letterTo("leo@people.test", "Never"));
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await testApp.settle();
    expect(await readMailbox("?to=leo@people.test")).toEqual([]);
  });

  test("receives emails that are encrypted in the queue", async () => {
    await inTransaction(testApp.deps.sql, (tx) =>
      sendEmail(testApp.deps, tx, letterTo("ivy@people.test", "Secret link")),
    );
    const { rows } = await testApp.deps.pool.query("select payload::text as text from graphile_worker._private_jobs");
    const queued = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    expect(queued).not.toContain("ivy");
    expect(queued).not.toContain("somewhere");
    await testApp.settle();
    expect(await readMailbox("?to=ivy@people.test")).toHaveLength(1);
  });

  test("shows an email once even if it was sent twice", async () => {
    const content = { subject: "Once", text: "", html: "", links: [], thread: null, headers: {} };
    const email = { id: crypto.randomUUID(), to: "zoe@people.test", ...content };
    await testApp.deps.mail.send(email);
    await testApp.deps.mail.send(email);
    expect(await readMailbox("?to=zoe@people.test")).toHaveLength(1);
  });

  test("shows an email in a sandboxed frame, and lists the others", async () => {
    await send(letterTo("eve@people.test", `<script>alert("subject")</script>`));
    await send(letterTo("eve@people.test", "Later"));
    const page = await testApp.visitor.send("GET", "/dev/mailbox?to=eve@people.test");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page.text).toContain('<h2 id="subject" class="subject">Later</h2>');
    expect(page.text).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html&gt;/,
    );
    expect(page.text).toContain("&lt;script&gt;alert(&quot;subject&quot;)&lt;/script&gt;");
    expect(page.text).not.toMatch(/<script|<style|\son\w+=/i);

    const [, older] = await readMailbox("?to=eve@people.test");
    const opened = await testApp.visitor.send(
      "GET",
      `/dev/mailbox?to=eve@people.test&mail=${(older as unknown as { id: string }).id}`,
    );
    expect(opened.text).toContain('class="subject">&lt;script&gt;');
  });

  test("renders a page when it is empty or the query is invalid", async () => {
    expect((await testApp.visitor.send("GET", "/dev/mailbox?to=nobody@people.test")).text).toContain("No mails yet");
    expect((await testApp.visitor.send("GET", "/dev/mailbox?to=a&to=b&mail=%00")).status).toBe(200);
    expect((await testApp.visitor.send("GET", "/dev/mailbox.json?to[]=a&to=%27%22")).status).toBe(200);
    expect((await testApp.visitor.send("GET", "/dev/mailbox.json?to=%00")).status).toBe(200);
  });
});

test("there is no mailbox in production", async () => {
  const production = await createTestApp({
    NODE_ENV: "production",
    PUBLIC_URL: "https://fieldhouse.test",
    SECRET_KEY: "a secret of thirty-two characters for tests",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Fieldhouse <hello@fieldhouse.test>",
    STRIPE_SECRET_KEY: "sk_test_a",
    STRIPE_PUBLISHABLE_KEY: "pk_test_a",
    STRIPE_WEBHOOK_SECRET: "whsec_a",
  });
  for (const path of ["/dev/mailbox", "/dev/mailbox.json", "/dev/mailbox.json?to=ana@people.test"])
    expect((await production.visitor.send("GET", path)).status, path).toBe(404);
});
