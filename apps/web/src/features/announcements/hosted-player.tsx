import type { Announcement } from "@app/contract/announcements";
import { useEffect, useRef } from "react";
import { keepLooping } from "./keep-looping.ts";

export type HostedPlayerProps = { address: string; loop: Announcement["loop"]; title: string };

/** Somebody else's player, kept to the seconds of the loop. It comes by a press, and takes the focus of what was pressed. */
export function HostedPlayer({ address, loop, title }: HostedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { from_s, to_s } = loop;
  useEffect(() => frame.current?.focus(), []);
  useEffect(() => (frame.current ? keepLooping(frame.current, { from_s, to_s }) : undefined), [from_s, to_s]);
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation"
      className="aspect-video w-full rounded-media border-0"
    />
  );
}
