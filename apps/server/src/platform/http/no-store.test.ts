import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/paths";
import { profileRoutes } from "@app/contract/profile";
import { expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp({ PUBLIC_URL: "https://league.fieldhouse.test" });
const NO_STORE = "private, no-store";

type Client = Pick<typeof testApp.visitor, "send">;

async function cacheControlOf(client: Client, path: string): Promise<string | null> {
  const reply = await client.send("GET", API_PREFIX + path);
  expect(reply.status).toBe(200);
  return reply.headers.get("cache-control");
}

test("personal replies are no-store, with a token or with a cookie", async () => {
  const maya = await testApp.person("maya");
  expect(await cacheControlOf(maya, accountRoutes.devices.path)).toBe(NO_STORE);
  expect(await cacheControlOf(maya, profileRoutes.one.path)).toBe(NO_STORE);
  expect(await cacheControlOf(maya, categoryRoutes.list.path)).toBe(NO_STORE);
  const ola = await signUpAsEarner(testApp, "ola");
  expect(await cacheControlOf(ola, earnerRoutes.registration.path)).toBe(NO_STORE);
});

test("the reply to a sign-in is no-store; public replies may be cached", async () => {
  await testApp.person("tom");
  const session = await testApp.visitor.send("POST", API_PREFIX + accountRoutes.login.path, {
    body: toLogin("tom", PASSWORD),
  });
  expect([session.status, session.headers.get("cache-control")]).toEqual([200, NO_STORE]);
  expect(await cacheControlOf(testApp.visitor, categoryRoutes.list.path)).toBeNull();
});

test("HSTS covers this host only, not its subdomains", async () => {
  const reply = await testApp.visitor.send("GET", "/healthz");
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=31536000");
});
