import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { openConnection } from "./connection.ts";

/** The far end of a line, and the line itself: what was done with it, in order. */
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
  const connection = openConnection(line as unknown as WebSocket, { join: async () => undefined, closed });
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
  test("that joins no room is closed after a quarter of a minute, to come back later", () => {
    const { line, closed } = open();
    vi.advanceTimersByTime(14_000);
    expect(line.done).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(line.done).toEqual(["close 4100"]);
    expect(closed).toHaveBeenCalledOnce();
  });

  test("that no longer answers is dropped after two pings, and leaves no timer", () => {
    const { line, connection } = open();
    connection.member = MEMBER;
    vi.advanceTimersByTime(30_000);
    line.emit("pong");
    vi.advanceTimersByTime(60_000);
    expect(line.done).toEqual(["ping", "ping", "drop"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stays for a day at most, however well it answers", () => {
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

  test("that takes nothing in is dropped instead of filling the memory", () => {
    const { line, connection } = open();
    connection.send('{"event":"one"}');
    line.bufferedAmount = 65 * 1024;
    connection.send('{"event":"two"}');
    expect(line.done).toEqual(["send one", "drop"]);
  });

  test("may say something every second for as long as it likes", () => {
    const { line, connection } = open();
    connection.member = MEMBER;
    for (let at = 0; at < 100; at++) {
      vi.advanceTimersByTime(1_000);
      line.emit("message", Buffer.from('{"event":"pusher:pong","data":{}}'), false);
    }
    expect(line.done).toEqual(["ping", "ping", "ping"]);
  });
});
