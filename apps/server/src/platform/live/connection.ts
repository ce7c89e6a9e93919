import { randomInt } from "node:crypto";
import type { WebSocket } from "ws";
import { z } from "zod";
import { CLOSE } from "./close-codes.ts";

/** A page that takes nothing in for so long is dropped; it comes back and asks for what it missed. */
const UNSENT_MAX_BYTES = 64 * 1024;
/** Whoever has not joined a room by then has no business here. */
const JOIN_WITHIN_MS = 15_000;
/** Half a minute keeps proxies from taking the line for dead. */
const PING_EVERY_MS = 30_000;
/** After a day the page has to show anew that it is signed in. */
const OLDEST_MS = 24 * 60 * 60 * 1000;
const MESSAGES_MAX = 30;
const MESSAGES_WITHIN_MS = 10_000;
/** Told to the page, which sends a ping of its own after so long a silence. */
const ACTIVITY_TIMEOUT_S = 120;

const message = z.object({ event: z.string(), data: z.unknown() });

const joining = z.object({
  channel: z.string(),
  auth: z.string(),
  channel_data: z.string(),
});
export type Joining = z.infer<typeof joining>;

/** One open page. */
export type Connection = {
  socketId: string;
  /** Whose page it is; null until it has joined a room. */
  member: { accountId: string; deviceId: string } | null;
  send(frame: string): void;
  /** @param code one of `CLOSE` */
  end(code: number, reason: string): void;
  /** Without a word, for one that does not answer. */
  drop(): void;
};

/** @param on.join whoever asks for a room is let in, or the connection is ended */
export function openConnection(
  socket: WebSocket,
  on: { join(connection: Connection, asked: Joining): Promise<void>; closed(connection: Connection): void },
): Connection {
  const openedMs = Date.now();
  let isAnswering = true;
  const count = countWithin(MESSAGES_MAX, MESSAGES_WITHIN_MS);

  const connection: Connection = {
    socketId: `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`,
    member: null,
    send(frame) {
      if (socket.bufferedAmount > UNSENT_MAX_BYTES) socket.terminate();
      else socket.send(frame, ignore);
    },
    end: (code, reason) => socket.close(code, reason),
    drop: () => socket.terminate(),
  };

  const joinLimit = setTimeout(() => {
    if (connection.member === null) connection.end(CLOSE.notJoined, "No room was joined in time.");
  }, JOIN_WITHIN_MS);
  const pinging = setInterval(() => {
    if (!isAnswering) return connection.drop();
    if (Date.now() - openedMs > OLDEST_MS) return connection.end(CLOSE.tooOld, "Please connect anew.");
    isAnswering = false;
    socket.ping(ignore);
  }, PING_EVERY_MS);

  socket.on("pong", () => {
    isAnswering = true;
  });
  socket.on("message", (bytes, isBinary) => {
    isAnswering = true;
    if (!count()) return connection.end(CLOSE.tooManyMessages, "Too many messages.");
    const said = isBinary ? null : readMessage(String(bytes));
    if (said === null) return connection.end(CLOSE.badMessage, "The message cannot be read.");
    answer(connection, said, on.join);
  });
  // What breaks a line closes it as well; `close` follows.
  socket.on("error", ignore);
  socket.once("close", () => {
    clearTimeout(joinLimit);
    clearInterval(pinging);
    on.closed(connection);
  });
  connection.send(
    toFrame("pusher:connection_established", {
      socket_id: connection.socketId,
      activity_timeout: ACTIVITY_TIMEOUT_S,
    }),
  );
  return connection;
}

type Message = z.infer<typeof message>;

/** The pages only listen: besides joining and pings there is nothing that they may say. */
function answer(
  connection: Connection,
  { event, data }: Message,
  join: (connection: Connection, asked: Joining) => Promise<void>,
): void {
  const asked = event === "pusher:subscribe" ? joining.safeParse(data).data : undefined;
  if (event === "pusher:ping") connection.send(toFrame("pusher:pong", {}));
  else if (asked) void join(connection, asked);
  else if (!HARMLESS.has(event)) connection.end(CLOSE.badMessage, "This is not understood here.");
}

/** A page has one room, and leaves it by leaving. */
const HARMLESS = new Set(["pusher:pong", "pusher:unsubscribe"]);

/** A frame of the Pusher protocol, whose data is JSON within JSON. */
export function toFrame(event: string, data: object, channel?: string): string {
  return JSON.stringify({ event, data: JSON.stringify(data), ...(channel === undefined ? {} : { channel }) });
}

function readMessage(text: string): Message | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** @returns a function that answers whether it was called at most `max` times within `withinMs` */
function countWithin(max: number, withinMs: number): () => boolean {
  let fromMs = 0;
  let calls = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - fromMs > withinMs) {
      fromMs = nowMs;
      calls = 0;
    }
    calls += 1;
    return calls <= max;
  };
}

function ignore(): void {
  return;
}
