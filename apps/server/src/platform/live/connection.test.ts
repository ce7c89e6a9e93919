import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { createConnection } from "./connection.ts";

/** A fake socket, and a log of the calls on it. */
class Line extends EventEmitter {
  bufferedAmount = 0;
  done: string[] = [];
  send(frame: string): void {
    this.done.push(`send ${(JSON.parse(frame) as { event: string }).event}`);
  }
  ping(): void {
    this.done.push("ping");
  }
  close(code: number): void {
    this.done.push(`close ${code}`);
    this.emit("close");
  }
  terminate(): void {
    this.done.push("drop");
    this.emit("close");
  }
}

const MEMBER = { accountId: "a", deviceId: "d" };

function open() {
  const line = new Line();
  const closed = vi.fn();
  const connection = createConnection(line as unknown as WebSocket, {
    join: async () => undefined,
    leave: () => undefined,
    closed,
  });
  line.done = [];
  return { line, connection, closed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a connection", () => {
  test("is closed after 15 seconds without a room, to reconnect later", () => {
    const { line, closed } = open();
    vi.advanceTimersByTime(14_000);
    expect(line.done).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(line.done).toEqual(["close 4100"]);
    expect(closed).toHaveBeenCalledOnce();
  });

  test("is dropped after two unanswered pings, and leaves no timer", () => {
    const { line, connection } = open();
    connection.member = MEMBER;
    vi.advanceTimersByTime(30_000);
    line.emit("pong");
    vi.advanceTimersByTime(60_000);
    expect(line.done).toEqual(["ping", "ping", "drop"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lasts a day at most", () => {
    const { line, connection } = open();
    connection.member = MEMBER;
    for (let at = 0; at < 24 * 120; at++) {
      vi.advanceTimersByTime(30_000);
      line.emit("pong");
    }
    expect(line.done).not.toContain("close 4202");
    vi.advanceTimersByTime(30_000);
    expect(line.done.at(-1)).toBe("close 4202");
  });

  test("is dropped if it stops reading, instead of filling the memory", () => {
    const { line, connection } = open();
    connection.send('{"event":"one"}');
    line.bufferedAmount = 65 * 1024;
    connection.send('{"event":"two"}');
    expect(line.done).toEqual(["send one", "drop"]);
  });

  test("may send a message every second for as long as it likes", () => {
    const { line, connection } = open();
    connection.member = MEMBER;
    for (let at = 0; at < 100; at++) {
      vi.advanceTimersByTime(1_000);
      line.emit("message", Buffer.from('{"event":"pusher:pong","data":{}}'), false);
    }
    expect(line.done).toEqual(["ping", "ping", "ping"]);
  });
});
