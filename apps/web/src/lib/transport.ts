import { ERROR_STATUS, type ErrorKind, MESSAGES } from "@app/contract/errors";
import { formTimeFactor } from "@app/contract/file-limits";
import type { Method, Refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { ApiError, offlineError } from "./api-error.ts";

const TIMEOUT_MS = 15_000;
/** Of a file up to 10 MB. */
const FILE_TIMEOUT_MS = 180_000;

export type Envelope = { code: number; message: string; data: unknown };

export type Transmit = (url: string, init: RequestInit) => Promise<Response>;

type Outgoing = {
  method: Method;
  /** Without the API prefix, with the query. */
  path: string;
  token: string | null;
  /** The header that names the channel which the request is for. */
  channel?: Record<string, string>;
  /** Sent as JSON unless it is `FormData`. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** `fetch` unless given. */
  transmit?: Transmit | undefined;
};

/**
 * Sends one request, without retries.
 * @throws ApiError the refusal, or `offline` after 15 s (for a file 3 min, or more by its size), without a connection or
 * for a reply that is not ours; the caller's own abort is rethrown unchanged
 */
export async function send(outgoing: Outgoing): Promise<Envelope> {
  const { path, body, signal, transmit = fetch } = outgoing;
  const timeout = AbortSignal.timeout(body instanceof FormData ? toFileTimeout(body) : TIMEOUT_MS);

  let response: Response;
  let reply: unknown;
  try {
    response = await transmit(API_PREFIX + path, {
      ...toRequestInit(outgoing),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
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

function toFileTimeout(form: FormData): number {
  const sizes = [...form.values()].map((part) => (part instanceof Blob ? part.size : 0));
  return Math.round(FILE_TIMEOUT_MS * formTimeFactor(sizes.reduce((sum, size) => sum + size, 0)));
}

function toRequestInit({ method, token, channel, body }: Outgoing): RequestInit {
  const isForm = body instanceof FormData;
  return {
    method,
    headers: {
      accept: "application/json",
      ...(method === "GET" && shouldBypassReplica() && { "cache-control": "no-cache" }),
      ...(token !== null && { authorization: `Bearer ${token}`, ...channel }),
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    credentials: "same-origin",
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  };
}

function toApiError(status: number, reply: Partial<Record<keyof Refusal, unknown>>): ApiError {
  return new ApiError({
    kind: isKind(reply.kind) ? reply.kind : kindOf(status),
    message: typeof reply.message === "string" ? reply.message : MESSAGES.unexpected,
    errors: isRecord(reply.errors) ? (reply.errors as Refusal["errors"]) : {},
    request_id: typeof reply.request_id === "string" ? reply.request_id : "",
    code: status,
    ...(typeof reply.draft_id === "string" ? { draft_id: reply.draft_id } : {}),
    ...(typeof reply.appeal_token === "string" ? { appeal_token: reply.appeal_token } : {}),
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

/**
 * @param pattern a path of the contract, such as `/content/:id`
 * @throws RangeError if a path parameter is empty, because the call would reach another route
 */
export function toPath(pattern: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pattern.replaceAll(/:(\w+)/g, (_field, name: string) => {
    const value = String(values.get(name) ?? "");
    if (value === "") throw new RangeError(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/**
 * Encodes fields as multipart text the way the server reads them: null as an empty part, lists and numbers as JSON;
 * undefined is left out.
 */
export function toFormData(fields: object): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    data.set(name, value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  }
  return data;
}

/**
 * Longer than the lag of any replica that may serve a page, and as long as the server remembers a member's last write.
 */
const BYPASS_REPLICA_MS = 5_000;

let lastEventAtMs = Number.NEGATIVE_INFINITY;

/** Call on each live event: for the next seconds, reads ask for fresh data, because a replica may lag behind the event. */
export function noteLiveEvent(): void {
  lastEventAtMs = performance.now();
}

/** Whether a request made now may follow a live event that a replica does not have yet. */
function shouldBypassReplica(): boolean {
  return performance.now() - lastEventAtMs < BYPASS_REPLICA_MS;
}
