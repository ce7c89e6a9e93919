import type { AccountId, ContentId } from "@app/contract/ids";
import { LIVE_SIGNALS, toItemRoom, toUserRoom } from "@app/contract/live";
import { CLOSE, type Connection, toFrame } from "./connection.ts";
import type { Ended, ItemsEvent, LiveBroadcast } from "./publish-live.ts";

/** Further tabs of one person are refused, and work without live updates. */
const CONNECTIONS_PER_PERSON = 30;

/** A page shows one item; the one before it is left after the next was joined. */
const ITEMS_PER_CONNECTION = 5;

export type RoomMember = { accountId: string; deviceId: string };

type Room = {
  connections: Set<Connection>;
  /** The lowest sequence number that every connection has seen; null: none was sent yet. */
  seq: number | null;
};

/** The rooms with connections in this process. */
export type Rooms = {
  /** @returns false: the room is full */
  enter(connection: Connection, member: RoomMember): boolean;
  leave(connection: Connection): void;
  /** @returns false: the connection has joined too many items */
  enterItem(connection: Connection, item: string): boolean;
  leaveItem(connection: Connection, item: string): void;
  /** @returns how many connections it was sent to */
  publishToItems(event: ItemsEvent): number;
  /** Records the sequence number sent to a new connection; the room keeps the lowest. */
  noteSeq(accountId: string, seq: number): void;
  /** @returns how many connections it was sent to */
  publish(event: LiveBroadcast): number;
  end(devices: Ended): void;
  /** Sends `missed` to each room whose sequence number is ahead of this process, and to the rooms of all items. */
  catchUp(seqs: ReadonlyMap<string, number>): void;
  accountIds(): string[];
  members(): RoomMember[];
};

export function createLiveRooms(): Rooms {
  const rooms = new Map<string, Room>();
  const items = new Map<string, Set<Connection>>();

  function leaveItem(connection: Connection, item: string): void {
    const inside = items.get(item);
    connection.items.delete(item);
    inside?.delete(connection);
    if (inside?.size === 0) items.delete(item);
  }

  function publishToItems({ name, items: ids }: ItemsEvent): number {
    let sent = 0;
    for (const id of ids) {
      const inside = items.get(id);
      if (inside === undefined) continue;
      const frame = toFrame(name, {}, toItemRoom(id as ContentId));
      for (const connection of inside) connection.send(frame);
      sent += inside.size;
    }
    return sent;
  }

  function publish({ name, data, rooms: seqs }: LiveBroadcast): number {
    let sent = 0;
    for (const [accountId, seq] of Object.entries(seqs)) {
      const room = rooms.get(accountId);
      if (!room) continue;
      room.seq = Math.max(room.seq ?? 0, seq);
      sent += sendTo(room, accountId, name, { ...data, seq });
    }
    return sent;
  }

  return {
    enter(connection, member) {
      const room = rooms.get(member.accountId) ?? { connections: new Set(), seq: null };
      if (room.connections.size >= CONNECTIONS_PER_PERSON && !room.connections.has(connection)) return false;
      rooms.set(member.accountId, room);
      room.connections.add(connection);
      connection.member = member;
      return true;
    },
    leave(connection) {
      for (const item of connection.items) leaveItem(connection, item);
      const room = connection.member && rooms.get(connection.member.accountId);
      if (!connection.member || !room) return;
      room.connections.delete(connection);
      if (room.connections.size === 0) rooms.delete(connection.member.accountId);
    },
    noteSeq(accountId, seq) {
      const room = rooms.get(accountId);
      if (room) room.seq = Math.min(room.seq ?? seq, seq);
    },
    enterItem(connection, item) {
      if (connection.items.size >= ITEMS_PER_CONNECTION && !connection.items.has(item)) return false;
      connection.items.add(item);
      items.set(item, (items.get(item) ?? new Set()).add(connection));
      return true;
    },
    leaveItem,
    publish,
    publishToItems,
    end({ account, devices }) {
      const removed = new Set(devices);
      for (const connection of rooms.get(account)?.connections ?? []) {
        if (!connection.member || !removed.has(connection.member.deviceId)) continue;
        connection.send(toFrame(LIVE_SIGNALS.ended, {}, toChannel(account)));
        connection.end(CLOSE.sessionEnded, "This device was signed out.");
      }
    },
    catchUp(seqs) {
      publishToItems({ name: LIVE_SIGNALS.missed, items: [...items.keys()] });
      for (const [accountId, seq] of seqs) {
        const room = rooms.get(accountId);
        if (room && seq > (room.seq ?? 0))
          publish({ name: LIVE_SIGNALS.missed, data: {}, rooms: { [accountId]: seq } });
      }
    },
    accountIds: () => [...rooms.keys()],
    members: () =>
      [...rooms.values()].flatMap(({ connections }) => [...connections].flatMap(({ member }) => member ?? [])),
  };
}

function sendTo(room: Room, accountId: string, name: string, data: object): number {
  const frame = toFrame(name, data, toChannel(accountId));
  for (const connection of room.connections) connection.send(frame);
  return room.connections.size;
}

function toChannel(accountId: string): string {
  return toUserRoom(accountId as AccountId);
}
