import { WEB_ADDRESS } from "@app/contract/paths";
import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { duration } from "#lib/format.ts";

export type LinkedTextProps = {
  text: string;
  /** Times up to this one can be clicked. Null: all of them. */
  lengthS: number | null;
  /** Where the video begins on the time line that the text is about; its times before this one cannot be clicked. */
  fromS?: number;
  onSeek?: ((atS: number) => void) | undefined;
};

/** A user's text, in which links and the times of a video can be clicked. Nothing in it is markup. */
export function LinkedText({ text, lengthS, fromS, onSeek }: LinkedTextProps) {
  return toTextParts(text, onSeek ? lengthS : NO_TIMES, fromS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key
    <Part key={index} part={part} onSeek={onSeek} />
  ));
}

/** Before every time, so that none becomes a link. */
const NO_TIMES = -1;

const LOOK = "text-accent underline-offset-2 hover:underline";

/** Links and times are set apart with `dir`, so that the words beside them decide the direction of the whole text. */
function Part({ part, onSeek }: { part: TextPart; onSeek: LinkedTextProps["onSeek"] }) {
  if (part.kind === "text") return part.text;
  if (part.kind === "cut")
    return (
      <s title="This part was cut from the video" className="text-muted">
        {part.text}
      </s>
    );
  if (part.kind === "link") {
    return (
      <a dir="ltr" href={part.href} target="_blank" rel="noopener nofollow ugc" className={LOOK}>
        {part.text}
      </a>
    );
  }
  return (
    <button dir="ltr" type="button" onClick={() => onSeek?.(part.atS)} className={`${LOOK} tabular-nums`}>
      <span className="sr-only">Play from </span>
      {part.text}
    </button>
  );
}

type CollapsibleTextProps = LinkedTextProps & {
  /** Texts with more characters or lines are collapsed at first. */
  maxChars: number;
  maxLines: 3 | 5;
  /** The rendered text, if it has more than links and times. */
  children?: ReactNode;
};

const CLAMP = { 3: "line-clamp-3", 5: "line-clamp-5" } as const;

/** A user's text, with a button to show all of it if it is long. */
export function CollapsibleText({ maxChars, maxLines, children, ...linked }: CollapsibleTextProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isLong = linked.text.length > maxChars || linked.text.split("\n").length > maxLines;
  return (
    <div>
      <p id={id} dir="auto" className={clsx("break-words whitespace-pre-line", isLong && !isOpen && CLAMP[maxLines])}>
        {children ?? <LinkedText {...linked} />}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 inline-flex min-h-6 items-center rounded-control font-semibold hover:underline touch:min-h-11"
        >
          {isOpen ? "Show less" : "Show more"}
        </button>
      )}
    </div>
  );
}

/** A part of a description: plain text, a link, a timestamp to seek to, or a time that a trim has cut away. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "link"; text: string; href: string }
  | { kind: "cut"; text: string }
  | { kind: "time"; text: string; atS: number };

const LINK_OR_TIME = new RegExp(
  String.raw`(${WEB_ADDRESS})|(?<![\w:.])((?:\d{1,2}:)?\d{1,2}:\d{2})(?![\w:]|\.\d)`,
  "g",
);

/**
 * Only http and https URLs become links, and only times within the video become timestamps. Those of a trimmed video are
 * written as viewers see them in the player, or marked as cut away.
 * @param fromS where the video begins on the time line that the text is about
 */
export function toTextParts(description: string, lengthS: number | null, fromS = 0): TextPart[] {
  const parts: TextPart[] = [];
  let doneUntil = 0;
  for (const match of description.matchAll(LINK_OR_TIME)) {
    const part = match[1] !== undefined ? toLink(match[1]) : toTimestamp(match[2] ?? "", lengthS, fromS);
    if (part === null) continue;
    if (match.index > doneUntil) parts.push({ kind: "text", text: description.slice(doneUntil, match.index) });
    parts.push(part);
    // A link may end before its match, and a time may be reformatted.
    doneUntil = match.index + (part.kind === "link" ? part.text.length : match[0].length);
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

/** @returns null: no time, such as 1:75 */
function toSeconds(text: string): number | null {
  const [seconds = 0, minutes = 0, hours = 0] = text.split(":").map(Number).reverse();
  return seconds >= 60 || (hours > 0 && minutes >= 60) ? null : hours * 3600 + minutes * 60 + seconds;
}

function toTimestamp(text: string, lengthS: number | null, fromS: number): TextPart | null {
  const wholeS = toSeconds(text);
  if (wholeS === null) return null;
  const atS = wholeS - fromS;
  if (atS < 0) return { kind: "cut", text };
  if (lengthS !== null && atS > lengthS) return fromS === 0 ? null : { kind: "cut", text };
  return { kind: "time", text: fromS === 0 ? text : duration(atS), atS };
}
