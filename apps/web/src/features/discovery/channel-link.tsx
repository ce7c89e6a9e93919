import { channelHref } from "@app/contract/paths";
import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";

type ChannelLinkProps = {
  id: string;
  /** Asks a visitor to join; null for a member, for whom the card links to the channel. */
  onVisitorOpen: OnVisitorOpen;
  className?: string;
  children: ReactNode;
};

export type OnVisitorOpen = ((next: string | null) => void) | null;

/** A card's name; its click target covers the whole card. */
export function ChannelLink({ id, onVisitorOpen, className = "", children }: ChannelLinkProps) {
  // A button needs its own `truncate`; a link inherits it from the heading.
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

/** Outlines the card while its name has the focus, but not while another button in it does. */
export const CARD_FOCUS =
  "has-[h3_:focus-visible]:outline-2 has-[h3_:focus-visible]:outline-offset-2 has-[h3_:focus-visible]:outline-accent";
