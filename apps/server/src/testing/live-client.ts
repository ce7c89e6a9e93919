import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "@app/contract/ids";
import { LIVE_PATH, liveRoutes, toUserRoom } from "@app/contract/live";
import { WebSocket } from "ws";
import type { Caller } from "./caller.ts";

/** Not a performance limit: a busy machine takes minutes. */
const WAIT_MS = 180_000;

export type LiveFrame = { event: string; channel?: string; data: Record<string, unknown> };

/** The live connection of an open page. */
export type LiveClient = {
  socketId: string;
  /** All received frames, in order. */
  frames: LiveFrame[];
  /** Waits for the next unread frame of an event. */
  next(event: string): Promise<LiveFrame>;
  /** Waits until either side closes it. */
  closed(): Promise<{ code: number; reason: string }>;
  say(event: string, data: unknown): void;
  sayText(text: string): void;
  /** Stops reading, like a page in a suspended browser, and reads again. */
  pause(): void;
  resume(): void;
  close(): void;
};

/** Opens the socket only. */
export function openSocket(origin: string, headers: Record<string, string>): WebSocket {
  const address = `${origin.replace("http", "ws")}${LIVE_PATH}?protocol=7&client=js&version=8.6.0`;
  return new WebSocket(address, { headers });
}

/** Connects with these headers and joins no room. */
export async function connectLive(origin: string, headers: Record<string, string>): Promise<LiveClient> {
  const socket = openSocket(origin, headers);
  const frames: LiveFrame[] = [];
  const seen = new Map<string, number>();
  let end: { code: number; reason: string } | null = null;
  let fault: Error | null = null;
  socket.on("message", (bytes) => {
    const { data, ...frame } = JSON.parse(String(bytes)) as { event: string; channel?: string; data: string };
    frames.push({ ...frame, data: JSON.parse(data) as Record<string, unknown> });
  });
  socket.on("close", (code, reason) => {
    end = { code, reason: String(reason) };
  });
  socket.on("error", (error) => {
    fault = error;
  });

  async function until<T>(find: () => T | null | undefined, what: string): Promise<T> {
    for (const deadlineMs = Date.now() + WAIT_MS; Date.now() < deadlineMs; await sleep(5)) {
      const found = find();
      if (found) return found;
      if (fault) throw fault;
    }
    throw new Error(`${what} did not come; came: ${JSON.stringify(frames)}, end: ${JSON.stringify(end)}`);
  }

  async function next(event: string): Promise<LiveFrame> {
    const at = seen.get(event) ?? 0;
    const frame = await until(() => frames.filter((frame) => frame.event === event)[at], event);
    seen.set(event, at + 1);
    return frame;
  }

  const { data } = await next("pusher:connection_established");
  return {
    socketId: String(data.socket_id),
    frames,
    next,
    closed: () => until(() => end, "the end"),
    say: (event, said) => socket.send(JSON.stringify({ event, data: said })),
    sayText: (text) => socket.send(text),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(),
  };
}

/** Connects and joins this person's room, or another one, like their page. */
export async function joinLive(
  origin: string,
  person: Caller,
  accountId: AccountId,
  { room: channel = toUserRoom(accountId), ...headers }: { room?: string; origin: string },
): Promise<LiveClient> {
  const client = await connectLive(origin, headers);
  const permission = await person.call(liveRoutes.broadcast, {
    body: { socket_id: client.socketId, channel_name: channel },
  });
  client.say("pusher:subscribe", { channel, ...permission });
  return client;
}
