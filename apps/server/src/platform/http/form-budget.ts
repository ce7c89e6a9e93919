import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isForm } from "./form-parts.ts";
import { isLoopback } from "./limits.ts";

const MEGABYTE = 1024 ** 2;
const RETRY_AFTER_S = 10;

/**
 * Limits the memory that multipart forms use. A form counts with its Content-Length, or with its route's maximum if it has
 * none, from before its first byte until its reply is sent.
 */
export function limitFormBytes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  const { total, address } = config.bodyLimits;
  const reserved = { total: 0, byIp: new Map<string, number>() };

  function release(ip: string, bytes: number): void {
    reserved.total -= bytes;
    const left = (reserved.byIp.get(ip) ?? 0) - bytes;
    if (left > 0) reserved.byIp.set(ip, left);
    else reserved.byIp.delete(ip);
  }

  // `preParsing` runs after every `onRequest` hook, so the request is authorized.
  app.addHook("preParsing", async (request, reply) => {
    const form = request.routeOptions.config.form;
    if (!form || !isForm(request)) return;
    const bytes = readContentLength(request) ?? form.maxBytes;
    if (bytes > form.maxBytes) throw form.tooLarge();
    const bytesOfIp = (reserved.byIp.get(request.ip) ?? 0) + bytes;
    // Loopback may be a proxy that forwards everybody's requests.
    if (bytesOfIp > address * MEGABYTE && !isLoopback(request))
      throw new AppError("too_many_requests", "Too many files at once. Please try again in a few seconds.", {
        retryAfterS: RETRY_AFTER_S,
      });
    if (reserved.total + bytes > total * MEGABYTE)
      throw new AppError("unavailable", "The server is busy. Please try again in a few seconds.", {
        retryAfterS: RETRY_AFTER_S,
      });
    reserved.total += bytes;
    reserved.byIp.set(request.ip, bytesOfIp);
    reply.raw.once("close", () => release(request.ip, bytes));
  });
}

function readContentLength({ headers }: FastifyRequest): number | null {
  const length = headers["content-length"];
  return length === undefined || headers["transfer-encoding"] !== undefined ? null : Number(length);
}
