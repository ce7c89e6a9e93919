import { channelHref } from "@app/contract/paths";
import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";

type ChannelTargetProps = {
  id: string;
  /** Asks a visitor to join; null for a signed-in person, who is taken to the channel. */
  onVisitorOpen: OnVisitorOpen;
  className?: string;
  children: ReactNode;
};

export type OnVisitorOpen = ((next: string | null) => void) | null;

/** The name on a card, whose press counts on all of the card. */
export function ChannelTarget({ id, onVisitorOpen, className = "", children }: ChannelTargetProps) {
  // A button is cut with an ellipsis by its own style only; a link is by that of the heading around it.
  const look = `max-w-full truncate align-bottom after:absolute after:inset-0 after:z-10 outline-none ${className}`;
  const href = channelHref(id);
  if (onVisitorOpen)
    return (
      <button type="button" onClick={() => onVisitorOpen(href)} className={look}>
        {children}
      </button>
    );
  return (
    <Link href={href} className={look}>
      {children}
    </Link>
  );
}

/** Around the card while its name has the focus, and not while another button on it has. */
export const CARD_FOCUS =
  "has-[h3_:focus-visible]:outline-2 has-[h3_:focus-visible]:outline-offset-2 has-[h3_:focus-visible]:outline-accent";
