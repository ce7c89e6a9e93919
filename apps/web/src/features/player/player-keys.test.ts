import { describe, expect, test } from "vitest";
import { type KeyPlace, toPlayerCommand } from "./player-keys.ts";

function press(
  key: string,
  place: KeyPlace = "player",
  held: Partial<Record<"ctrlKey" | "altKey" | "metaKey", true>> = {},
) {
  return toPlayerCommand({ key, ctrlKey: false, altKey: false, metaKey: false, ...held }, place);
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
    ["c", { kind: "toggle_captions" }],
    ["<", { kind: "speed_by", steps: -1 }],
    [">", { kind: "speed_by", steps: 1 }],
    ["0", { kind: "seek_to_share", share: 0 }],
    ["9", { kind: "seek_to_share", share: 0.9 }],
  ])("%s", (key, command) => {
    expect(press(key)).toEqual(command);
  });

  test("the browser's own shortcuts are left alone", () => {
    expect(press("l", "player", { ctrlKey: true })).toBeNull();
    expect(press("f", "player", { metaKey: true })).toBeNull();
    expect(press("ArrowLeft", "player", { altKey: true })).toBeNull();
  });

  test("whoever types in a field types", () => {
    expect(press("k", "text")).toBeNull();
    expect(press("5", "text")).toBeNull();
  });

  test("space presses the button that has the focus, other keys still play", () => {
    expect(press(" ", "button")).toBeNull();
    expect(press("k", "button")).toEqual({ kind: "toggle_play" });
  });

  test("arrows move the slider that has the focus", () => {
    expect(press("ArrowRight", "slider")).toBeNull();
    expect(press("m", "slider")).toEqual({ kind: "toggle_mute" });
  });

  test("on the bare page, keys that scroll go on scrolling", () => {
    expect(press("ArrowDown", "page")).toBeNull();
    expect(press("End", "page")).toBeNull();
    expect(press("k", "page")).toEqual({ kind: "toggle_play" });
  });

  test("other keys mean nothing", () => {
    expect(press("q")).toBeNull();
    expect(press("Tab")).toBeNull();
  });
});
