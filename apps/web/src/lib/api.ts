import type { Session } from "@app/contract/accounts";
import type { Method, Route } from "@app/contract/http";
import type { ApiRoute } from "@app/contract/routes";
import type { z } from "zod";
import { actingChannelHeaders } from "./acting-channel.ts";
import { ApiError } from "./api-error.ts";
import { clearExpiredSession, getAccessToken, setAccessToken, setUser, useSessionStore } from "./session-store.ts";
import { toast } from "./toast.ts";
import { type Envelope, send, type Transmit, toFormData, toPath } from "./transport.ts";

/** A route's method and path, such as `GET /content/:id`. Without the schemas, pages that only call stay small. */
type Address = AddressOf<ApiRoute>;
type AddressOf<R> = R extends Route ? `${R["method"]} ${R["path"]}` : never;
type RouteAt<A extends Address> = A extends `${infer M} ${infer P}` ? Extract<ApiRoute, { method: M; path: P }> : never;

/** The input of a route. A part is optional if all of its fields are. */
type Input<R extends Route> = Part<"params", R["params"]> & Part<"query", R["query"]> & Part<"body", R["body"]>;

type CallInput<R extends Route> = Input<R> & {
  /** The id of the channel that the call is for; by default the one that the user acts for. */
  channel?: string;
};

/** zod infers an object without fields as a record of `never`; that part is optional, too. */
type Part<Key extends string, Schema extends z.ZodType> =
  Partial<z.input<Schema>> extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : string extends keyof z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> };

type Data<R extends Route> = z.output<R["data"]>;

type Rest<R extends Route> =
  Partial<Input<R>> extends Input<R>
    ? [input?: CallInput<R>, signal?: AbortSignal]
    : [input: CallInput<R>, signal?: AbortSignal];

/**
 * Calls a route of the contract. If the access token has expired, refreshes it and retries once; if the session is over,
 * clears it and goes to `/`.
 * @throws ApiError
 */
export async function call<A extends Address>(address: A, ...rest: Rest<RouteAt<A>>): Promise<Data<RouteAt<A>>> {
  return (await callWithMessage(address, ...rest)).data;
}

/** As `call`, for replies whose message is shown. */
export async function callWithMessage<A extends Address>(
  address: A,
  ...[input = {} as CallInput<RouteAt<A>>, signal]: Rest<RouteAt<A>>
): Promise<{ message: string; data: Data<RouteAt<A>> }> {
  const { params, query, body, channel } = input as {
    params?: object;
    query?: object;
    body?: object;
    channel?: string;
  };
  const [method, pattern] = address.split(" ") as [Method, string];
  const path = toPath(pattern, params, query);
  const isRead = method === "GET";
  const reply = await sendSignedIn(
    (session) => send({ method, path, ...session, signal, ...(isRead ? {} : { body: body ?? {} }) }),
    actingChannelHeaders(channel),
  );
  if (import.meta.env.DEV) await checkReply(address, reply);
  return { message: reply.message, data: reply.data as Data<RouteAt<A>> };
}

/**
 * As `call`, for a route that takes a single file.
 * @throws ApiError
 */
export async function sendFile<R extends Route>(
  route: R,
  file: File,
  input: Omit<Input<R>, "body"> = {} as Input<R>,
  transmit?: Transmit,
): Promise<Data<R>> {
  const { params, query } = input as { params?: object; query?: object };
  const body = new FormData();
  body.set(route.file?.field ?? "file", file);
  return (await sendMultipart(route, body, toPath(route.path, params, query), transmit)).data;
}

/**
 * As `callWithMessage`, for a route that takes fields and an optional file.
 * @throws ApiError
 */
export async function sendForm<R extends Route>(
  route: R,
  form: { body: z.input<R["body"]>; file: File | null },
  params?: object,
): Promise<{ message: string; data: Data<R> }> {
  const body = toFormData(form.body);
  if (form.file && route.file) body.set(route.file.field, form.file);
  return sendMultipart(route, body, toPath(route.path, params, undefined));
}

async function sendMultipart<R extends Route>(
  { method, path: pattern }: R,
  body: FormData,
  path: string,
  transmit?: Transmit,
): Promise<{ message: string; data: Data<R> }> {
  const reply = await sendSignedIn((session) => send({ method, path, ...session, body, transmit }));
  if (import.meta.env.DEV) await checkReply(`${method} ${pattern}`, reply);
  return { message: reply.message, data: reply.data as Data<R> };
}

/** In development and tests only; the schemas are not part of a build. */
async function checkReply(address: string, { data }: Envelope): Promise<void> {
  const { allRoutes } = await import("@app/contract/routes");
  allRoutes.find(({ method, path }) => `${method} ${path}` === address)?.data.parse(data);
}

/** The headers for requests that `call` does not make; empty for a visitor. */
export async function authHeader(): Promise<Record<string, string>> {
  if (getAccessToken() === null && useSessionStore.getState().user !== null) await renew();
  const token = getAccessToken();
  return token === null ? {} : { authorization: `Bearer ${token}`, ...actingChannelHeaders() };
}

/** Refreshes the access token, for requests that `call` does not make. Leaves the page if the session is over. */
export async function renew(): Promise<void> {
  try {
    await refreshToken();
  } catch (error) {
    throw leaveIfOver(error);
  }
}

type Credentials = { token: string | null; channel: Record<string, string> };

/** Every attempt is for the same channel, also if a new token no longer names the user's role there. */
async function sendSignedIn(
  attempt: (session: Credentials) => Promise<Envelope>,
  channel = actingChannelHeaders(),
): Promise<Envelope> {
  const isMember = useSessionStore.getState().user !== null;
  if (isMember && getAccessToken() === null) await renew();
  const token = getAccessToken();
  try {
    return await attempt({ token, channel });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // Another call may have renewed the token in the meantime.
  if (getAccessToken() === token) await renew();
  try {
    return await attempt({ token: getAccessToken(), channel });
  } catch (error) {
    throw leaveIfOver(error);
  }
}

export const SIGNED_OUT = "You have been signed out. Sign in to continue.";

function leaveIfOver(error: unknown): unknown {
  if (isUnauthorized(error)) leave();
  return error;
}

/**
 * Clears the session, says so, and asks to sign in again, which leads back here. Loading `/` also drops the pages in
 * memory.
 */
export function leave(): void {
  // Another request already ended the session. Ending it again would delete the drafts that the first one kept.
  if (useSessionStore.getState().user === null) return;
  setAccessToken(null);
  clearExpiredSession();
  toast.afterReload("info", SIGNED_OUT);
  const { pathname, search, hash } = window.location;
  window.location.assign(`/?next=${encodeURIComponent(pathname + search + hash)}`);
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

let refreshing: Promise<void> | null = null;

/**
 * Fetches a new access token with the refresh cookie. Concurrent callers share one request, and tabs take turns, because
 * each use of the cookie replaces it.
 * @throws ApiError `not_signed_in` if the session is over, `offline` if the server cannot be reached
 */
export function refreshToken(): Promise<void> {
  refreshing ??= navigator.locks.request("fieldhouse.refresh", refresh).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(): Promise<void> {
  const { data } = await send({ method: "POST", path: "/session/refresh", token: null, body: {} });
  const session = data as Session;
  setAccessToken(session.access_token);
  setUser(session.users);
}
