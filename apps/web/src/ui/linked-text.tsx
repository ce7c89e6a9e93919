import { type TextPart, toTextParts } from "#lib/text-parts.ts";

export type LinkedTextProps = {
  text: string;
  /** Times up to this one can be clicked. Null: all of them. */
  lengthS: number | null;
  onSeek?: ((atS: number) => void) | undefined;
};

/** A user's text, in which links and the times of a video can be clicked. Nothing in it is markup. */
export function LinkedText({ text, lengthS, onSeek }: LinkedTextProps) {
  return toTextParts(text, onSeek ? lengthS : NO_TIMES).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key
    <Part key={index} part={part} onSeek={onSeek} />
  ));
}

/** Before every time, so that none becomes a link. */
const NO_TIMES = -1;

const LOOK = "text-accent underline-offset-2 hover:underline";

function Part({ part, onSeek }: { part: TextPart; onSeek: LinkedTextProps["onSeek"] }) {
  if (part.kind === "text") return part.text;
  if (part.kind === "link") {
    return (
      <a href={part.href} target="_blank" rel="noopener nofollow ugc" className={LOOK}>
        {part.text}
      </a>
    );
  }
  return (
    <button type="button" onClick={() => onSeek?.(part.atS)} className={`${LOOK} tabular-nums`}>
      <span className="sr-only">Play from </span>
      {part.text}
    </button>
  );
}
