import { liveRoutes, toUserRoom } from "@app/contract/live";
import { API_PREFIX } from "@app/contract/paths";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { openSocket } from "../../apps/server/src/testing/live-client.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";

export const PAGES_A_PERSON = 20;
const JOINS_WITHIN_MS = 30_000;

type Socket = ReturnType<typeof openSocket>;

/** A person with the product open in twenty tabs, each of which receives its own message. */
export type Listening = {
  accountId: string;
  /** Resolves when the next event has arrived at each of their pages. */
  nextArrivals(signal: AbortSignal): Promise<number[]>;
};

export type Audience = {
  sockets: number;
  people: Listening[];
  joinedMs: number;
  /** Cuts all connections at once and reconnects everybody at the same time. @returns how long that took */
  rejoin(): Promise<number>;
};

/** Opens live connections for these people, passes them to `work`, and closes them. */
export async function openAudience<T>(
  origin: string,
  members: readonly Member[],
  work: (audience: Audience) => Promise<T>,
): Promise<T> {
  const open: Socket[] = [];
  const close = async () => {
    for (const socket of open) socket.terminate();
  };
  return closingAfter(close, async () => {
    const startedMs = performance.now();
    const people: Listening[] = [];
    for (const member of members) {
      const pages = await Promise.all(Array.from({ length: PAGES_A_PERSON }, () => join(origin, member, open)));
      people.push({ accountId: member.accountId, nextArrivals: (signal) => arrivalsAt(pages, signal) });
    }
    const joinedMs = performance.now() - startedMs;
    const rejoin = async () => {
      for (const socket of open.splice(0)) socket.terminate();
      const cutMs = performance.now();
      const pages = members.flatMap((member) => Array.from({ length: PAGES_A_PERSON }, () => member));
      await Promise.all(pages.map((member) => join(origin, member, open)));
      return performance.now() - cutMs;
    };
    return work({ sockets: open.length, people, joinedMs, rejoin });
  });
}

export type Member = { accountId: string; headers: { authorization: string } };

/** Adds members who are signed in. */
export async function addMembers(origin: string, database: Database, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let at = 0; at < count; at++) {
    const name = `listener${at}`;
    await addPerson(database, name, null);
    const { rows } = await database.pool.query<{ id: string }>("select id from accounts where username = $1", [name]);
    members.push({ accountId: rows[0]?.id ?? "", headers: await signIn(origin, name) });
  }
  return members;
}

/** Connects like a page, and requests the same permission. */
async function join(origin: string, { accountId, headers }: Member, open: Socket[]): Promise<Socket> {
  const socket = openSocket(origin, { origin });
  open.push(socket);
  const signal = AbortSignal.timeout(JOINS_WITHIN_MS);
  const { socket_id } = await nextOf<{ socket_id: string }>(socket, "pusher:connection_established", signal);
  const channel = toUserRoom(accountId as Parameters<typeof toUserRoom>[0]);
  const reply = await fetch(origin + API_PREFIX + liveRoutes.broadcast.path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ socket_id, channel_name: channel }),
  });
  const { data } = (await reply.json()) as { data: { auth: string; channel_data: string } };
  const joined = nextOf(socket, "pusher_internal:subscription_succeeded", signal);
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...data } }));
  await joined;
  return socket;
}

function nextOf<Data>(socket: Socket, event: string, signal: AbortSignal): Promise<Data> {
  return new Promise((resolve, reject) => {
    const fail = (why: unknown) => reject(new Error(`${event} did not come: ${String(why)}`));
    signal.addEventListener("abort", () => fail("too late"), { once: true });
    socket.once("close", fail).once("error", fail);
    const listen = (bytes: unknown) => {
      const frame = JSON.parse(String(bytes)) as { event: string; data: string };
      if (frame.event !== event) return;
      socket.off("message", listen).off("close", fail).off("error", fail);
      resolve(JSON.parse(frame.data) as Data);
    };
    socket.on("message", listen);
  });
}

function arrivalsAt(pages: readonly Socket[], signal: AbortSignal): Promise<number[]> {
  return Promise.all(pages.map((page) => nextOf(page, "devices.changed", signal).then(() => performance.now())));
}
