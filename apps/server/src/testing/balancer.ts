import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const ASK_EVERY_MS = 20;

export type Balancer = {
  origin: string;
  /** How many servers it sends requests to at the moment. */
  inUse(): number;
  stop(): Promise<void>;
};

/**
 * Distributes requests round-robin over keep-alive connections to the servers whose `/readyz` succeeds. Retries
 * nothing.
 */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const stopping = new AbortController();
  let turn = 0;

  async function watch(origin: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const isReady = await fetch(`${origin}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isReady) ready.add(origin);
      else ready.delete(origin);
      await sleep(ASK_EVERY_MS);
    }
  }

  function forward(asked: IncomingMessage, answer: ServerResponse): void {
    const [...from] = ready;
    const origin = from[turn++ % from.length];
    const refuse = () => answer.writeHead(502).end();
    if (origin === undefined) return void refuse();
    const { connection: _, ...headers } = asked.headers;
    const options = { agent, method: asked.method ?? "GET", headers };
    const passed = request(origin + asked.url, options, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, { "content-type": reply.headers["content-type"] ?? "" });
      reply.pipe(answer);
    });
    passed.once("error", refuse);
    asked.pipe(passed);
  }

  const watching = origins.map(watch);
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inUse: () => ready.size,
    async stop() {
      stopping.abort();
      await Promise.all(watching);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
