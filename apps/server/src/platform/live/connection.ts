import { randomInt } from "node:crypto";
import type { WebSocket } from "ws";
import { z } from "zod";

/** Close codes; their hundreds tell a Pusher client what to do next. */
export const CLOSE = {
  /** 40xx: do not reconnect. */
  unknownApp: 4001,
  tooMany: 4004,
  sessionEnded: 4009,
  /** 41xx: reconnect after a delay. */
  notJoined: 4100,
  /** 42xx: reconnect at once. */
  stopping: 4200,
  tooOld: 4202,
  /** 43xx: the client misbehaved. */
  tooManyMessages: 4301,
  badMessage: 4302,
} as const;

/** A page that stops reading is dropped at this backlog; it reconnects and fetches what it missed. */
const UNSENT_MAX_BYTES = 64 * 1024;
/** A connection that has not joined a room by then is closed. */
const JOIN_WITHIN_MS = 15_000;
/** Frequent enough that proxies do not consider the connection idle. */
const PING_EVERY_MS = 30_000;
/** After a day the page must prove again that it is signed in. */
const LIFETIME_MAX_MS = 24 * 60 * 60 * 1000;
const MESSAGES_MAX = 30;
const MESSAGES_WITHIN_MS = 10_000;
/** Sent to the page, which pings after this long without a message. */
const ACTIVITY_TIMEOUT_S = 120;

const message = z.object({ event: z.string(), data: z.unknown() });

const joining = z.object({
  channel: z.string(),
  auth: z.string(),
  channel_data: z.string(),
});
export type JoinRequest = z.infer<typeof joining>;

const leaving = z.object({ channel: z.string() });

/** The connection of one open page. */
export type Connection = {
  socketId: string;
  /** Null until it has joined a room. */
  member: { accountId: string; deviceId: string } | null;
  /** The items whose rooms it has joined. */
  items: Set<string>;
  send(frame: string): void;
  /** @param code one of `CLOSE` */
  end(code: number, reason: string): void;
  /** Closes without a handshake, for a connection that does not respond. */
  drop(): void;
};

/** @param on.join lets the connection into a room, or ends it */
export function createConnection(
  socket: WebSocket,
  on: {
    join(connection: Connection, request: JoinRequest): Promise<void>;
    leave(connection: Connection, channel: string): void;
    closed(connection: Connection): void;
  },
): Connection {
  const openedMs = Date.now();
  let isResponding = true;
  const isWithinLimit = createRateLimit(MESSAGES_MAX, MESSAGES_WITHIN_MS);

  const connection: Connection = {
    socketId: `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`,
    member: null,
    items: new Set(),
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
    if (!isResponding) return connection.drop();
    if (Date.now() - openedMs > LIFETIME_MAX_MS) return connection.end(CLOSE.tooOld, "Please reconnect.");
    isResponding = false;
    socket.ping(ignore);
  }, PING_EVERY_MS);

  socket.on("pong", () => {
    isResponding = true;
  });
  socket.on("message", (bytes, isBinary) => {
    isResponding = true;
    if (!isWithinLimit()) return connection.end(CLOSE.tooManyMessages, "Too many messages.");
    const received = isBinary ? null : readMessage(String(bytes));
    if (received === null) return connection.end(CLOSE.badMessage, "The message cannot be read.");
    handleMessage(connection, received, on);
  });
  // `close` follows every error.
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

/** Pages may only join, leave and ping. */
function handleMessage(
  connection: Connection,
  { event, data }: Message,
  { join, leave }: Pick<Parameters<typeof createConnection>[1], "join" | "leave">,
): void {
  const request = event === "pusher:subscribe" ? joining.safeParse(data).data : undefined;
  const left = event === "pusher:unsubscribe" ? leaving.safeParse(data).data : undefined;
  if (event === "pusher:ping") connection.send(toFrame("pusher:pong", {}));
  else if (request) void join(connection, request);
  else if (left) leave(connection, left.channel);
  else if (!IGNORED.has(event)) connection.end(CLOSE.badMessage, "This message is not supported.");
}

/** A page leaves its person's room by disconnecting. */
const IGNORED = new Set(["pusher:pong", "pusher:unsubscribe"]);

/** A Pusher frame, whose data is JSON inside JSON. */
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

/** @returns a function that returns whether it was called at most `max` times within `withinMs` */
function createRateLimit(max: number, withinMs: number): () => boolean {
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
