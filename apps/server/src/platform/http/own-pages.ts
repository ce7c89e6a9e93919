import { MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/http";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isOwnOrigin } from "../live/upgrade.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A call that changes something comes from our own pages, or from no page at all: a browser sends our cookies along with
 * what a neighbouring site asks (one below the same domain is the same site to `SameSite`), and it says truly who asks.
 */
export function refuseOtherSites(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  app.addHook("onRequest", async ({ method, url, headers }) => {
    if (READING.has(method) || !url.startsWith(`${API_PREFIX}/`)) return;
    const site = headers["sec-fetch-site"];
    const isOwn =
      site === undefined
        ? headers.origin === undefined || isOwnOrigin(headers, config)
        : site === "same-origin" || site === "none";
    if (!isOwn) throw new AppError("not_allowed", MESSAGES.otherSite);
  });
}
