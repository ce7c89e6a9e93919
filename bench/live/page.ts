import { setTimeout as sleep } from "node:timers/promises";
import { liveRoutes, toUserRoom } from "@app/contract/live";
import { API_PREFIX } from "@app/contract/paths";
import { openSocket } from "../../apps/server/src/testing/live-client.ts";
import type { Member } from "./audience.ts";

const RECONNECT_MS = 200;
/** The bell's delay before it fetches. */
const INCOMING_MS = 200;

type Frame = { event: string; data: string };
type Told = { seq?: number };

/** A person's open page: reconnects whenever its connection ends, and refetches its list at each event. */
export type Page = {
  /** The ids on the first page of the list at the last fetch. */
  shown(): readonly string[];
  /** How many connections have joined so far. */
  joined(): number;
  /** Cuts the connection, like a lost network. */
  cut(): void;
  /** Stops reading, like a page in a suspended browser. */
  pause(): void;
  close(): void;
};

export function openPage(origin: string, { accountId, headers }: Member): Page {
  const room = toUserRoom(accountId as Parameters<typeof toUserRoom>[0]);
  let socket = openSocket(origin, { origin });
  let known: number | null = null;
  let shown: string[] = [];
  let joined = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function fetchList(): Promise<void> {
    timer = null;
    const reply = await fetch(`${origin}${API_PREFIX}/notifications`, { headers }).catch(() => null);
    if (!reply?.ok) return refresh();
    const { data } = (await reply.json()) as { data: { notifications: { notification_id: string }[] } };
    shown = data.notifications.map((one) => one.notification_id);
  }

  function refresh(): void {
    if (!isClosed) timer ??= setTimeout(() => void fetchList(), INCOMING_MS);
  }

  function hear({ event, data }: Frame): void {
    const told = JSON.parse(data) as Told & { socket_id?: string };
    if (event === "pusher:connection_established") void join(told.socket_id ?? "");
    if (event === "pusher_internal:subscription_succeeded") {
      joined += 1;
      if (told.seq !== known) refresh();
    }
    if (event === "notifications.changed" || event === "live.missed") refresh();
    if (told.seq !== undefined) known = told.seq;
  }

  async function join(socketId: string): Promise<void> {
    const reply = await fetch(origin + API_PREFIX + liveRoutes.broadcast.path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ socket_id: socketId, channel_name: room }),
    }).catch(() => null);
    if (!reply?.ok) return socket.terminate();
    const { data } = (await reply.json()) as { data: object };
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: room, ...data } }));
  }

  function listen(): void {
    socket.on("message", (bytes: unknown) => hear(JSON.parse(String(bytes)) as Frame));
    socket.on("error", () => undefined);
    socket.once("close", () => void reconnect());
  }

  async function reconnect(): Promise<void> {
    await sleep(RECONNECT_MS);
    if (isClosed) return;
    socket = openSocket(origin, { origin });
    listen();
  }

  listen();
  return {
    shown: () => shown,
    joined: () => joined,
    cut: () => socket.terminate(),
    pause: () => socket.pause(),
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      socket.terminate();
    },
  };
}
