import { ERROR_STATUS, type ErrorKind, MESSAGES, type Refusal } from "@app/contract/errors";
import { API_PREFIX, type Method } from "@app/contract/http";
import { ApiError, offlineError } from "./api-error.ts";

const TIMEOUT_MS = 15_000;
/** Ten megabytes over a slow line. */
const FILE_TIMEOUT_MS = 180_000;

export type Envelope = { code: number; message: string; data: unknown };

type Outgoing = {
  method: Method;
  /** Below the API's prefix, with its query. */
  path: string;
  token: string | null;
  /** Sent as JSON, unless it is a form with a file. */
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/**
 * One request and its answer, without any second try.
 * @throws ApiError the refusal, or `offline` after 15 s (3 min for a file), without a connection, or on an answer that is not ours;
 * the caller's own abort is passed on as it is, since nobody waits for it any more.
 */
export async function send({ method, path, token, body, signal }: Outgoing): Promise<Envelope> {
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(isForm ? FILE_TIMEOUT_MS : TIMEOUT_MS);
  const headers = new Headers({ accept: "application/json" });
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined && !isForm) headers.set("content-type", "application/json");

  let response: Response;
  let reply: unknown;
  try {
    response = await fetch(API_PREFIX + path, {
      method,
      headers,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    reply = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offlineError();
  }
  if (!isRecord(reply)) throw offlineError();
  if (response.ok) return reply as unknown as Envelope;
  throw toApiError(response.status, reply);
}

function toApiError(status: number, reply: Partial<Record<keyof Refusal, unknown>>): ApiError {
  return new ApiError({
    kind: isKind(reply.kind) ? reply.kind : kindOf(status),
    message: typeof reply.message === "string" ? reply.message : MESSAGES.unexpected,
    errors: isRecord(reply.errors) ? (reply.errors as Refusal["errors"]) : {},
    request_id: typeof reply.request_id === "string" ? reply.request_id : "",
    code: status,
    ...(typeof reply.draft_id === "string" ? { draft_id: reply.draft_id } : {}),
  });
}

function kindOf(status: number): ErrorKind {
  const kinds = Object.keys(ERROR_STATUS) as ErrorKind[];
  return kinds.find((kind) => ERROR_STATUS[kind] === status) ?? "internal";
}

function isKind(kind: unknown): kind is ErrorKind {
  return typeof kind === "string" && Object.hasOwn(ERROR_STATUS, kind);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
