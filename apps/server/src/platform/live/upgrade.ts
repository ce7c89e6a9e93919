import type { IncomingMessage } from "node:http";
import { LIVE_PATH } from "@app/contract/live";
import type { Deps } from "../deps.ts";

/** Other protocols that a client would rather speak are declined, and its request answered in this one. */
export function isWebSocketRequest(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * @returns the status to refuse this with, or null: a page of our own asks. A browser says truly which page asks;
 * elsewhere there is no page that somebody could be lured to.
 */
export function toRefusedStatus(request: IncomingMessage, config: Pick<Deps["config"], "publicUrl" | "isProduction">) {
  if (request.url?.split("?")[0] !== LIVE_PATH) return 404;
  const { origin, host } = request.headers;
  if (origin === new URL(config.publicUrl).origin) return null;
  // One's own machine has two names, `localhost` and its number.
  if (!config.isProduction && origin === `http://${host}`) return null;
  return 403;
}
