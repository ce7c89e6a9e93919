import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { toRefusal } from "./server.ts";

/** A body that is still coming when its request was answered: long enough for its sender to read the answer. */
const AFTER_ANSWER_MS = 5_000;

/**
 * Cuts off every request whose body does not come in time; nobody may keep a connection by sending a byte now and
 * then. Below Fastify, so that it holds for requests that meet no route, no hook and no parser as well. A reply of
 * any length takes its time.
 */
export function limitBodyTimes(app: FastifyInstance, { config, log }: Pick<Deps, "config" | "log">): void {
  const { json, form, idle } = config.bodyLimits;

  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    const type = request.headers["content-type"] ?? "";

    const cut = () => {
      log.info({ bytes: socket.bytesRead }, "a request was cut off: its body did not come in time");
      cutOff(socket, response);
    };
    const stop = type.startsWith("application/offset+octet-stream")
      ? whenIdle(request, idle * 1000, cut)
      : after((type.startsWith("multipart/") ? form : json) * 1000, cut);
    let stopAfterAnswer = () => {};
    response.once("finish", () => {
      if (!request.complete) stopAfterAnswer = after(AFTER_ANSWER_MS, () => socket.destroy());
    });
    // A connection may carry many requests: nothing of this one stays on it.
    const end = () => {
      stop();
      stopAfterAnswer();
      socket.off("close", end);
    };
    request.once("end", end);
    socket.once("close", end);
  });
}

function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}

/** Bytes that wait for us to read them are no sign that their sender is idle. */
function whenIdle(request: IncomingMessage, ms: number, act: () => void): () => void {
  let known = request.socket.bytesRead;
  const timer = setInterval(() => {
    const isIdle = request.socket.bytesRead === known && request.readableLength === 0;
    known = request.socket.bytesRead;
    if (isIdle) act();
  }, ms).unref();
  return () => clearInterval(timer);
}

/** Says so where no answer has begun, and closes the connection; what the handler answers afterwards reaches nobody. */
function cutOff(socket: Socket, response: ServerResponse): void {
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
