import type { IncomingMessage } from "node:http";
import { LIVE_PATH } from "@app/contract/live";
import type { Deps } from "../deps.ts";

/** Other protocols that a client would rather speak are declined, and its request answered in this one. */
export function isWebSocketRequest(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether a browser says that one of our own pages asks. */
export function isOwnOrigin(
  { origin, host }: IncomingMessage["headers"],
  config: Pick<Deps["config"], "publicUrl" | "isProduction">,
): boolean {
  // One's own machine has two names, `localhost` and its number.
  return origin === new URL(config.publicUrl).origin || (!config.isProduction && origin === `http://${host}`);
}

/**
 * @returns the status to refuse this with, or null: a page of our own asks. A browser says truly which page asks;
 * elsewhere there is no page that somebody could be lured to.
 */
export function toRefusedStatus(request: IncomingMessage, config: Pick<Deps["config"], "publicUrl" | "isProduction">) {
  if (request.url?.split("?")[0] !== LIVE_PATH) return 404;
  return isOwnOrigin(request.headers, config) ? null : 403;
}
