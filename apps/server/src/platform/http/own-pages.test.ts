import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/paths";
import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { TUS_PATH } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { TUS } from "#testing/tus.ts";

const testApp = await createTestApp({ PUBLIC_URL: "https://league.example.org" });
await testApp.person("maya");

async function openCookie(): Promise<string> {
  const reply = await testApp.visitor.send("POST", "/api/v1/login", { body: toLogin("maya", PASSWORD) });
  return reply.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function refresh(cookie: string, headers: Record<string, string>) {
  return testApp.visitor.send("POST", API_PREFIX + accountRoutes.refresh.path, { headers: { cookie, ...headers } });
}

const FOREIGN: [string, Record<string, string>][] = [
  ["another site", { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" }],
  ["another site, in a browser that says no more", { origin: "https://elsewhere.test" }],
  ["a neighbor below the same domain", { origin: "https://evil.example.org", "sec-fetch-site": "same-site" }],
  ["the same name without TLS", { origin: "http://league.example.org" }],
  ["a page in a sandbox", { origin: "null" }],
  ["something that is no site", { "sec-fetch-site": "nonsense" }],
];

describe("a write", () => {
  test.each(FOREIGN)("by %s is refused, and the session stays valid", async (_, headers) => {
    const cookie = await openCookie();
    const reply = await refresh(cookie, headers);
    expect(reply.status).toBe(403);
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(JSON.parse(reply.text)).toMatchObject({ kind: "not_allowed", message: "This came from another website." });
    expect((await refresh(cookie, {})).status).toBe(200);
  });

  test.each([
    ["our own page", { origin: "https://league.example.org", "sec-fetch-site": "same-origin" }],
    ["our own page, in a browser that says less", { origin: "https://league.example.org" }],
    ["a person's own hand", { "sec-fetch-site": "none" }],
    ["a program", {}],
  ])("by %s is answered", async (_, headers) => {
    expect((await refresh(await openCookie(), headers)).status).toBe(200);
  });

  test("by another site is refused on every route; reads are not", async () => {
    const [, headers] = FOREIGN[1] ?? [];
    const send = (method: string, path: string) =>
      testApp.visitor.send(method, path, { headers: { ...headers, ...TUS } });
    for (const route of [
      accountRoutes.login,
      earnerRoutes.abortRegistration,
      signUpDraftRoutes.save,
      signUpDraftRoutes.delete,
    ])
      expect([route.name, (await send(route.method, API_PREFIX + route.path)).status]).toEqual([route.name, 403]);
    expect((await send("POST", TUS_PATH)).status).toBe(403);
    for (const prefix of ["/%61pi/v1", "/api/%761", "/%61%70%69/v1"])
      expect((await send("POST", prefix + accountRoutes.refresh.path)).status).toBe(403);
    expect((await send("PATCH", `${TUS_PATH}/x`)).status).toBe(403);
    expect((await send("GET", "/api/v1/categories")).status).toBe(200);
  });

  test("in development may come from any name of the machine", async () => {
    const local = await createTestApp();
    const host = new URL(local.origin).host;
    const ask = (origin: string) => local.visitor.send("POST", "/api/v1/session/refresh", { headers: { origin } });
    expect((await ask(`http://${host}`)).status).toBe(401);
    expect((await ask("http://localhost:1")).status).toBe(403);
  });
});
