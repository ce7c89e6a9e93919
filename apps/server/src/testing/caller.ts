import { envelope, type Refusal, type Route, refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import type { z } from "zod";

type Input<R extends Route> = {
  params?: z.input<R["params"]>;
  query?: z.input<R["query"]>;
  body?: z.input<R["body"]>;
};

type Reply = { status: number; headers: Headers; text: string };

/** A client of the server's contract. */
export type Caller = {
  token: string | null;
  /** @returns the reply's data, parsed by the contract; throws on a refusal */
  call<R extends Route>(route: R, input?: Input<R>): Promise<z.output<R["data"]>>;
  /** @returns the refusal; throws if the call succeeds */
  refused<R extends Route>(route: R, input?: Input<R>): Promise<Refusal>;
  /** Sends any request, also ones that the contract does not allow. */
  send(method: string, path: string, more?: { body?: unknown; headers?: Record<string, string> }): Promise<Reply>;
};

/** @param always headers of every request, for example a cookie */
export function createCaller(origin: string, token: string | null, always: Record<string, string> = {}): Caller {
  async function send(
    method: string,
    path: string,
    more: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const isRaw = typeof more.body === "string" || more.body instanceof Uint8Array;
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...always,
        ...(more.body !== undefined && !isRaw ? { "content-type": "application/json" } : {}),
        ...more.headers,
      },
      ...(more.body === undefined ? {} : { body: isRaw ? (more.body as string) : JSON.stringify(more.body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const request = (route: Route, input: Input<Route>) =>
    send(route.method, toPath(route, input), input.body === undefined ? {} : { body: input.body });

  return {
    token,
    send,
    async call<R extends Route>(route: R, input: Input<R> = {}) {
      const reply = await request(route, input);
      if (reply.status !== 200) throw new Error(`${route.name} answered ${reply.status}: ${reply.text}`);
      return envelope(route.data).parse(JSON.parse(reply.text)).data as z.output<R["data"]>;
    },
    async refused(route, input = {}) {
      const reply = await request(route, input);
      if (reply.status < 400) throw new Error(`${route.name} was not refused: ${reply.text}`);
      const parsed = refusal.parse(JSON.parse(reply.text));
      if (parsed.code !== reply.status) throw new Error(`code ${parsed.code} is not the status ${reply.status}`);
      return parsed;
    },
  };
}

/** The URL path of a call, with parameters and query. */
export function toPath(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) search.append(name, String(value));
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ""}`;
}
