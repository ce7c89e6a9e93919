import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ERROR_STATUS, type ErrorKind, MESSAGES } from "@app/contract/errors";
import { API_PREFIX, type Limit } from "@app/contract/http";
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { AppError } from "../errors.ts";
import { isWebSocketRequest } from "../live/upgrade.ts";
import type { Log } from "../log.ts";
import type { Viewer } from "../viewer.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer;
  }
  interface FastifyContextConfig {
    route?: string;
    limits?: readonly Limit[];
    /** Its bearer token is no session's. */
    hasOwnToken?: true;
    /** Not there: no form with a file is taken. */
    form?: { maxBytes: number; tooLarge(): AppError };
  }
}

/** A body of JSON larger than this is refused: nothing that a form sends comes near it. */
const JSON_MAX_BYTES = 256 * 1024;
/** A text of 10,000 characters that somebody put into an address, each as long as an address can make it. */
const HEADERS_MAX_BYTES = 160 * 1024;

/** How long replies that are under way may take once the server closes. */
const CLOSE_LIMIT_MS = 5_000;

/** An HTTP server with the product's envelope, its one log line a request, and no route. */
export async function createServer(log: Log, options: { trustProxy: string | null }): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: JSON_MAX_BYTES,
    genReqId: () => randomUUID(),
    // An address that cannot be read meets no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      if (isForPerson(request)) reply.redirect("/404");
      else refuse(log, error, request, reply);
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    return503OnClosing: true,
    http: { maxHeaderSize: HEADERS_MAX_BYTES, shouldUpgradeCallback: isWebSocketRequest },
  }) as unknown as FastifyInstance;
  limitClosing(app);
  app.removeContentTypeParser("text/plain");
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { files: 1, fields: 0, parts: 1, headerPairs: 20 } });
  app.decorateRequest("viewer", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  // Of the fields of its line none can be secret; to look for one costs more than all the rest of the line (40 µs).
  const lines = log.child({}, { redact: [] });
  app.addHook("onResponse", async (request, reply) => logRequest(lines, request, reply));
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => refuse(log, error, request, reply));
  return app;
}

/**
 * Node waits for every connection when it closes, except idle ones; one that a browser has opened ahead and never used is
 * not idle to it, and would be waited for without end.
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

/** Somebody opens an address of the page in a browser: what they are told has to be a page as well. */
function isForPerson({ method, headers, raw }: FastifyRequest): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true && !raw.url?.startsWith(API_PREFIX);
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    request_id: request.id,
    who: request.viewer?.accountId ?? null,
    method: request.method,
    // The pattern, not the address: an address may carry a token or a search term.
    route: request.routeOptions.config.route ?? request.routeOptions.url ?? "none",
    code: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (reply.statusCode >= 500) log.error(line, "request");
  else log.info(line, "request");
}

function refuse(log: Log, error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof AppError ? error : toAppError(error);
  if (known.kind === "internal") log.error({ err: error, request_id: request.id }, "request failed");
  if (known.retryAfterS !== null) reply.header("retry-after", String(known.retryAfterS));
  if (known.kind === "not_signed_in") reply.header("www-authenticate", "Bearer");
  reply
    .code(known.status)
    .header("cache-control", "no-store")
    .serializer(JSON.stringify)
    .type("application/json; charset=utf-8")
    .send(toRefusal(known, request.id));
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

const SENTENCES: Partial<Record<ErrorKind, string>> = {
  bad_request: "The request could not be read.",
  not_found: MESSAGES.notFound,
  too_large: "The request is too large.",
  unsupported_media_type: "This kind of content is not accepted here. Send application/json.",
  unavailable: "The server is stopping. Please try again.",
};

/** What Fastify itself refuses (broken JSON, a huge body, a wrong type) said in the product's words. */
function toAppError(error: FastifyError): AppError {
  const status = error.statusCode ?? 500;
  const kind = KIND_OF_STATUS.get(status) ?? (status < 500 ? "bad_request" : "internal");
  return new AppError(ERROR_STATUS[kind] === undefined ? "internal" : kind, SENTENCES[kind] ?? MESSAGES.unexpected);
}
