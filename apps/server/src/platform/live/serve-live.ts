import { createHmac, timingSafeEqual } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGES } from "@app/contract/errors";
import { type AccountId, type ContentId, contentId } from "@app/contract/ids";
import { ITEM_ROOM, LIVE_KEY, liveRoutes, toUserRoom } from "@app/contract/live";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { WebSocketServer } from "ws";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { toRefusedStatus } from "../http/refuse-requests.ts";
import { serve } from "../http/serve.ts";
import { type SharedRedis, subscribeToRedis } from "../redis/redis.ts";
import { type Member, requireMember } from "../viewer.ts";
import { CLOSE, type Connection, createConnection, type JoinRequest, toFrame } from "./connection.ts";
import { createListener, type Listener } from "./listener.ts";
import { LIVE_CHANNEL, startPublisher } from "./outbox.ts";
import { readLiveMessage, selectRoom, selectSeqs } from "./publish-live.ts";
import { createLiveRooms, type RoomMember } from "./rooms.ts";

const PURPOSE = "live";

const channelData = z.strictObject({ account: z.uuid(), device: z.uuid() });

const CONNECTIONS_MAX = 20_000;
/** Connections that have not joined a room, and may be anybody's. Enough for 5,000 people who come back at once after a restart. */
const UNJOINED_MAX = 6_000;
/** Two batches of the outbox in a row, and many more. */
const HEARD_MAX = 5_000;
const MESSAGE_MAX_BYTES = 4 * 1024;
const CLOSE_WITHIN_MS = 1_000;
const LISTENS_WITHIN_MS = 2_000;

type LiveDeps = Pick<Deps, "config" | "log" | "metrics" | "pool" | "secrets" | "sql">;

/** @returns the devices that are still signed in */
type SignedIn = (deviceIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** What the domains above know about a connection. */
type LiveAccess = {
  findSignedInDevices: SignedIn;
  canSeeItem(member: Member, id: ContentId): Promise<boolean>;
  /** Null: events go by NOTIFY only. */
  redis: SharedRedis | null;
};

/** Live connections of open pages: a Pusher server with one private room per person, and one per item. */
export function serveLive(
  app: FastifyInstance,
  deps: LiveDeps,
  { findSignedInDevices, canSeeItem, redis }: LiveAccess,
): void {
  const rooms = createLiveRooms();
  /** Messages that may come twice, by their numbers in the outbox. */
  const heard = new LRUCache<number, true>({ max: HEARD_MAX });
  const connections = new Set<Connection>();
  let unjoined = 0;
  let isStopping = false;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
  });

  serve(app, liveRoutes.broadcast, async ({ viewer, body }) => {
    const member = requireMember(viewer);
    const item = toItemId(body.channel_name);
    const mayJoin = item === null ? body.channel_name === toUserRoom(member.accountId) : await canSeeItem(member, item);
    if (!mayJoin) throw new AppError("not_allowed", MESSAGES.notAllowed);
    return signPermission(deps, member, { socketId: body.socket_id, channel: body.channel_name });
  });

  async function join(connection: Connection, request: JoinRequest): Promise<void> {
    const member = readPermission(deps, connection.socketId, request);
    if (member === null) return connection.end(CLOSE.badMessage, "This connection may not join this room.");
    const isNew = connection.member === null;
    if (!isNew && connection.member?.accountId !== member.accountId)
      return connection.end(CLOSE.badMessage, "This connection already has a room.");
    if (!rooms.enter(connection, member)) return connection.end(CLOSE.tooMany, "Too many connections for one person.");
    if (isNew) unjoined -= 1;
    await confirmJoin(connection, member, request.channel);
  }

  /** Reads after the connection has entered, so that no event and no sign-out in between is missed. */
  async function confirmJoin(connection: Connection, member: RoomMember, channel: string): Promise<void> {
    const [room, signedIn] = await Promise.all([
      selectRoom(deps.pool, member.accountId),
      findSignedInDevices([member.deviceId]),
    ]);
    if (!signedIn.has(member.deviceId)) return rooms.end({ account: member.accountId, devices: [member.deviceId] });
    // It closed meanwhile, and nothing would take it out of an item's room again.
    if (!connections.has(connection)) return;
    rooms.noteSeq(member.accountId, room.seq);
    const item = toItemId(channel);
    if (item !== null && !rooms.enterItem(connection, item))
      return connection.end(CLOSE.badMessage, "This connection has joined too many items.");
    connection.send(toFrame("pusher_internal:subscription_succeeded", item === null ? room : {}, channel));
  }

  function onMessage(payload: string): void {
    const message = readLiveMessage(payload);
    if (message?.id !== undefined) {
      if (heard.has(message.id)) return;
      heard.set(message.id, true);
    }
    if (message === null) deps.log.error("live: unreadable message");
    else if ("devices" in message) rooms.end(message);
    else if ("items" in message) deps.metrics.countPublished(message.name, rooms.publishToItems(message));
    else deps.metrics.countPublished(message.name, rooms.publish(message));
  }

  /** After a connection was lost: ends signed-out devices, and signals missed events. */
  async function catchUp(): Promise<void> {
    // A database that crashed numbers from the beginning.
    heard.clear();
    const members = rooms.members();
    const signedIn = await findSignedInDevices(members.map(({ deviceId }) => deviceId));
    for (const { accountId, deviceId } of members)
      if (!signedIn.has(deviceId)) rooms.end({ account: accountId, devices: [deviceId] });
    rooms.catchUp(await selectSeqs(deps.pool, rooms.accountIds()));
  }

  app.server.on("upgrade", (request, stream, head) => {
    const isFull = isStopping || connections.size >= CONNECTIONS_MAX || unjoined >= UNJOINED_MAX;
    const refused = toRefusedStatus(request, deps.config) ?? (isFull ? 503 : null);
    if (refused !== null) return refuse(stream, refused);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      unjoined += 1;
      const opened = createConnection(socket, {
        join: (connection, request) =>
          join(connection, request).catch((error: unknown) => {
            deps.log.error({ err: error }, "live: join failed");
            connection.end(CLOSE.notJoined, "Please try again.");
          }),
        leave(connection, channel) {
          const item = toItemId(channel);
          if (item !== null) rooms.leaveItem(connection, item);
        },
        closed(connection) {
          if (connection.member === null) unjoined -= 1;
          rooms.leave(connection);
          connections.delete(connection);
          deps.metrics.setSockets(connections.size);
        },
      });
      connections.add(opened);
      deps.metrics.setSockets(connections.size);
    });
  });

  let listener: Listener | null = null;
  let stopRedis: (() => Promise<void>) | null = null;
  app.addHook("onReady", async () => {
    listener = createListener(deps, { message: onMessage, listening: catchUp });
    if (redis !== null) stopRedis = useRedis(deps, redis, { listener, onMessage, catchUp });
    // Listen before the first page connects; start anyway if the database is down.
    await Promise.race([listener.listening, sleep(LISTENS_WITHIN_MS, undefined, { ref: false })]);
  });
  app.addHook("preClose", async () => {
    isStopping = true;
    await stopRedis?.();
    await listener?.stop();
    for (const connection of connections) connection.end(CLOSE.stopping, "The server is stopping.");
    const deadlineMs = Date.now() + CLOSE_WITHIN_MS;
    while (connections.size > 0 && Date.now() < deadlineMs) await sleep(20);
    for (const connection of connections) connection.drop();
  });
}

