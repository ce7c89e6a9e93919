import { describe, expect, test, vi } from "vitest";
import { setUser } from "#lib/session-store.ts";
import { stubStorages } from "#testing/storage.ts";
import {
  parseMemory,
  positionOf,
  readMemory,
  resumePosition,
  updateMemory,
  watchedShare,
  withoutPositions,
  withPosition,
} from "./player-memory.ts";

const empty = parseMemory(null);

describe("the player's memory", () => {
  test("stores where playback stopped", () => {
    expect(positionOf(withPosition(empty, "a", 42, 300), "a", 300)).toBe(42);
  });

  test("has no position for a video that was trimmed or replaced since", () => {
    const memory = withPosition(empty, "a", 42, 300);
    expect(positionOf(memory, "a", 299.4)).toBe(42);
    expect(positionOf(memory, "a", 270)).toBe(0);
    expect(positionOf(memory, "a", null)).toBe(42);
  });

  test("forgets one position, or all", () => {
    const both = withPosition(withPosition(empty, "a", 42, 300), "b", 50, 300);
    expect(positionOf(withoutPositions(both, "a"), "a", 300)).toBe(0);
    expect(positionOf(withoutPositions(both, "a"), "b", 300)).toBe(50);
    expect(withoutPositions(both).positions).toEqual([]);
  });

  test("knows how much has been watched", () => {
    expect(watchedShare(withPosition(empty, "a", 75, 300), "a")).toBe(0.25);
    expect(watchedShare(empty, "a")).toBe(0);
  });

  test("has no position for a video that was never started, or only just", () => {
    expect(positionOf(empty, "a", 300)).toBe(0);
    expect(positionOf(withPosition(empty, "a", 2, 300), "a", 300)).toBe(0);
  });

  test("reaching the end deletes the position", () => {
    const stopped = withPosition(empty, "a", 42, 300);
    expect(positionOf(withPosition(stopped, "a", 299, 300), "a", 300)).toBe(0);
    expect(positionOf(withPosition(stopped, "a", 300, 300), "a", 300)).toBe(0);
  });

  test("keeps the last position of a video, and drops the oldest videos", () => {
    let memory = withPosition(withPosition(empty, "a", 10, 300), "a", 20, 300);
    expect(memory.positions).toHaveLength(1);
    for (let i = 0; i < 250; i++) memory = withPosition(memory, `v${i}`, 60, 300);
    expect(memory.positions).toHaveLength(200);
    expect(positionOf(memory, "a", 300)).toBe(0);
    expect(positionOf(memory, "v249", 300)).toBe(60);
  });

  test("signing out keeps the volume and deletes the positions", () => {
    stubStorages();
    updateMemory((memory) => withPosition({ ...memory, volume: 0.3, captionsLanguage: "es" }, "a", 42, 300));
    expect(positionOf(readMemory(), "a", 300)).toBe(42);
    expect(readMemory().captionsLanguage).toBe("es");
    setUser(null);
    expect(readMemory()).toEqual({ ...empty, volume: 0.3 });
    expect(JSON.stringify(localStorage)).not.toContain("42");
    vi.unstubAllGlobals();
  });

  test("ignores invalid stored values", () => {
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

test("continues at the exact position of this device, unless another device went on", () => {
  expect(resumePosition(0, null)).toBe(0);
  expect(resumePosition(50, null)).toBe(50);
  expect(resumePosition(0, 12)).toBe(12);
  expect(resumePosition(50, 30)).toBe(50);
  expect(resumePosition(50, 300)).toBe(300);
  expect(resumePosition(300, 50)).toBe(50);
  // Watched to the end on another device, or erased there.
  expect(resumePosition(120, 0)).toBe(0);
});
