import { readFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "@app/contract/brand";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { type Html, html } from "../html.ts";
import { type MailboxEmail, selectMailbox } from "../mail/mailbox.ts";

const STYLES = path.resolve(import.meta.dirname, "plain-page.css");

const STYLES_URL = "/api/plain-page.css";

/** What a hand types into the address bar: anything else counts as not given. */
const asked = z.object({
  to: z
    .string()
    .regex(/^[^\0]{1,254}$/)
    .nullable()
    .catch(null),
  mail: z.string().nullable().catch(null),
});

/** The mails of a machine without a mail server, for people and for tests. Not in production. */
export function serveMailbox(app: FastifyInstance, deps: Pick<Deps, "config" | "sql">): void {
  if (deps.config.isProduction) {
    app.get("/dev/*", { config: { route: "mailbox.none" } }, () => {
      throw notFound();
    });
    return;
  }

  servePlainPageStyles(app);
  app.get("/dev/mailbox.json", { config: { route: "mailbox.list" } }, async (request, reply) => {
    const { to } = asked.parse(request.query);
    return reply.header("cache-control", "no-store").send(await selectMailbox(deps.sql, to));
  });

  app.get("/dev/mailbox", { config: { route: "mailbox.page" } }, async (request, reply) => {
    const { to, mail } = asked.parse(request.query);
    const letters = await selectMailbox(deps.sql, to);
    const shown = letters.find((letter) => letter.id === mail) ?? letters[0] ?? null;
    const page = toMailboxPage({ letters, shown, to });
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
  });
}

/** The list of mails, and one of them opened. What a mail says cannot run: its frame is sandboxed. */
function toMailboxPage(mailbox: { letters: MailboxEmail[]; shown: MailboxEmail | null; to: string | null }): string {
  const { letters, shown, to } = mailbox;
  return toPlainPage({
    title: "Mailbox",
    nav: html`<nav aria-label="Mailbox"><ul>
      <li><a href="/dev/mailbox">Everybody's mails</a></li>
      <li><a href="/">Back to the product</a></li>
    </ul></nav>`,
    main: html`
      <h1>Mailbox</h1>
      <p>Mails that this machine would have sent. Nothing leaves it.</p>
      <form method="get" action="/dev/mailbox">
        <div><label for="to">Only to this address</label><input id="to" name="to" type="email" value="${to ?? ""}"></div>
        <button type="submit">Show</button>
      </form>
      ${shown === null ? html`<p>No mails yet. Sign up, or ask for a new password, and reload this page.</p>` : toOpened(shown)}
      ${shown !== null && toList(letters, shown, to)}
    `,
  });
}

function toOpened(letter: MailboxEmail): Html {
  return html`<article class="card" aria-labelledby="subject">
    <h2 id="subject" class="subject">${letter.subject}</h2>
    <p class="muted">To ${letter.to}, ${toTime(letter.sent_at)}</p>
    ${letter.links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
    <iframe title="The mail as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${letter.html}"></iframe>
    <details><summary>As plain text</summary><pre>${letter.text}</pre></details>
  </article>`;
}

function toList(letters: MailboxEmail[], shown: MailboxEmail, to: string | null): Html {
  return html`<section aria-labelledby="mails"><h2 id="mails">Newest first</h2><div class="table"><table>
    <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
    <tbody>${letters.map(
      (letter) => html`<tr>
        <th scope="row"><a href="${toAddress(letter, to)}"${letter.id === shown.id && html` aria-current="true"`}>${letter.subject}</a></th>
        <td>${letter.to}</td><td>${toTime(letter.sent_at)}</td></tr>`,
    )}</tbody></table></div></section>`;
}

function toAddress(letter: MailboxEmail, to: string | null): string {
  return `/dev/mailbox?${new URLSearchParams({ ...(to === null ? {} : { to }), mail: letter.id })}`;
}

function toTime(time: Date): Html {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.replace("T", " ").slice(0, 19)} UTC</time>`;
}

/** A page of the server's own, without scripts: it reads well in both themes and needs no build. */
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
