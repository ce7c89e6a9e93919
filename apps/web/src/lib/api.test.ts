import { MESSAGES } from "@app/contract/errors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubStorages } from "#testing/storage.ts";
import { authHeader, call } from "./api.ts";
import { PERSONAL_PREFIX } from "./personal-storage.ts";
import { getAccessToken, setAccessToken, setUser, useSessionStore } from "./session-store.ts";

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
  has_blocks: false,
  teams: [],
  channel: { id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f12", name: "Leo" },
  can: { upload: false, refer: false, administer: false },
} as const;

type SentRequest = { path: string; authorization: string | null };

/** The fake server: the requests it received, and its replies in order. */
let requests: SentRequest[] = [];
let replies: (Response | Error)[] = [];
const assign = vi.fn<(href: string) => void>();

beforeEach(() => {
  requests = [];
  replies = [];
  assign.mockClear();
  vi.stubGlobal("window", { location: { assign, pathname: "/video/1", search: "?t=9", hash: "" } });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push({ path, authorization: new Headers(init.headers).get("authorization") });
    const reply = replies.shift() ?? new Error("unexpected request");
    if (reply instanceof Error) throw reply;
    return reply;
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
    replies = [refusal(401, "not_signed_in"), refreshed("new"), success([])];

    expect(await call("GET /categories")).toEqual([]);

    expect(requests).toEqual([
      { path: "/api/v1/categories", authorization: "Bearer old" },
      { path: "/api/v1/session/refresh", authorization: null },
      { path: "/api/v1/categories", authorization: "Bearer new" },
    ]);
  });

  test("is renewed by a single request, however many calls wait for it", async () => {
    replies = [
      refusal(401, "not_signed_in"),
      refusal(401, "not_signed_in"),
      refreshed("new"),
      success([]),
      success([]),
    ];

    await Promise.all([call("GET /categories"), call("GET /categories")]);

    expect(requests.filter(({ path }) => path.endsWith("/session/refresh"))).toHaveLength(1);
  });

  test("clears the session and goes to the landing page if the session is over", async () => {
    replies = [refusal(401, "not_signed_in"), refusal(401, "not_signed_in")];

    await expect(call("GET /categories")).rejects.toMatchObject({ kind: "not_signed_in" });

    expect(useSessionStore.getState().user).toBeNull();
    expect(getAccessToken()).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/?next=%2Fvideo%2F1%3Ft%3D9");
  });

  test("ends the session if the renewed token is refused as well", async () => {
    replies = [refusal(401, "not_signed_in"), refreshed("new"), refusal(401, "not_signed_in")];

    await expect(call("GET /categories")).rejects.toMatchObject({ status: 401 });

    expect(useSessionStore.getState().user).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/?next=%2Fvideo%2F1%3Ft%3D9");
  });

  test("ends the session once for all requests that find it over, and keeps what was typed", async () => {
    const text = `${PERSONAL_PREFIX}text.${USER.id}.comment.1`;
    stubStorages();
    localStorage.setItem(text, "What a final");
    const refused = () => refusal(401, "not_signed_in");
    replies = [refused(), refused(), refreshed("new"), refused(), refused()];

    const calls = await Promise.allSettled([call("GET /categories"), call("GET /categories")]);

    expect(calls.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(requests).toHaveLength(5);
    expect(assign).toHaveBeenCalledExactlyOnceWith("/?next=%2Fvideo%2F1%3Ft%3D9");
    expect(localStorage.getItem(text)).toBe("What a final");
  });

  test("does not end the session while the server cannot be reached", async () => {
    replies = [refusal(401, "not_signed_in"), new TypeError("Failed to fetch")];

    await expect(call("GET /categories")).rejects.toMatchObject({ kind: "offline", message: MESSAGES.offline });

    expect(useSessionStore.getState().user).not.toBeNull();
    expect(assign).not.toHaveBeenCalled();
  });
});

test("a wrong password is a form error and does not end the session", async () => {
  replies = [refusal(422, "invalid_input", { password: ["These credentials do not match our records."] })];

  const logout = call("POST /logout");

  await expect(logout).rejects.toMatchObject({
    status: 422,
    errors: { password: ["These credentials do not match our records."] },
    requestId: "r-1",
  });
  expect(assign).not.toHaveBeenCalled();
});

test("a reply that is not ours counts as offline", async () => {
  replies = [new Response("<h1>Bad gateway</h1>", { status: 502 })];

  await expect(call("GET /categories")).rejects.toMatchObject({ kind: "offline", status: 0 });
});

test("the caller's abort is rethrown", async () => {
  const abort = new AbortController();
  abort.abort();
  replies = [new DOMException("aborted", "AbortError")];

  await expect(call("GET /categories", {}, abort.signal)).rejects.toMatchObject({ name: "AbortError" });
});

test("a reply that breaks the contract throws in development", async () => {
  replies = [success([{ id: "one", name: "Golf", image: null }])];

  await expect(call("GET /categories")).rejects.toMatchObject({ name: "ZodError" });
});

test("the Authorization header fetches a missing token, and is empty for a visitor", async () => {
  setAccessToken(null);
  replies = [refreshed("new")];
  expect(await authHeader()).toEqual({ authorization: "Bearer new" });

  setUser(null);
  setAccessToken(null);
  expect(await authHeader()).toEqual({});
});

function success(data: unknown): Response {
  return Response.json({ code: 200, status: "success", message: "OK", data });
}

function refreshed(token: string): Response {
  return success({ access_token: token, expires_in_s: 900, users: USER });
}

function refusal(code: number, kind: string, errors: Record<string, string[]> = {}): Response {
  const body = { code, status: "error", kind, message: "No.", data: null, errors, request_id: "r-1" };
  return Response.json(body, { status: code });
}
