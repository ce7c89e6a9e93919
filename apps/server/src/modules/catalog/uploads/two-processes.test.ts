import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createStorage, createUploadStore } from "#platform/storage/create-storage.ts";
import { createApp } from "#src/app.ts";
import { createCaller } from "#testing/caller.ts";
import { createTestApp } from "#testing/test-app.ts";
import { askOffset, beginUpload, sendBytes, sendSlowly } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
/** A second web process on the same data, with its own upload store and locks. */
const other = await createApp({
  ...deps,
  storage: await createStorage(deps.config),
  uploads: await createUploadStore(deps.config),
});
const otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => other.close());

const SIZE = 400_000;
const HALF = SIZE / 2;

async function stored(id: string): Promise<string> {
  return readFile(path.join(deps.config.dataDir, "uploads", id), "utf8");
}

test("if two clients send to the same upload through two processes, the bytes of one are stored intact", async () => {
  const gil = await testApp.person("gil", { plan: "Individual" });
  const there = { ...gil, ...createCaller(otherOrigin, gil.token) };
  const id = await beginUpload(gil, SIZE);
  const bodies = ["a", "b", "c", "d"].map((letter) => Buffer.alloc(SIZE, letter));
  const replies = await Promise.all(bodies.map((body, at) => sendBytes(at % 2 ? there : gil, id, 0, body)));
  expect(replies.map((reply) => reply.status).sort()).toEqual([204, 409, 409, 409]);
  expect(await stored(id)).toMatch(/^(a+|b+|c+|d+)$/);
});

test("a client returning through another process takes over from its hanging connection and resumes at its offset", async () => {
  const hal = await testApp.person("hal", { plan: "Individual" });
  const there = { ...hal, ...createCaller(otherOrigin, hal.token) };
  const id = await beginUpload(hal, SIZE);
  const hanging = sendSlowly(testApp.origin, hal, { id, sizeBytes: SIZE }, Buffer.alloc(HALF, "a"));
  await expect.poll(async () => (await stored(id)).length).toBe(HALF);

  expect(await askOffset(there, id)).toBe(HALF);
  expect((await sendBytes(there, id, HALF, Buffer.alloc(HALF, "b"))).status).toBe(204);
  await hanging;
  expect(await stored(id)).toBe("a".repeat(HALF) + "b".repeat(HALF));
});

test("a process that loses its database connection stops writing, because its locks are gone", async () => {
  const ida = await testApp.person("ida", { plan: "Individual" });
  const there = { ...ida, ...createCaller(otherOrigin, ida.token) };
  const id = await beginUpload(ida, SIZE);
  const hanging = sendSlowly(testApp.origin, ida, { id, sizeBytes: SIZE }, Buffer.alloc(HALF, "a"));
  await expect.poll(async () => (await stored(id)).length).toBe(HALF);
  await deps.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'fieldhouse uploads'",
  );
  await hanging;
  expect(await askOffset(there, id)).toBe(HALF);
  expect((await sendBytes(there, id, HALF, Buffer.alloc(HALF, "b"))).status).toBe(204);
  expect(await stored(id)).toBe("a".repeat(HALF) + "b".repeat(HALF));
  // Its own locks work again afterwards.
  const next = await beginUpload(ida, 3);
  expect((await sendBytes(ida, next, 0, Buffer.from("abc"))).status).toBe(204);
});
