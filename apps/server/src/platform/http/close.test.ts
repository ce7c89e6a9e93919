import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createServer } from "./server.ts";

const NOT_READ = "x".repeat(64 * 1024 * 1024);

/** A server with a route whose reply exceeds the socket's buffer. */
async function listen() {
  const app = await createServer(createLog("silent"), { trustProxy: null });
  app.get("/large", async () => NOT_READ);
  app.get("/slow", async () => {
    await sleep(500);
    return "done";
  });
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  return { app, port: Number(port) };
}

async function open(port: number, words = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  if (words) socket.write(words);
  // The server has accepted it.
  await sleep(100);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("an unused connection does not keep the server from closing", async () => {
  const { app, port } = await listen();
  const unused = await open(port);
  const ended = new Promise((resolve) => unused.once("close", resolve));
  await app.close();
  await ended;
});

test("a client that does not read its reply does not keep the server from closing", async () => {
  const { app, port } = await listen();
  const stuck = await open(port, get("/large"));
  await app.close();
  stuck.destroy();
});

test("a pending reply is still delivered completely", async () => {
  const { app, port } = await listen();
  const waiting = await open(port, get("/slow"));
  let heard = "";
  waiting.on("data", (bytes) => {
    heard += String(bytes);
  });
  const ended = new Promise((resolve) => waiting.once("close", resolve));
  await app.close();
  await ended;
  expect(heard).toContain("200 OK");
  expect(heard.endsWith("done")).toBe(true);
});
