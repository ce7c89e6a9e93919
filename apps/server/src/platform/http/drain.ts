import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    lifecycle: { isDraining: boolean };
  }
}

/** Adds what `closeInOrder` needs. While the server drains, it asks clients to connect anew, to another process. */
export function prepareToDrain(app: FastifyInstance): void {
  const lifecycle = { isDraining: false };
  app.decorate("lifecycle", lifecycle);
  app.addHook("onRequest", async (_request, reply) => {
    // On the raw reply, because tus sends its own.
    if (lifecycle.isDraining) reply.raw.setHeader("connection", "close");
  });
}

/**
 * Closes the server without losing a request: first `/readyz` answers 503 for as long as the balancer needs to notice,
 * and everything else is served; then live connections are told to reconnect, and pending replies are sent.
 * @param drainS 0: no balancer asks
 */
export async function closeInOrder(app: FastifyInstance, drainS: number): Promise<void> {
  app.lifecycle.isDraining = true;
  await sleep(drainS * 1_000);
  await app.close();
}
