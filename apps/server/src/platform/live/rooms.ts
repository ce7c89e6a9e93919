import type { AccountId } from "@app/contract/ids";
import { LIVE_SIGNALS, toUserRoom } from "@app/contract/live";
import { CLOSE } from "./close-codes.ts";
import { type Connection, toFrame } from "./connection.ts";
import type { Ended, Told } from "./live-message.ts";

/** More tabs of one person than this are not connected; they work as without a line. */
const CONNECTIONS_A_PERSON = 30;

export type RoomMember = { accountId: string; deviceId: string };

type Room = {
  connections: Set<Connection>;
  /** Up to here nobody in it has missed anything; null until the first of them was given a number. */
  seq: number | null;
};

/** The rooms that have somebody in them, in this process. */
export type Rooms = {
  /** @returns whether there was a place; `connection.member` says whose room it is */
  enter(connection: Connection, member: RoomMember): boolean;
  leave(connection: Connection): void;
  /** Notes what number somebody in it was given; the others may know less, and the lowest counts. */
  note(accountId: string, seq: number): void;
  /** @returns how many connections it was sent to */
  tell(event: Told): number;
  end(devices: Ended): void;
  /** Says that something may have been lost to each room that has come further than this process knows. */
  catchUp(seqs: ReadonlyMap<string, number>): void;
  accountIds(): string[];
  members(): RoomMember[];
};

export function openRooms(): Rooms {
  const rooms = new Map<string, Room>();

  function tell({ name, data, rooms: seqs }: Told): number {
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
      if (room.connections.size >= CONNECTIONS_A_PERSON && !room.connections.has(connection)) return false;
      rooms.set(member.accountId, room);
      room.connections.add(connection);
      connection.member = member;
      return true;
    },
    leave(connection) {
      const room = connection.member && rooms.get(connection.member.accountId);
      if (!connection.member || !room) return;
      room.connections.delete(connection);
      if (room.connections.size === 0) rooms.delete(connection.member.accountId);
    },
    note(accountId, seq) {
      const room = rooms.get(accountId);
      if (room) room.seq = Math.min(room.seq ?? seq, seq);
    },
    tell,
    end({ account, devices }) {
      const gone = new Set(devices);
      for (const connection of rooms.get(account)?.connections ?? []) {
        if (!connection.member || !gone.has(connection.member.deviceId)) continue;
        connection.send(toFrame(LIVE_SIGNALS.ended, {}, toChannel(account)));
        connection.end(CLOSE.sessionEnded, "This device was signed out.");
      }
    },
    catchUp(seqs) {
      for (const [accountId, seq] of seqs) {
        const room = rooms.get(accountId);
        if (room && seq > (room.seq ?? 0)) tell({ name: LIVE_SIGNALS.missed, data: {}, rooms: { [accountId]: seq } });
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
