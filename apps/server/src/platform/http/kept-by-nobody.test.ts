import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/http";
import { profileRoutes } from "@app/contract/profile";
import { expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp({ PUBLIC_URL: "https://league.fieldhouse.test" });
const NOBODY = "private, no-store";

type Asker = Pick<typeof testApp.visitor, "send">;

async function cacheControlOf(asker: Asker, path: string): Promise<string | null> {
  const reply = await asker.send("GET", API_PREFIX + path);
  expect(reply.status).toBe(200);
  return reply.headers.get("cache-control");
}

test("what somebody in particular is told is kept by no cache, whether a token or a cookie names them", async () => {
  const maya = await testApp.person("maya");
  expect(await cacheControlOf(maya, accountRoutes.devices.path)).toBe(NOBODY);
  expect(await cacheControlOf(maya, profileRoutes.one.path)).toBe(NOBODY);
  expect(await cacheControlOf(maya, categoryRoutes.list.path)).toBe(NOBODY);
  const ola = await signUpAsEarner(testApp, "ola");
  expect(await cacheControlOf(ola, earnerRoutes.registration.path)).toBe(NOBODY);
});

test("nor is what brings a session; what everybody is told may be kept", async () => {
  await testApp.person("tom");
  const session = await testApp.visitor.send("POST", API_PREFIX + accountRoutes.login.path, {
    body: toLogin("tom", PASSWORD),
  });
  expect([session.status, session.headers.get("cache-control")]).toEqual([200, NOBODY]);
  expect(await cacheControlOf(testApp.visitor, categoryRoutes.list.path)).toBeNull();
});

test("https is asked for this host alone: others of the same domain are not ours to speak for", async () => {
  const reply = await testApp.visitor.send("GET", "/healthz");
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=31536000");
});
