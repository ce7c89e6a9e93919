import type { Announcement } from "@app/contract/staff-announcements";
import { useEffect, useRef } from "react";
import { PLAYER_ORIGIN } from "./embed-url.ts";

type Loop = { from_s: number; to_s: number };

/** What the player reports; it sends each value only when it changes. */
type PlayerState = { atS: number; lengthS: number; hasEnded: boolean };

const ENDED = 0;

const GREETING_MS = 250;

export type HostedPlayerProps = { address: string; loop: Announcement["loop"]; title: string };

/** YouTube's player, looping over the chosen seconds. It replaces the pressed button and takes its focus. */
export function HostedPlayer({ address, loop, title }: HostedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { from_s, to_s } = loop;
  useEffect(() => frame.current?.focus(), []);
  useEffect(() => (frame.current ? loopPlayer(frame.current, { from_s, to_s }) : undefined), [from_s, to_s]);
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

/**
 * Rewinds the player whenever it passes the end of the loop. A paused player is left alone.
 * @returns a function that stops listening
 */
function loopPlayer(frame: HTMLIFrameElement, loop: Loop): () => void {
  let state: PlayerState = { atS: loop.from_s, lengthS: 0, hasEnded: false };
  const send = (message: object) => frame.contentWindow?.postMessage(JSON.stringify(message), PLAYER_ORIGIN);
  const command = (func: string, args: unknown[]) => send({ event: "command", func, args, id: 1, channel: "widget" });

  const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow || origin !== PLAYER_ORIGIN) return;
    const said = parsePlayerState(data, state);
    if (said === null) return;
    clearInterval(greeting);
    state = said;
    if (!isOver(state, loop)) return;
    // The next message may report another value, and must not count as a second end.
    state = { ...state, atS: loop.from_s, hasEnded: false };
    command("seekTo", [startOf(state, loop), true]);
    command("playVideo", []);
  };
  window.addEventListener("message", onMessage);
  // The player reports only to known listeners and ignores messages until it has started.
  const greeting = setInterval(() => send({ event: "listening", id: 1, channel: "widget" }), GREETING_MS);
  return () => {
    clearInterval(greeting);
    window.removeEventListener("message", onMessage);
  };
}

/** @returns the updated state, or null if the message is not from the player */
export function parsePlayerState(data: unknown, known: PlayerState): PlayerState | null {
  const message = typeof data === "string" ? parse(data) : null;
  if (!isRecord(message) || typeof message.event !== "string") return null;
  const { event, info } = message;
  if (event === "onStateChange") return withInfo(known, { playerState: info });
  return DELIVERIES.has(message.event) && isRecord(info) ? withInfo(known, info) : known;
}

const DELIVERIES = new Set(["infoDelivery", "initialDelivery"]);

/** A message tells only what has changed. */
function withInfo(known: PlayerState, { currentTime, duration, playerState }: Record<string, unknown>): PlayerState {
  return {
    atS: typeof currentTime === "number" ? currentTime : known.atS,
    lengthS: typeof duration === "number" ? duration : known.lengthS,
    hasEnded: typeof playerState === "number" ? playerState === ENDED : known.hasEnded,
  };
}

/** A video shorter than the loop plays as a whole. */
function startOf({ lengthS }: PlayerState, loop: Loop): number {
  return lengthS > 0 && lengthS < loop.to_s ? 0 : loop.from_s;
}

function isOver({ atS, hasEnded }: PlayerState, loop: Loop): boolean {
  return hasEnded || atS >= loop.to_s;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
