import { findMentions } from "@app/contract/comment-text";
import type { CommentReply } from "@app/contract/comments";
import { channelHref } from "@app/contract/paths";
import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";
import { CollapsibleText, LinkedText, type LinkedTextProps } from "#ui/linked-text.tsx";

type CommentBodyProps = LinkedTextProps & Pick<CommentReply, "mentions">;

/** A comment's text, with links, times to seek to, and the people it mentions. */
export function CommentBody({ mentions, ...linked }: CommentBodyProps) {
  return (
    <CollapsibleText {...linked} maxChars={400} maxLines={5}>
      {toParts({ mentions, ...linked })}
    </CollapsibleText>
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
        dir="ltr"
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
