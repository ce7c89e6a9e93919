import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { afterAll, expect, test } from "vitest";
import { createApp } from "#src/app.ts";
import { startBalancer } from "#testing/balancer.ts";
import { createCaller } from "#testing/caller.ts";
import { freePort } from "#testing/free-port.ts";
import { createTestApp } from "#testing/test-app.ts";
import { closeInOrder } from "./server.ts";

/** Much longer than the balancer takes to notice. */
const DRAIN_S = 1.5;
const CLIENTS = 8;
const RESTARTS = 2;

const testApp = await createTestApp();

async function startWeb() {
  const port = await freePort();
  const listen = async () => {
    const app = await createApp(testApp.deps);
    await app.listen({ host: "127.0.0.1", port });
    return app;
  };
  let app = await listen();
  afterAll(() => app.close());
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => closeInOrder(app, DRAIN_S),
    async start() {
      app = await listen();
    },
  };
}

test("a stopping server becomes unready first, and keeps serving until the balancer has noticed", async () => {
  const web = await startWeb();
  const { send } = createCaller(web.origin, null);
  expect((await send("GET", "/readyz")).status).toBe(200);
  const stopped = web.stop();
  const unready = await send("GET", "/readyz");
  expect(unready.status).toBe(503);
  expect(JSON.parse(unready.text).errors).toEqual({ process: ["The server is stopping."] });
  const served = await send("GET", "/healthz");
  expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
  await stopped;
  await expect(send("GET", "/healthz")).rejects.toThrow("fetch failed");
});

test("no request is lost while each of two servers behind a balancer is restarted", async () => {
  const maya = await testApp.person("maya");
  const webs = await Promise.all([startWeb(), startWeb()]);
  const balancer = await startBalancer(webs.map(({ origin }) => origin));
  const isWhole = () => balancer.inUse() === webs.length;
  const person = createCaller(balancer.origin, maya.token);
  const seen = new Map<string, number>();
  let isOver = false;

  async function ask(): Promise<void> {
    while (!isOver) {
      const replies = await Promise.all([
        person.send("GET", `/api/v1${categoryRoutes.list.path}`),
        person.send("GET", `/api/v1${accountRoutes.devices.path}`),
        person.send("POST", `/api/v1/devices/remove/${crypto.randomUUID()}`),
      ]);
      const codes = replies.map(({ status }) => status).join(" ");
      seen.set(codes, (seen.get(codes) ?? 0) + 1);
    }
  }

  await expect.poll(isWhole).toBe(true);
  const asking = Array.from({ length: CLIENTS }, ask);
  for (let round = 0; round < RESTARTS; round++)
    for (const web of webs) {
      await web.stop();
      await web.start();
      await expect.poll(isWhole).toBe(true);
    }
  isOver = true;
  await Promise.all(asking);
  await balancer.stop();
  expect([...seen.keys()]).toEqual(["200 200 404"]);
  expect(seen.get("200 200 404")).toBeGreaterThan(100);
});
