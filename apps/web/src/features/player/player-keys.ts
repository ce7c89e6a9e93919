import { type RefObject, useEffect, useEffectEvent } from "react";

/** What a key or a control does. */
export type PlayerCommand =
  | { kind: "toggle_play" }
  | { kind: "seek_by"; byS: number }
  | { kind: "seek_to_share"; share: number }
  | { kind: "volume_by"; by: number }
  | { kind: "speed_by"; steps: 1 | -1 }
  | { kind: "set_speed"; rate: number }
  | { kind: "toggle_mute" }
  | { kind: "toggle_captions" }
  | { kind: "toggle_fullscreen" }
  | { kind: "toggle_theater" }
  | { kind: "toggle_film_room" };

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
  t: { kind: "toggle_theater" },
  r: { kind: "toggle_film_room" },
};

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">;

/** Where the focus is. Focused controls handle their own keys before the player does. */
export type KeyTarget = "player" | "button" | "slider" | "text" | "room" | "page" | "elsewhere";

/** The keys that what has the focus handles itself: these press a button, move a slider or scroll the page. */
const OWN_KEYS: Partial<Record<KeyTarget, ReadonlySet<string>>> = {
  button: new Set([" "]),
  slider: new Set(["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end"]),
  // Beside the picture, with buttons and a list that scrolls.
  room: new Set([" ", "arrowup", "arrowdown", "home", "end"]),
  page: new Set(["arrowup", "arrowdown", "home", "end"]),
};

/** @returns null if the player should ignore the key */
export function toPlayerCommand(press: KeyPress, target: KeyTarget): PlayerCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  if (target === "text" || target === "elsewhere") return null;
  const key = press.key.toLowerCase();
  if (OWN_KEYS[target]?.has(key)) return null;
  if (/^[0-9]$/.test(key)) return { kind: "seek_to_share", share: Number(key) / 10 };
  return COMMANDS[key] ?? null;
}

/**
 * Handles single keys in the player, and on the page while nothing else has the focus. Users of speech input can switch
 * them off in the settings.
 */
export function usePlayerKeys(
  root: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  run: (command: PlayerCommand) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const command = toPlayerCommand(event, keyTargetOf(event.target, root.current));
    if (!command) return;
    event.preventDefault();
    run(command);
  });

  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isEnabled]);
}

function controlOf(target: HTMLElement): KeyTarget | null {
  if (target.closest('textarea, [role="menu"]')) return "text";
  if (target instanceof HTMLInputElement) return target.type === "range" ? "slider" : "text";
  // Those beside the picture are in a list that scrolls.
  return target.closest("button") && !target.closest("[data-film-room]") ? "button" : null;
}

function keyTargetOf(target: EventTarget | null, root: HTMLElement | null): KeyTarget {
  if (!(target instanceof HTMLElement) || root === null) return "elsewhere";
  // The shell focuses `main` after each navigation.
  if (target === document.body || target.tagName === "MAIN") return "page";
  const isInRoom = target.closest("[data-film-room]") !== null;
  if (!root.contains(target) && !isInRoom) return "elsewhere";
  return controlOf(target) ?? (isInRoom ? "room" : "player");
}
