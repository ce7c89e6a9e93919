import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isForm } from "./form-parts.ts";
import { isLoopback } from "./limits.ts";

const MEGABYTE = 1024 ** 2;
const RETRY_AFTER_S = 10;

/**
 * Bounds what forms with files take of the memory. Each counts with the length that it announces, or the most that its
 * route takes, from before its first byte until it is answered.
 */
export function limitFormBytes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  const { total, address } = config.bodyLimits;
  const held = { all: 0, by: new Map<string, number>() };

  function release(ip: string, bytes: number): void {
    held.all -= bytes;
    const left = (held.by.get(ip) ?? 0) - bytes;
    if (left > 0) held.by.set(ip, left);
    else held.by.delete(ip);
  }

  // After every `onRequest`: by then it is decided whether this person may send anything here at all.
  app.addHook("preParsing", async (request, reply) => {
    const form = request.routeOptions.config.form;
    if (!form || !isForm(request)) return;
    const bytes = announcedBytes(request) ?? form.maxBytes;
    if (bytes > form.maxBytes) throw form.tooLarge();
    const ofAddress = (held.by.get(request.ip) ?? 0) + bytes;
    // This machine itself may be a proxy for everybody.
    if (ofAddress > address * MEGABYTE && !isLoopback(request))
      throw new AppError("too_many_requests", "Too many files at once. Please try again in a few seconds.", {
        retryAfterS: RETRY_AFTER_S,
      });
    if (held.all + bytes > total * MEGABYTE)
      throw new AppError("unavailable", "The server is busy. Please try again in a few seconds.", {
        retryAfterS: RETRY_AFTER_S,
      });
    held.all += bytes;
    held.by.set(request.ip, ofAddress);
    reply.raw.once("close", () => release(request.ip, bytes));
  });
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers["content-length"];
  return length === undefined || headers["transfer-encoding"] !== undefined ? null : Number(length);
}
