import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ERROR_STATUS, type ErrorKind, MESSAGES } from "@app/contract/errors";
import type { Limit } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { isDatabaseUnavailable } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Viewer } from "../viewer.ts";
import { isWebSocketRequest } from "./refuse-requests.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer;
  }
  interface FastifyContextConfig {
    route?: string;
    limits?: readonly Limit[];
    /** The route's bearer token is not a session's. */
    hasOwnToken?: true;
    /** Missing: the route takes no form with a file. */
    form?: { maxBytes: number; tooLarge(): AppError };
  }
}

/** Well above the largest form. */
const JSON_MAX_BYTES = 256 * 1024;
/** Fits a query of 10,000 percent-encoded characters, so that it gets a field error. */
const HEADERS_MAX_BYTES = 160 * 1024;

/** How long pending replies may take after the server starts to close. */
const CLOSE_LIMIT_MS = 5_000;

/** Creates an HTTP server without routes: with the error envelope, request ids, and one log line per request. */
export async function createServer(log: Log, options: { trustProxy: string | null }): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: JSON_MAX_BYTES,
    genReqId: () => randomUUID(),
    // A malformed URL reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      if (isPageRequest(request)) reply.redirect("/404");
      else refuse(log, error, request, reply);
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    return503OnClosing: true,
    http: { maxHeaderSize: HEADERS_MAX_BYTES, shouldUpgradeCallback: isWebSocketRequest },
  }) as unknown as FastifyInstance;
  limitClosing(app);
  prepareToDrain(app);
  app.removeContentTypeParser("text/plain");
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { files: 1, fields: 0, parts: 1, headerPairs: 20 } });
  app.decorateRequest("viewer", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  // No redaction, because the line has no secret fields, and redaction takes longer than the rest of it (40 µs).
  const requestLog = log.child({}, { redact: [] });
  app.addHook("onResponse", async (request, reply) => logRequest(requestLog, request, reply));
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => refuse(log, error, request, reply));
  return app;
}

/**
 * Bounds how long closing takes. Node closes idle connections, but waits forever for connections that a browser opened
 * speculatively and never used.
 */
function limitClosing(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on("connection", (socket: Socket) => {
    if (isClosing) socket.destroy();
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.prependListener("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  app.server.prependListener("upgrade", ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS).unref();
  });
}

/** Whether a browser navigates there itself, so that a person reads the reply. */
function isPageRequest({ method, headers, raw }: FastifyRequest): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true && !raw.url?.startsWith(API_PREFIX);
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    request_id: request.id,
    who: request.viewer?.accountId ?? null,
    method: request.method,
    // The route pattern, not the URL, which may contain a token or a search term.
    route: request.routeOptions.config.route ?? request.routeOptions.url ?? "none",
    code: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (reply.statusCode >= 500) log.error(line, "request");
  else log.info(line, "request");
}

function refuse(log: Log, error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof AppError ? error : toAppError(error);
  if (known.kind === "internal" || known === UNAVAILABLE)
    log.error({ err: error, request_id: request.id }, "request failed");
  if (known.retryAfterS !== null) reply.header("retry-after", String(known.retryAfterS));
  if (known.kind === "not_signed_in") reply.header("www-authenticate", "Bearer");
  reply.code(known.status).header("cache-control", "no-store");
  if (isPageRequest(request)) return void reply.type("text/plain; charset=utf-8").send(known.message);
  reply.serializer(JSON.stringify).type("application/json; charset=utf-8").send(toRefusal(known, request.id));
}

export function toRefusal(error: AppError, requestId: string): Record<string, unknown> {
  return {
    code: error.status,
    status: "error",
    kind: error.kind,
    message: error.message,
    data: null,
    errors: error.errors,
    ...(error.draftId === null ? {} : { draft_id: error.draftId }),
    ...(error.appealToken === null ? {} : { appeal_token: error.appealToken }),
    request_id: requestId,
  };
}

const KIND_OF_STATUS = new Map<number, ErrorKind>([
  [400, "bad_request"],
  [404, "not_found"],
  [405, "method_not_allowed"],
  [408, "too_slow"],
  [413, "too_large"],
  [415, "unsupported_media_type"],
  [429, "too_many_requests"],
  [503, "unavailable"],
]);

const MESSAGE_OF_KIND: Partial<Record<ErrorKind, string>> = {
  bad_request: "The request could not be read.",
  not_found: MESSAGES.notFound,
  too_large: "The request is too large.",
  unsupported_media_type: "This kind of content is not accepted here. Send application/json.",
  unavailable: "The server is stopping. Please try again.",
};

/** The database, or another service that we need, cannot be reached: for the caller it does not matter which. */
const UNAVAILABLE = new AppError(
  "unavailable",
  "A service that we depend on is not responding. Please try again in a minute.",
  {
    retryAfterS: 10,
  },
);

/**
 * Whether the status is about this request: that of Fastify's own errors, and of those that its file server passes on,
 * which say whether their message may be shown. That of any other, such as Stripe's, is not.
 */
function hasOwnStatus(error: FastifyError): boolean {
  return String(error.code).startsWith("FST_") || "expose" in error;
}

/** Maps errors about the request, such as malformed JSON, a too large body or a wrong range, to ours. */
function toAppError(error: FastifyError): AppError {
  const status = (hasOwnStatus(error) && error.statusCode) || 500;
  if (status === 500 && isDatabaseUnavailable(error)) return UNAVAILABLE;
  const kind = KIND_OF_STATUS.get(status) ?? (status < 500 ? "bad_request" : "internal");
  return new AppError(
    ERROR_STATUS[kind] === undefined ? "internal" : kind,
    MESSAGE_OF_KIND[kind] ?? MESSAGES.unexpected,
  );
}

declare module "fastify" {
  interface FastifyInstance {
    lifecycle: { isDraining: boolean };
  }
}

/** Adds what `closeInOrder` needs. While the server drains, it asks clients to reconnect, to another process. */
function prepareToDrain(app: FastifyInstance): void {
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
