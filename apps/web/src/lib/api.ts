import type { Route } from "@app/contract/http";
import type { z } from "zod";
import { getAccessToken, setAccessToken } from "./access-token.ts";
import { ApiError } from "./api-error.ts";
import { refreshToken } from "./refresh.ts";
import { setUser, useSessionStore } from "./session-store.ts";
import { toFormData } from "./to-form-data.ts";
import { toPath } from "./to-path.ts";
import { type Envelope, send } from "./transport.ts";

/** What a route is called with; a part without fields may be left out, and one whose fields are optional as well. */
export type Input<R extends Route> = Part<"params", R["params"]> & Part<"query", R["query"]> & Part<"body", R["body"]>;

/** An object without fields reads as one with any name and no value; it may be left out as well. */
type Part<Key extends string, Schema extends z.ZodType> =
  Partial<z.input<Schema>> extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : string extends keyof z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> };

type Data<R extends Route> = z.output<R["data"]>;

type Rest<R extends Route> =
  Partial<Input<R>> extends Input<R>
    ? [input?: Input<R>, signal?: AbortSignal]
    : [input: Input<R>, signal?: AbortSignal];

/**
 * Calls a route of the contract. Under an expired access token it fetches a new one and tries once more;
 * when the session is over it is cleared and the page goes to `/`.
 * @throws ApiError
 */
export async function call<R extends Route>(route: R, ...rest: Rest<R>): Promise<Data<R>> {
  return (await callWithMessage(route, ...rest)).data;
}

/** As `call`, for a reply whose message the person will read. */
export async function callWithMessage<R extends Route>(
  route: R,
  ...[input = {} as Input<R>, signal]: Rest<R>
): Promise<{ message: string; data: Data<R> }> {
  const { params, query, body } = input as { params?: object; query?: object; body?: object };
  const path = toPath(route.path, params, query);
  const isRead = route.method === "GET";
  const reply = await sendSignedIn(({ token }) =>
    send({ method: route.method, path, token, signal, ...(isRead ? {} : { body: body ?? {} }) }),
  );
  return { message: reply.message, data: checked(route, reply) };
}

/**
 * As `call`, for a route that takes one file and nothing else.
 * @throws ApiError
 */
export async function sendFile<R extends Route>(route: R, file: File): Promise<Data<R>> {
  const body = new FormData();
  body.set(route.file?.field ?? "file", file);
  const reply = await sendSignedIn(({ token }) => send({ method: route.method, path: route.path, token, body }));
  return checked(route, reply);
}

/**
 * As `callWithMessage`, for a route that takes fields with an optional file.
 * @throws ApiError
 */
export async function sendForm<R extends Route>(
  route: R,
  form: { body: z.input<R["body"]>; file: File | null },
): Promise<{ message: string; data: Data<R> }> {
  const body = toFormData(form.body);
  if (form.file && route.file) body.set(route.file.field, form.file);
  const reply = await sendSignedIn(({ token }) => send({ method: route.method, path: route.path, token, body }));
  return { message: reply.message, data: checked(route, reply) };
}

/** In development and tests a reply is held against the contract. */
function checked<R extends Route>(route: R, { data }: Envelope): Data<R> {
  return (import.meta.env.DEV ? route.data.parse(data) : data) as Data<R>;
}

/** For a request that is not made by `call`: the header that says who is asking, empty for a visitor. */
export async function authHeader(): Promise<Record<string, string>> {
  if (getAccessToken() === null && useSessionStore.getState().user !== null) await renew();
  const token = getAccessToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Fetches a new access token, as after a 401 to a request that `call` did not make. */
export async function renew(): Promise<void> {
  try {
    await refreshToken();
  } catch (error) {
    throw leaveWhenOver(error);
  }
}

async function sendSignedIn(attempt: (session: { token: string | null }) => Promise<Envelope>): Promise<Envelope> {
  const isMember = useSessionStore.getState().user !== null;
  if (isMember && getAccessToken() === null) await renew();
  const token = getAccessToken();
  try {
    return await attempt({ token });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // Another call may have renewed it meanwhile.
  if (getAccessToken() === token) await renew();
  try {
    return await attempt({ token: getAccessToken() });
  } catch (error) {
    throw leaveWhenOver(error);
  }
}

function leaveWhenOver(error: unknown): unknown {
  if (isUnauthorized(error)) leave();
  return error;
}

/** When the session is over nothing of it stays, the pages in memory included. */
export function leave(): void {
  setAccessToken(null);
  setUser(null);
  window.location.assign("/");
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
