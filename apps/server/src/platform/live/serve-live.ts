import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGES } from "@app/contract/errors";
import { liveRoutes, toUserRoom } from "@app/contract/live";
import type { FastifyInstance } from "fastify";
import { WebSocketServer } from "ws";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { serve } from "../http/serve.ts";
import { requireMember } from "../viewer.ts";
import { CLOSE } from "./close-codes.ts";
import { type Connection, type Joining, openConnection, toFrame } from "./connection.ts";
import { openListener } from "./listener.ts";
import { readLiveMessage } from "./live-message.ts";
import { givePermission, readPermission } from "./permission.ts";
import { selectRoom, selectSeqs } from "./rooms.sql.ts";
import { openRooms } from "./rooms.ts";
import { toRefusedStatus } from "./upgrade.ts";

const CONNECTIONS_MAX = 20_000;
/** Those that have joined no room yet, and may be anybody's. */
const STRANGERS_MAX = 2_000;
const MESSAGE_MAX_BYTES = 4 * 1024;
const GOODBYE_MS = 1_000;
const LISTENS_WITHIN_MS = 2_000;

type LiveDeps = Pick<Deps, "config" | "log" | "metrics" | "pool" | "secrets">;

/** @returns those of these devices that are still signed in */
type SignedIn = (deviceIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The live connections of open pages: a Pusher server of our own, for one private room a person. */
export function serveLive(app: FastifyInstance, deps: LiveDeps, findSignedIn: SignedIn): void {
  const rooms = openRooms();
  const connections = new Set<Connection>();
  let strangers = 0;
  let isStopping = false;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
  });

  serve(app, liveRoutes.broadcast, async ({ viewer, body }) => {
    const member = requireMember(viewer);
    if (body.channel_name !== toUserRoom(member.accountId)) throw new AppError("not_allowed", MESSAGES.notAllowed);
    return givePermission(deps, member, body.socket_id);
  });

  async function join(connection: Connection, asked: Joining): Promise<void> {
    const member = readPermission(deps, connection.socketId, asked);
    if (member === null) return connection.end(CLOSE.badMessage, "This room is not open to this connection.");
    const isNew = connection.member === null;
    if (!isNew && connection.member?.accountId !== member.accountId)
      return connection.end(CLOSE.badMessage, "This connection has a room already.");
    if (!rooms.enter(connection, member)) return connection.end(CLOSE.tooMany, "Too many connections of one person.");
    if (isNew) strangers -= 1;
    // Looked at only after it has entered: what is told meanwhile, and a device that goes meanwhile, reach it.
    const [room, signedIn] = await Promise.all([
      selectRoom(deps.pool, member.accountId),
      findSignedIn([member.deviceId]),
    ]);
    if (!signedIn.has(member.deviceId)) return rooms.end({ account: member.accountId, devices: [member.deviceId] });
    rooms.note(member.accountId, room.seq);
    connection.send(toFrame("pusher_internal:subscription_succeeded", room, asked.channel));
  }

  function hear(payload: string): void {
    const message = readLiveMessage(payload);
    if (message === null) deps.log.error("live: a message that cannot be read");
    else if ("devices" in message) rooms.end(message);
    else deps.metrics.countTold(message.name, rooms.tell(message));
  }

  /** After the line to the database was lost: who was signed out meanwhile, and whose room has gone on. */
  async function catchUp(): Promise<void> {
    const members = rooms.members();
    const signedIn = await findSignedIn(members.map(({ deviceId }) => deviceId));
    for (const { accountId, deviceId } of members)
      if (!signedIn.has(deviceId)) rooms.end({ account: accountId, devices: [deviceId] });
    rooms.catchUp(await selectSeqs(deps.pool, rooms.accountIds()));
  }

  app.server.on("upgrade", (request, stream, head) => {
    const isFull = isStopping || connections.size >= CONNECTIONS_MAX || strangers >= STRANGERS_MAX;
    const refused = toRefusedStatus(request, deps.config) ?? (isFull ? 503 : null);
    if (refused !== null) return refuse(stream, refused);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      strangers += 1;
      const opened = openConnection(socket, {
        join: (connection, asked) =>
          join(connection, asked).catch((error: unknown) => {
            deps.log.error({ err: error }, "live: joining failed");
            connection.end(CLOSE.notJoined, "Please try again.");
          }),
        closed(connection) {
          if (connection.member === null) strangers -= 1;
          rooms.leave(connection);
          connections.delete(connection);
          deps.metrics.setSockets(connections.size);
        },
      });
      connections.add(opened);
      deps.metrics.setSockets(connections.size);
    });
  });

  let listener: ReturnType<typeof openListener> | null = null;
  app.addHook("onReady", async () => {
    listener = openListener(deps, { message: hear, back: catchUp });
    // Before the first page connects; without a database the product starts all the same, and says so.
    await Promise.race([listener.listening, sleep(LISTENS_WITHIN_MS, undefined, { ref: false })]);
  });
  app.addHook("preClose", async () => {
    isStopping = true;
    await listener?.stop();
    for (const connection of connections) connection.end(CLOSE.stopping, "The server is stopping.");
    const deadlineMs = Date.now() + GOODBYE_MS;
    while (connections.size > 0 && Date.now() < deadlineMs) await sleep(20);
    for (const connection of connections) connection.drop();
  });
}

function refuse(stream: Duplex, status: number): void {
  // A line that is broken already needs no refusal.
  stream.on("error", () => undefined);
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
