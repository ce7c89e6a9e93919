import { type RefObject, useEffect, useEffectEvent } from "react";
import { type KeyPlace, type PlayerCommand, toPlayerCommand } from "./player-keys.ts";

/**
 * Single keys work in the player, and on the page while nothing else has the focus. Whoever speaks to
 * the computer instead of typing can switch them off in the settings.
 */
export function usePlayerKeys(
  root: RefObject<HTMLElement | null>,
  isOn: boolean,
  run: (command: PlayerCommand) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const command = toPlayerCommand(event, placeOf(event.target, root.current));
    if (!command) return;
    event.preventDefault();
    run(command);
  });

  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}

function placeOf(target: EventTarget | null, root: HTMLElement | null): KeyPlace {
  if (!(target instanceof HTMLElement) || root === null) return "elsewhere";
  // After a navigation the page's main part has the focus, for whoever goes on by keyboard.
  if (target === document.body || target.tagName === "MAIN") return "page";
  if (!root.contains(target)) return "elsewhere";
  if (target.closest('[role="menu"]')) return "text";
  if (target instanceof HTMLInputElement) return target.type === "range" ? "slider" : "text";
  return target.closest("button") ? "button" : "player";
}
