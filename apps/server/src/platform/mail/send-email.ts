import { randomUUID } from "node:crypto";
import { BRAND } from "@app/contract/brand";
import { sql as raw } from "kysely";
import { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { type Html, html } from "../html.ts";
import { defineJob, enqueue } from "../jobs/jobs.ts";
import { type Email, type EmailContent, emailContent } from "./mail.ts";

/** Mail clients only honor style attributes, so every element repeats the light theme's colors. */
const STYLE = {
  page: "margin:0;padding:24px 12px;background:#f6f7f4;color:#11161b;font:16px/1.55 Arial,Helvetica,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dadfd8;border-radius:10px",
  brand: "margin:0 0 24px;font-weight:bold;font-size:18px;letter-spacing:1px;text-transform:uppercase",
  heading: "margin:0 0 16px;font-size:24px;line-height:1.25;overflow-wrap:anywhere",
  text: "margin:0 0 16px;overflow-wrap:anywhere",
  code: "margin:0 0 16px;font-size:28px;font-weight:bold;letter-spacing:3px;white-space:nowrap",
  button:
    "display:inline-block;padding:12px 24px;background:#3d6b00;color:#ffffff;border-radius:6px;font-weight:bold;text-decoration:none",
  item: "margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #dadfd8;overflow-wrap:anywhere",
  quote: "margin:4px 0 0;color:#55616c;white-space:pre-line",
  small: "margin:16px 0 0;color:#55616c;font-size:13px;overflow-wrap:anywhere",
  link: "color:#3d6b00",
};

type Item = NonNullable<EmailContent["items"]>[number];
type Unsubscribe = NonNullable<EmailContent["unsubscribe"]>;

const UNSUBSCRIBE = { these: "Unsubscribe", all: "Unsubscribe from all", settings: "Choose your emails" };

/** Renders an email as HTML and as plain text. All content is escaped. */
export function renderEmail(id: string, content: EmailContent): Email {
  const subject = content.subject.replace(/\s+/g, " ").trim();
  const { to, thread = null, unsubscribe } = content;
  const { text, html } = { text: toText(content), html: toHtml(subject, content) };
  const headers: Record<string, string> = unsubscribe
    ? { "List-Unsubscribe": `<${unsubscribe.url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {};
  return { id, to, subject, text, html, links: toLinks(content), thread, headers };
}

function toLinks({ items = [], button, unsubscribe }: EmailContent): string[] {
  const links = [
    ...(button ? [button.url] : []),
    ...items.map(({ url }) => url),
    ...(unsubscribe ? [unsubscribe.url, unsubscribe.allUrl, unsubscribe.settingsUrl] : []),
  ];
  return links.filter((link) => link !== null);
}

function toHtml(subject: string, content: EmailContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="${STYLE.page}">
<div style="${STYLE.card}">
<p style="${STYLE.brand}">${BRAND.name}</p>
<h1 style="${STYLE.heading}">${content.heading}</h1>
${content.paragraphs.map((paragraph) => html`<p style="${STYLE.text}">${paragraph}</p>\n`)}
${content.code ? html`<p style="${STYLE.code}">${content.code}</p>` : null}
${(content.items ?? []).map(toItem)}
${content.button && toButton(content.button)}
<p style="${STYLE.small}">${content.reason} Questions? Write to ${BRAND.supportEmail}.</p>
${content.unsubscribe ? toUnsubscribe(content.unsubscribe) : null}
</div>
</body>
</html>
`.text;
}

function toButton({ label, url }: NonNullable<EmailContent["button"]>): Html {
  return html`<p style="${STYLE.text}"><a href="${url}" target="_blank" rel="noopener" style="${STYLE.button}">${label}</a></p>
<p style="${STYLE.small}">If the button does not work, open this link:
<a href="${url}" target="_blank" rel="noopener" style="${STYLE.link}">${url}</a></p>`;
}

function toItem({ text, quote, url }: Item): Html {
  const title = url === null ? html`<strong>${text}</strong>` : toLink(url, text);
  return html`<div style="${STYLE.item}">${title}${quote && html`<p style="${STYLE.quote}">${quote}</p>`}</div>\n`;
}

function toLink(url: string, text: string): Html {
  return html`<a href="${url}" target="_blank" rel="noopener" style="${STYLE.link}">${text}</a>`;
}

function toUnsubscribe({ url, allUrl, settingsUrl }: Unsubscribe): Html {
  return html`<p style="${STYLE.small}">${toLink(url, UNSUBSCRIBE.these)}${
    allUrl && html` · ${toLink(allUrl, UNSUBSCRIBE.all)}`
  } · ${toLink(settingsUrl, UNSUBSCRIBE.settings)}</p>`;
}

function toText(content: EmailContent): string {
  const parts = [
    BRAND.name,
    content.heading,
    ...content.paragraphs,
    ...(content.code ? [content.code] : []),
    ...(content.items ?? []).map(({ text, quote, url }) =>
      [`* ${text}`, ...(quote ? [quote] : []), ...(url ? [url] : [])].join("\n"),
    ),
    ...(content.button ? [`${content.button.label}:\n${content.button.url}`] : []),
    `--\n${content.reason} Questions? Write to ${BRAND.supportEmail}.`,
    ...(content.unsubscribe ? [toUnsubscribeText(content.unsubscribe)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function toUnsubscribeText({ url, allUrl, settingsUrl }: Unsubscribe): string {
  const lines = [
    `${UNSUBSCRIBE.these}: ${url}`,
    ...(allUrl ? [`${UNSUBSCRIBE.all}: ${allUrl}`] : []),
    `${UNSUBSCRIBE.settings}: ${settingsUrl}`,
  ];
  return lines.join("\n");
}

const PURPOSE = "mail";
const MINUTE_MS = 60_000;

/** Retried for about three and a half hours, with growing delays. */
export const sendMailJob = defineJob({
  name: "mail:send",
  lane: "short",
  // Encrypted: an email may contain a sign-in link, and every backup contains the queue.
  // `sealed` is what the queued jobs of earlier releases call it.
  payload: z.strictObject({ id: z.uuid(), sealed: z.base64() }),
  attempts: 10,
  timeoutMs: MINUTE_MS,
  run: (deps, { id, sealed }) => deps.mail.send(renderEmail(id, decryptContent(deps, sealed))),
});

/** Until then staff can send an email again that failed for good. It contains an address, maybe of an erased account. */
const FAILED_DAYS = 30;

export const purgeFailedMailJob = defineJob({
  name: "mail:purge-failed",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: MINUTE_MS,
  cron: "52 4 * * *",
  async run({ sql }) {
    await raw`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = ${sendMailJob.name} and j.locked_at is null
        and j.attempts >= j.max_attempts and j.updated_at < now() - make_interval(days => ${FAILED_DAYS})`.execute(sql);
  },
});

/**
 * Queues an email, to be sent after the caller's transaction commits.
 * @throws ZodError the content is invalid, which is a bug of ours
 */
export async function sendEmail(deps: Pick<Deps, "secrets">, tx: Sql, content: EmailContent): Promise<void> {
  const sealed = deps.secrets.encrypt(PURPOSE, JSON.stringify(emailContent.parse(content))).toString("base64");
  // After all others of its lane: while the mail server does not answer, each attempt takes seconds.
  await enqueue(tx, sendMailJob, { id: randomUUID(), sealed }, { priority: 1 });
}

function decryptContent(deps: Pick<Deps, "secrets">, sealed: string): EmailContent {
  return emailContent.parse(JSON.parse(deps.secrets.decrypt(PURPOSE, Buffer.from(sealed, "base64"))));
}