/**
 * Receives events from Redis, and with `LIVE_FANOUT=redis` publishes this process's own there. It subscribes in any
 * case, so that the setting may be changed in one process after the other.
 */
function useRedis(
  deps: LiveDeps,
  redis: SharedRedis,
  on: { listener: Listener; onMessage(payload: string): void; catchUp(): Promise<void> },
): () => Promise<void> {
  const { redisUrl, liveFanout } = deps.config;
  const stopPublishing = liveFanout === "redis" ? startPublisher(deps, redis) : null;
  const unsubscribe = subscribeToRedis(redisUrl ?? "", LIVE_CHANNEL, {
    message: (text) => text.split("\n").forEach(on.onMessage),
    ready: () => void on.listener.setAlone(false),
    lost: () =>
      void on.listener
        .setAlone(true)
        .then(on.catchUp)
        .catch((error: unknown) => deps.log.warn({ err: error }, "live: missed events could not be told")),
  });
  return async () => {
    unsubscribe();
    await stopPublishing?.();
  };
}

function refuse(stream: Duplex, status: number): void {
  // The socket may be closed already.
  stream.on("error", () => undefined);
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** @returns the item of an item's room; null: no such room */
function toItemId(channel: string): ContentId | null {
  if (!channel.startsWith(ITEM_ROOM)) return null;
  return contentId.safeParse(channel.slice(ITEM_ROOM.length)).data ?? null;
}

/** Signs the permission to join a room. It names the device, so that the connection ends with the device. */
function signPermission(
  deps: Pick<Deps, "secrets">,
  member: Member,
  { socketId, channel }: { socketId: string; channel: string },
): { auth: string; channel_data: string } {
  const data = JSON.stringify({ account: member.accountId, device: member.deviceRowId });
  const [key] = deps.secrets.keysFor(PURPOSE);
  if (key === undefined) throw new Error("there is no key to sign with");
  return { auth: `${LIVE_KEY}:${signChannel(key, { socketId, channel, data })}`, channel_data: data };
}

/** @returns the member who got this permission; null: forged, or for another connection or room */
function readPermission(
  deps: Pick<Deps, "secrets">,
  socketId: string,
  { channel, auth, channel_data: data }: JoinRequest,
): RoomMember | null {
  const [name, signature = ""] = auth.split(":");
  const keys = deps.secrets.keysFor(PURPOSE);
  const isOurs = name === LIVE_KEY && keys.some((key) => isChannelSigned(key, { socketId, channel, data }, signature));
  if (!isOurs) return null;
  const { account, device } = channelData.parse(JSON.parse(data));
  const isRoom = toItemId(channel) !== null || channel === toUserRoom(account as AccountId);
  return isRoom ? { accountId: account, deviceId: device } : null;
}

type Permission = {
  socketId: string;
  channel: string;
  /** Left out: a channel without data about who joins. */
  data?: string;
};

/** The Pusher protocol's signature of the permission to join a channel: HMAC-SHA-256, in hex. */
export function signChannel(key: string | Buffer, permission: Permission): string {
  return hash(key, permission).toString("hex");
}

export function isChannelSigned(key: string | Buffer, permission: Permission, signature: string): boolean {
  const actual = Buffer.from(signature, "hex");
  const expected = hash(key, permission);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hash(key: string | Buffer, { socketId, channel, data }: Permission): Buffer {
  const signed = [socketId, channel, ...(data === undefined ? [] : [data])].join(":");
  return createHmac("sha256", key).update(signed).digest();
}
