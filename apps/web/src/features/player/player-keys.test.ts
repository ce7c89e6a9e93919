import { describe, expect, test } from "vitest";
import { type KeyTarget, toPlayerCommand } from "./player-keys.ts";

function press(
  key: string,
  target: KeyTarget = "player",
  held: Partial<Record<"ctrlKey" | "altKey" | "metaKey", true>> = {},
) {
  return toPlayerCommand({ key, ctrlKey: false, altKey: false, metaKey: false, ...held }, target);
}

describe("the keys of the player", () => {
  test.each([
    [" ", { kind: "toggle_play" }],
    ["k", { kind: "toggle_play" }],
    ["K", { kind: "toggle_play" }],
    ["j", { kind: "seek_by", byS: -10 }],
    ["l", { kind: "seek_by", byS: 10 }],
    ["ArrowLeft", { kind: "seek_by", byS: -5 }],
    ["ArrowRight", { kind: "seek_by", byS: 5 }],
    ["f", { kind: "toggle_fullscreen" }],
    ["m", { kind: "toggle_mute" }],
    ["r", { kind: "toggle_film_room" }],
    ["c", { kind: "toggle_captions" }],
    ["<", { kind: "speed_by", steps: -1 }],
    [">", { kind: "speed_by", steps: 1 }],
    ["0", { kind: "seek_to_share", share: 0 }],
    ["9", { kind: "seek_to_share", share: 0.9 }],
  ])("%s", (key, command) => {
    expect(press(key)).toEqual(command);
  });

  test("browser shortcuts are ignored", () => {
    expect(press("l", "player", { ctrlKey: true })).toBeNull();
    expect(press("f", "player", { metaKey: true })).toBeNull();
    expect(press("ArrowLeft", "player", { altKey: true })).toBeNull();
  });

  test("typing in a field does not control the player", () => {
    expect(press("k", "text")).toBeNull();
    expect(press("5", "text")).toBeNull();
  });

  test("space presses the focused button; other keys control the player", () => {
    expect(press(" ", "button")).toBeNull();
    expect(press("k", "button")).toEqual({ kind: "toggle_play" });
  });

  test("beside the picture, what presses buttons and scrolls keeps its keys", () => {
    for (const key of [" ", "ArrowUp", "ArrowDown", "Home", "End"]) expect(press(key, "room")).toBeNull();
    expect(press("k", "room")).toEqual({ kind: "toggle_play" });
    expect(press("ArrowLeft", "room")).toEqual({ kind: "seek_by", byS: -5 });
  });

  test("arrow keys move the focused slider", () => {
    expect(press("ArrowRight", "slider")).toBeNull();
    expect(press("m", "slider")).toEqual({ kind: "toggle_mute" });
  });

  test("keys that scroll the page still do", () => {
    expect(press("ArrowDown", "page")).toBeNull();
    expect(press("End", "page")).toBeNull();
    expect(press("k", "page")).toEqual({ kind: "toggle_play" });
  });

  test("other keys do nothing", () => {
    expect(press("q")).toBeNull();
    expect(press("Tab")).toBeNull();
  });
});
