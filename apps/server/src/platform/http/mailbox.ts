import { readFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "@app/contract/brand";
import type { FastifyInstance } from "fastify";
import { sql as raw } from "kysely";
import { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { type Html, html } from "../html.ts";
import type { Email, Mail } from "../mail/mail.ts";

const STYLES = path.resolve(import.meta.dirname, "plain-page.css");

const STYLES_URL = "/api/plain-page.css";

/** People edit this query by hand, so invalid values count as missing. */
const mailboxQuery = z.object({
  to: z
    .string()
    .regex(/^[^\0]{1,254}$/)
    .nullable()
    .catch(null),
  mail: z.string().nullable().catch(null),
});

/** Shows the emails of a machine without a mail server, for developers and tests. Not in production. */
export function serveMailbox(app: FastifyInstance, deps: Pick<Deps, "config" | "sql">): void {
  if (deps.config.isProduction) {
    app.get("/dev/*", { config: { route: "mailbox.none" } }, () => {
      throw notFound();
    });
    return;
  }

  servePlainPageStyles(app);
  app.get("/dev/mailbox.json", { config: { route: "mailbox.list" } }, async (request, reply) => {
    const { to } = mailboxQuery.parse(request.query);
    return reply.header("cache-control", "no-store").send(await selectMailbox(deps.sql, to));
  });

  app.get("/dev/mailbox", { config: { route: "mailbox.page" } }, async (request, reply) => {
    const { to, mail } = mailboxQuery.parse(request.query);
    const emails = await selectMailbox(deps.sql, to);
    const shown = emails.find((email) => email.id === mail) ?? emails[0] ?? null;
    const page = toMailboxPage({ emails, shown, to });
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
  });
}

/** Lists the emails and shows one, in a sandboxed frame so that its content cannot run scripts. */
function toMailboxPage(mailbox: { emails: MailboxEmail[]; shown: MailboxEmail | null; to: string | null }): string {
  const { emails, shown, to } = mailbox;
  return toPlainPage({
    title: "Mailbox",
    nav: html`<nav aria-label="Mailbox"><ul>
      <li><a href="/dev/mailbox">Everyone's mails</a></li>
      <li><a href="/">Back to the product</a></li>
    </ul></nav>`,
    main: html`
      <h1>Mailbox</h1>
      <p>Email that this server would have sent. None of it was delivered.</p>
      <form method="get" action="/dev/mailbox">
        <div><label for="to">Only to this address</label><input id="to" name="to" type="email" value="${to ?? ""}"></div>
        <button type="submit">Show</button>
      </form>
      ${shown === null ? html`<p>No mails yet. Sign up, or ask for a new password, and reload this page.</p>` : toOpenEmail(shown)}
      ${shown !== null && toList(emails, shown, to)}
    `,
  });
}

function toOpenEmail(email: MailboxEmail): Html {
  return html`<article class="card" aria-labelledby="subject">
    <h2 id="subject" class="subject">${email.subject}</h2>
    <p class="muted">To ${email.to}, ${toTime(email.sent_at)}</p>
    ${email.links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
    <iframe title="The mail as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${email.html}"></iframe>
    <details><summary>As plain text</summary><pre>${email.text}</pre></details>
  </article>`;
}

function toList(emails: MailboxEmail[], shown: MailboxEmail, to: string | null): Html {
  return html`<section aria-labelledby="mails"><h2 id="mails">Newest first</h2><div class="table"><table>
    <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
    <tbody>${emails.map(
      (email) => html`<tr>
        <th scope="row"><a href="${toUrl(email, to)}"${email.id === shown.id && html` aria-current="true"`}>${email.subject}</a></th>
        <td>${email.to}</td><td>${toTime(email.sent_at)}</td></tr>`,
    )}</tbody></table></div></section>`;
}

function toUrl(email: MailboxEmail, to: string | null): string {
  return `/dev/mailbox?${new URLSearchParams({ ...(to === null ? {} : { to }), mail: email.id })}`;
}

function toTime(time: Date): Html {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.replace("T", " ").slice(0, 19)} UTC</time>`;
}

/** A plain page that the server renders itself, without scripts and without a build. */
function toPlainPage(page: { title: string; nav: Html; main: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${page.title} · ${BRAND.name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLES_URL}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="brand">${BRAND.name}</p>${page.nav}</header>
<main id="main" tabindex="-1">${page.main}</main>
</body>
</html>
`.text;
}

function servePlainPageStyles(app: FastifyInstance): void {
  const styles = readFileSync(STYLES, "utf8");
  app.get(STYLES_URL, { config: { route: "page.styles" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(styles),
  );
}

const STORED_MAX = 1_000;
const LISTED_MAX = 200;

type MailboxEmail = Omit<Email, "thread" | "headers"> & { sent_at: Date };

/** For development without a mail server: stores emails in a table, to be read at `/dev/mailbox`. */
export function createMailbox(sql: Sql): Mail {
  return {
    async send({ id, to, subject, text, html, links }) {
      await sql
        .insertInto("mailbox")
        .values({ id, recipient: to, subject, text, html, links })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await raw`
        delete from mailbox where id in (
          select id from mailbox order by sent_at desc, id desc offset ${STORED_MAX}
        )`.execute(sql);
    },
  };
}

/**
 * Newest first, at most 200.
 * @param to an address, case-insensitive; null for every recipient
 */
async function selectMailbox(sql: Sql, to: string | null): Promise<MailboxEmail[]> {
  return sql
    .selectFrom("mailbox")
    .select(["id", "recipient as to", "subject", "text", "html", "links", "sent_at"])
    .$if(to !== null, (query) => query.where(raw`lower(recipient)`, "=", (to ?? "").trim().toLowerCase()))
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(LISTED_MAX)
    .execute();
}
