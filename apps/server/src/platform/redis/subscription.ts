import { withTimeout } from "../with-timeout.ts";
import { createClient } from "./redis.ts";

const PING_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 1_000;

/**
 * Subscribes to a channel of Redis on a connection of its own, and again whenever that is lost, noticed within three
 * seconds also where the other end is silent. Messages in between never reach `message`.
 * @param on.lost is called once for each `ready`
 * @returns a function that ends it
 */
export function subscribeToRedis(
  url: string,
  channel: string,
  on: { message(text: string): void; ready(): void; lost(): void },
): () => void {
  const client = createClient(url, { autoResubscribe: false });
  let isReady = false;
  const lose = () => {
    if (isReady) on.lost();
    isReady = false;
  };
  // Without a listener, ioredis prints each failed attempt to connect.
  client.on("error", () => undefined);
  client.on("message", (_channel, text: string) => on.message(text));
  client.on("close", lose);
  client.on("ready", () => {
    client.subscribe(channel).then(
      () => {
        isReady = true;
        on.ready();
      },
      () => client.disconnect(true),
    );
  });
  const pinging = setInterval(() => {
    if (client.status !== "ready" && client.status !== "connect") return;
    withTimeout(ANSWER_WITHIN_MS, client.ping()).catch(() => client.disconnect(true));
  }, PING_EVERY_MS).unref();
  return () => {
    clearInterval(pinging);
    client.removeListener("close", lose);
    client.disconnect();
  };
}
