import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { formTimeFactor } from "@app/contract/file-limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isForm } from "./form-parts.ts";
import { addressOf, isLoopback } from "./limits.ts";
import { toRefusal } from "./server.ts";

/** Time for a client that is still sending to read an early reply. */
const AFTER_REPLY_MS = 5_000;

/**
 * Closes connections whose request body arrives too slowly (slowloris). Attached to the Node server, so that it also
 * covers requests that reach no route, hook or parser. Does not limit how long a reply takes.
 */
export function limitBodyTimes(app: FastifyInstance, { config, log }: Pick<Deps, "config" | "log">): void {
  const { json, form, idle } = config.bodyLimits;

  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    const type = request.headers["content-type"] ?? "";
    // More than its route takes is refused at once, so nobody gains time by announcing it.
    const announced = Number(request.headers["content-length"] ?? 0);

    const onTimeout = () => {
      log.info({ bytes: socket.bytesRead }, "request timed out: its body arrived too slowly");
      closeWithTimeout(socket, response);
    };
    const cancelDeadline = type.startsWith("application/offset+octet-stream")
      ? whenIdle(request, idle * 1000, onTimeout)
      : after((type.startsWith("multipart/") ? form * formTimeFactor(announced) : json) * 1000, onTimeout);
    let cancelAfterReply = () => {};
    response.once("finish", () => {
      if (!request.complete) cancelAfterReply = after(AFTER_REPLY_MS, () => socket.destroy());
    });
    // Keep-alive reuses the socket, so remove this request's listeners.
    const cleanUp = () => {
      cancelDeadline();
      cancelAfterReply();
      socket.off("close", cleanUp);
    };
    request.once("end", cleanUp);
    socket.once("close", cleanUp);
  });
}

function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}

/** A client is not idle while we have unread bytes from it. */
function whenIdle(request: IncomingMessage, ms: number, act: () => void): () => void {
  let bytesBefore = request.socket.bytesRead;
  const timer = setInterval(() => {
    const isIdle = request.socket.bytesRead === bytesBefore && request.readableLength === 0;
    bytesBefore = request.socket.bytesRead;
    if (isIdle) act();
  }, ms).unref();
  return () => clearInterval(timer);
}

/** Replies with 408 unless a reply has started, and closes the connection. The handler's later reply is discarded. */
function closeWithTimeout(socket: Socket, response: ServerResponse): void {
  if (!response.headersSent && socket.writable) {
    const refusal = new AppError("too_slow", "The request took too long to arrive. Please try again.");
    const body = JSON.stringify(toRefusal(refusal, randomUUID()));
    const head = [
      `HTTP/1.1 ${refusal.status} Request Timeout`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

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
    // Closed while the session was read: `close` comes no more, and would never release the bytes.
    if (reply.raw.destroyed) return;
    const bytes = readContentLength(request) ?? form.maxBytes;
    if (bytes > form.maxBytes) throw form.tooLarge();
    const ip = addressOf(request);
    const bytesOfIp = (reserved.byIp.get(ip) ?? 0) + bytes;
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
    reserved.byIp.set(ip, bytesOfIp);
    reply.raw.once("close", () => release(ip, bytes));
  });
}

function readContentLength({ headers }: FastifyRequest): number | null {
  const length = headers["content-length"];
  return length === undefined || headers["transfer-encoding"] !== undefined ? null : Number(length);
}
