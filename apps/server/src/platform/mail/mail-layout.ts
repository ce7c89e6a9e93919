import { BRAND } from "@app/contract/brand";
import { type Html, html } from "../html.ts";
import type { Letter, MailDraft } from "./mail.ts";

/** Programs that show mail read style attributes only, so the colours of the light theme stand in each. */
const STYLE = {
  page: "margin:0;padding:24px 12px;background:#f6f7f4;color:#11161b;font:16px/1.55 Arial,Helvetica,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dadfd8;border-radius:10px",
  brand: "margin:0 0 24px;font-weight:bold;font-size:18px;letter-spacing:1px;text-transform:uppercase",
  heading: "margin:0 0 16px;font-size:24px;line-height:1.25",
  text: "margin:0 0 16px",
  code: "margin:0 0 16px;font-size:28px;font-weight:bold;letter-spacing:3px;white-space:nowrap",
  button:
    "display:inline-block;padding:12px 24px;background:#3d6b00;color:#ffffff;border-radius:6px;font-weight:bold;text-decoration:none",
  small: "margin:16px 0 0;color:#55616c;font-size:13px;overflow-wrap:anywhere",
  link: "color:#3d6b00",
};

/** Both forms of a mail, saying the same. Every word of it is text and escaped, whoever wrote it. */
export function toLetter(id: string, draft: MailDraft): Letter {
  const subject = draft.subject.replace(/\s+/g, " ").trim();
  const { to, button } = draft;
  return { id, to, subject, text: toText(draft), html: toHtml(subject, draft), links: button ? [button.url] : [] };
}

function toHtml(subject: string, draft: MailDraft): string {
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
<h1 style="${STYLE.heading}">${draft.heading}</h1>
${draft.paragraphs.map((paragraph) => html`<p style="${STYLE.text}">${paragraph}</p>\n`)}
${draft.code ? html`<p style="${STYLE.code}">${draft.code}</p>` : null}
${draft.button && toButton(draft.button)}
<p style="${STYLE.small}">${draft.reason} Questions? Write to ${BRAND.supportEmail}.</p>
</div>
</body>
</html>
`.text;
}

function toButton({ label, url }: NonNullable<MailDraft["button"]>): Html {
  return html`<p style="${STYLE.text}"><a href="${url}" target="_blank" rel="noopener" style="${STYLE.button}">${label}</a></p>
<p style="${STYLE.small}">If the button does not work, open this address:
<a href="${url}" target="_blank" rel="noopener" style="${STYLE.link}">${url}</a></p>`;
}

function toText(draft: MailDraft): string {
  const parts = [
    BRAND.name,
    draft.heading,
    ...draft.paragraphs,
    ...(draft.code ? [draft.code] : []),
    ...(draft.button ? [`${draft.button.label}:\n${draft.button.url}`] : []),
    `--\n${draft.reason} Questions? Write to ${BRAND.supportEmail}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}
