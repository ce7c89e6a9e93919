import { describe, expect, test, vi } from "vitest";
import { setUser } from "#lib/session-store.ts";
import { parseMemory, positionOf, readMemory, updateMemory, watchedShare, withPosition } from "./player-memory.ts";

const empty = parseMemory(null);

describe("what the player remembers", () => {
  test("the place where somebody stopped", () => {
    expect(positionOf(withPosition(empty, "a", 42, 300), "a")).toBe(42);
  });

  test("how much of it has been watched", () => {
    expect(watchedShare(withPosition(empty, "a", 75, 300), "a")).toBe(0.25);
    expect(watchedShare(empty, "a")).toBe(0);
  });

  test("nothing for a video that was not begun, or only just", () => {
    expect(positionOf(empty, "a")).toBe(0);
    expect(positionOf(withPosition(empty, "a", 2, 300), "a")).toBe(0);
  });

  test("the end is no place to go back to, and forgets the place before it", () => {
    const stopped = withPosition(empty, "a", 42, 300);
    expect(positionOf(withPosition(stopped, "a", 299, 300), "a")).toBe(0);
    expect(positionOf(withPosition(stopped, "a", 300, 300), "a")).toBe(0);
  });

  test("the last place wins, and old videos make room for new ones", () => {
    let memory = withPosition(withPosition(empty, "a", 10, 300), "a", 20, 300);
    expect(memory.positions).toHaveLength(1);
    for (let i = 0; i < 250; i++) memory = withPosition(memory, `v${i}`, 60, 300);
    expect(memory.positions).toHaveLength(200);
    expect(positionOf(memory, "a")).toBe(0);
    expect(positionOf(memory, "v249")).toBe(60);
  });

  test("who signs out leaves the volume to the next one on this device, and nothing of what was watched", () => {
    const methods = {
      getItem: (name: string) => kept[name] ?? null,
      setItem: (name: string, value: string) => (kept[name] = value),
      removeItem: (name: string) => delete kept[name],
    };
    // The names of what is stored are the keys of the store itself.
    const kept: Record<string, string> = Object.create(methods);
    vi.stubGlobal("localStorage", kept);
    updateMemory((memory) => withPosition({ ...memory, volume: 0.3 }, "a", 42, 300));
    expect(positionOf(readMemory(), "a")).toBe(42);
    setUser(null);
    expect(readMemory()).toEqual({ ...empty, volume: 0.3 });
    expect(JSON.stringify(kept)).not.toContain("42");
    vi.unstubAllGlobals();
  });

  test("what is stored may be anything", () => {
    expect(parseMemory("{{{")).toEqual(empty);
    expect(parseMemory("null")).toEqual(empty);
    expect(parseMemory('{"volume":7,"rate":"fast","isMuted":1,"positions":[["a",1],[1,2,3],["b",9,90]]}')).toEqual({
      ...empty,
      positions: [["b", 9, 90]],
    });
    expect(parseMemory('{"volume":0.4,"rate":1.5,"isMuted":true}')).toMatchObject({
      volume: 0.4,
      rate: 1.5,
      isMuted: true,
    });
  });
});
