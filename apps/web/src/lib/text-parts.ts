/** A part of a description: plain text, a link, or a timestamp to seek to. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "link"; text: string; href: string }
  | { kind: "time"; text: string; atS: number };

const LINK_OR_TIME = /(https?:\/\/[^\s<>"]+)|(?<![\w:.])((?:\d{1,2}:)?\d{1,2}:\d{2})(?![\w:]|\.\d)/gi;

/** Only http and https URLs become links, and only times within the video become timestamps. */
export function toTextParts(description: string, lengthS: number | null): TextPart[] {
  const parts: TextPart[] = [];
  let doneUntil = 0;
  for (const match of description.matchAll(LINK_OR_TIME)) {
    const part = match[1] !== undefined ? toLink(match[1]) : toTimestamp(match[2] ?? "", lengthS);
    if (part === null) continue;
    if (match.index > doneUntil) parts.push({ kind: "text", text: description.slice(doneUntil, match.index) });
    parts.push(part);
    doneUntil = match.index + part.text.length;
  }
  if (doneUntil < description.length) parts.push({ kind: "text", text: description.slice(doneUntil) });
  return parts;
}

function toLink(found: string): TextPart | null {
  const text = withoutPunctuation(found);
  const url = URL.parse(text);
  return url && url.hostname !== "" ? { kind: "link", text, href: url.href } : null;
}

/** Punctuation or a bracket after a URL belongs to the sentence. */
function withoutPunctuation(url: string): string {
  let text = url;
  for (;;) {
    const last = text.at(-1) ?? "";
    const closes = last === ")" && !text.includes("(");
    if (!/[.,;:!?'*\]}]/.test(last) && !closes) return text;
    text = text.slice(0, -1);
  }
}

function toTimestamp(text: string, lengthS: number | null): TextPart | null {
  const [seconds = 0, minutes = 0, hours = 0] = text.split(":").map(Number).reverse();
  if (seconds >= 60 || (hours > 0 && minutes >= 60)) return null;
  const atS = hours * 3600 + minutes * 60 + seconds;
  return lengthS !== null && atS > lengthS ? null : { kind: "time", text, atS };
}
