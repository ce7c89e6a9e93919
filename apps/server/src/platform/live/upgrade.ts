import type { IncomingMessage } from "node:http";
import { LIVE_PATH } from "@app/contract/live";
import type { Deps } from "../deps.ts";

/** Upgrades to other protocols are ignored, and the request is answered over HTTP/1.1. */
export function isWebSocketRequest(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether the browser names one of our own pages as the origin. */
export function isOwnOrigin(
  { origin, host }: IncomingMessage["headers"],
  config: Pick<Deps["config"], "publicUrl" | "isProduction">,
): boolean {
  // In development the host may be `localhost` or an IP address.
  return origin === new URL(config.publicUrl).origin || (!config.isProduction && origin === `http://${host}`);
}

/**
 * Checks the origin against cross-site WebSocket hijacking: browsers send it truthfully.
 * @returns the status to refuse with; null: allowed
 */
export function toRefusedStatus(request: IncomingMessage, config: Pick<Deps["config"], "publicUrl" | "isProduction">) {
  if (request.url?.split("?")[0] !== LIVE_PATH) return 404;
  return isOwnOrigin(request.headers, config) ? null : 403;
}
