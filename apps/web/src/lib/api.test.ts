import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { MESSAGES } from "@app/contract/errors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getAccessToken, setAccessToken } from "./access-token.ts";
import { authHeader, call } from "./api.ts";
import { setUser, useSessionStore } from "./session-store.ts";

const USER = {
  id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f11",
  type: "General User",
  plan: null,
  username: "leo",
  email: "leo@fan.test",
  full_name: "Leo",
  profile_url: null,
  is_staff: false,
  must_enable_two_factor: false,
  channel: { id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f12", name: "Leo" },
  can: { upload: false, refer: false, administer: false },
} as const;

type Asked = { path: string; authorization: string | null };

/** The far end: what was asked of it, and what it answers, in order. */
let asked: Asked[] = [];
let answers: (Response | Error)[] = [];
const assign = vi.fn<(href: string) => void>();

beforeEach(() => {
  asked = [];
  answers = [];
  assign.mockClear();
  vi.stubGlobal("window", { location: { assign } });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, authorization: new Headers(init.headers).get("authorization") });
    const answer = answers.shift() ?? new Error("nothing more is expected");
    if (answer instanceof Error) throw answer;
    return answer;
  });
  setUser(structuredClone(USER) as never);
  setAccessToken("old");
});

afterEach(() => {
  vi.unstubAllGlobals();
  setUser(null);
  setAccessToken(null);
});

describe("an access token that has expired", () => {
  test("is renewed once, and the call goes through", async () => {
    answers = [no(401, "not_signed_in"), renewed("new"), yes([])];

    expect(await call(categoryRoutes.list)).toEqual([]);

    expect(asked).toEqual([
      { path: "/api/v1/categories", authorization: "Bearer old" },
      { path: "/api/v1/session/refresh", authorization: null },
      { path: "/api/v1/categories", authorization: "Bearer new" },
    ]);
  });

  test("is renewed by one request, however many calls wait for it", async () => {
    answers = [no(401, "not_signed_in"), no(401, "not_signed_in"), renewed("new"), yes([]), yes([])];

    await Promise.all([call(categoryRoutes.list), call(categoryRoutes.list)]);

    expect(asked.filter(({ path }) => path.endsWith("/session/refresh"))).toHaveLength(1);
  });

  test("of a session that is over clears it and goes to the landing page", async () => {
    answers = [no(401, "not_signed_in"), no(401, "not_signed_in")];

    await expect(call(categoryRoutes.list)).rejects.toMatchObject({ kind: "not_signed_in" });

    expect(useSessionStore.getState().user).toBeNull();
    expect(getAccessToken()).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/");
  });

  test("that is refused again right after its renewal ends the session as well", async () => {
    answers = [no(401, "not_signed_in"), renewed("new"), no(401, "not_signed_in")];

    await expect(call(categoryRoutes.list)).rejects.toMatchObject({ status: 401 });

    expect(useSessionStore.getState().user).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/");
  });

  test("does not end the session while the server cannot be reached", async () => {
    answers = [no(401, "not_signed_in"), new TypeError("Failed to fetch")];

    await expect(call(categoryRoutes.list)).rejects.toMatchObject({ kind: "offline", message: MESSAGES.offline });

    expect(useSessionStore.getState().user).not.toBeNull();
    expect(assign).not.toHaveBeenCalled();
  });
});

test("a wrong password is a fault of the form, not the end of a session", async () => {
  answers = [no(422, "invalid_input", { password: ["These credentials do not match our records."] })];

  const refusal = call(accountRoutes.logout);

  await expect(refusal).rejects.toMatchObject({
    status: 422,
    errors: { password: ["These credentials do not match our records."] },
    requestId: "r-1",
  });
  expect(assign).not.toHaveBeenCalled();
});

test("an answer that is not ours is as good as none", async () => {
  answers = [new Response("<h1>Bad gateway</h1>", { status: 502 })];

  await expect(call(categoryRoutes.list)).rejects.toMatchObject({ kind: "offline", status: 0 });
});

test("an abort is passed on as one", async () => {
  const abort = new AbortController();
  abort.abort();
  answers = [new DOMException("aborted", "AbortError")];

  await expect(call(categoryRoutes.list, {}, abort.signal)).rejects.toMatchObject({ name: "AbortError" });
});

test("a reply that breaks the contract is noticed in development", async () => {
  answers = [yes([{ id: "one", name: "Golf", image: null }])];

  await expect(call(categoryRoutes.list)).rejects.toMatchObject({ name: "ZodError" });
});

test("the header for other requests fetches a token when there is none, and is empty for a visitor", async () => {
  setAccessToken(null);
  answers = [renewed("new")];
  expect(await authHeader()).toEqual({ authorization: "Bearer new" });

  setUser(null);
  setAccessToken(null);
  expect(await authHeader()).toEqual({});
});

function yes(data: unknown): Response {
  return Response.json({ code: 200, status: "success", message: "OK", data });
}

function renewed(token: string): Response {
  return yes({ access_token: token, expires_in_s: 900, users: USER });
}

function no(code: number, kind: string, errors: Record<string, string[]> = {}): Response {
  const body = { code, status: "error", kind, message: "No.", data: null, errors, request_id: "r-1" };
  return Response.json(body, { status: code });
}
