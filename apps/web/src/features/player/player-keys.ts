/** What a key asks of the player. */
export type PlayerCommand =
  | { kind: "toggle_play" }
  | { kind: "seek_by"; byS: number }
  | { kind: "seek_to_share"; share: number }
  | { kind: "volume_by"; by: number }
  | { kind: "speed_by"; steps: 1 | -1 }
  | { kind: "toggle_mute" }
  | { kind: "toggle_captions" }
  | { kind: "toggle_fullscreen" }
  | { kind: "toggle_theatre" };

const COMMANDS: Readonly<Record<string, PlayerCommand>> = {
  " ": { kind: "toggle_play" },
  k: { kind: "toggle_play" },
  j: { kind: "seek_by", byS: -10 },
  l: { kind: "seek_by", byS: 10 },
  arrowleft: { kind: "seek_by", byS: -5 },
  arrowright: { kind: "seek_by", byS: 5 },
  arrowup: { kind: "volume_by", by: 0.05 },
  arrowdown: { kind: "volume_by", by: -0.05 },
  home: { kind: "seek_to_share", share: 0 },
  end: { kind: "seek_to_share", share: 1 },
  "<": { kind: "speed_by", steps: -1 },
  ">": { kind: "speed_by", steps: 1 },
  m: { kind: "toggle_mute" },
  c: { kind: "toggle_captions" },
  f: { kind: "toggle_fullscreen" },
  t: { kind: "toggle_theatre" },
};

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">;

/** Where the focus is when a key is pressed; what it may take for itself goes before the player. */
export type KeyPlace = "player" | "button" | "slider" | "text" | "page" | "elsewhere";

const SLIDER_KEYS = new Set(["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end"]);
/** On the bare page these scroll, and they are not ours. */
const SCROLL_KEYS = new Set(["arrowup", "arrowdown", "home", "end"]);

/** @returns what the key asks for at this place; null when it belongs to somebody else */
export function toPlayerCommand(press: KeyPress, place: KeyPlace): PlayerCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  if (place === "text" || place === "elsewhere") return null;
  const key = press.key.toLowerCase();
  if (place === "button" && key === " ") return null;
  if (place === "slider" && SLIDER_KEYS.has(key)) return null;
  if (place === "page" && SCROLL_KEYS.has(key)) return null;
  if (/^[0-9]$/.test(key)) return { kind: "seek_to_share", share: Number(key) / 10 };
  return COMMANDS[key] ?? null;
}
