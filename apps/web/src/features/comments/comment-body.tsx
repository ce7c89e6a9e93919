import { findMentions } from "@app/contract/comment-text";
import type { CommentReply } from "@app/contract/comments";
import { channelHref } from "@app/contract/paths";
import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Link } from "#ui/link.tsx";
import { LinkedText } from "#ui/linked-text.tsx";

/** Longer comments are collapsed at first. */
const COLLAPSED_CHARS = 400;
const COLLAPSED_LINES = 5;

type CommentBodyProps = Pick<CommentReply, "mentions"> & {
  text: string;
  lengthS: number | null;
  onSeek?: ((atS: number) => void) | undefined;
};

/** A comment's text, with links, times to seek to, and the people it mentions. */
export function CommentBody({ text, mentions, lengthS, onSeek }: CommentBodyProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > COLLAPSED_CHARS || text.split("\n").length > COLLAPSED_LINES;
  return (
    <div>
      <p id={id} className={clsx("break-words whitespace-pre-line", isLong && !isOpen && "line-clamp-5")}>
        {toParts({ text, mentions, lengthS, onSeek })}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-6 items-center rounded-control text-sm font-semibold hover:underline touch:min-h-11"
        >
          {isOpen ? "Show less" : "Show more"}
        </button>
      )}
    </div>
  );
}

function toParts({ text, mentions, ...linked }: CommentBodyProps): ReactNode[] {
  const parts: ReactNode[] = [];
  let doneUntil = 0;
  const addText = (until: number) => {
    if (until > doneUntil) parts.push(<LinkedText key={doneUntil} text={text.slice(doneUntil, until)} {...linked} />);
  };
  for (const { username, at } of findMentions(text)) {
    const person = mentions.find((one) => one.username.toLowerCase() === username.toLowerCase());
    if (!person) continue;
    addText(at);
    doneUntil = at + 1 + username.length;
    parts.push(
      <Link
        key={`@${at}`}
        href={channelHref(person.channel_id)}
        className="font-semibold text-accent underline-offset-2 hover:underline"
      >
        @{username}
      </Link>,
    );
  }
  addText(text.length);
  return parts;
}
