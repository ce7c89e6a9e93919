import { type Engine, openEngine } from "./hls-engine.ts";

/** Somebody who is on the way to a page is there by then, or has turned round. */
const KEPT_FOR_MS = 10_000;

type Early = { url: string; startAtS: number; engine: Engine; timer: ReturnType<typeof setTimeout> };

let early: Early | null = null;

/** Begins to load what a player that is about to be drawn will play from there. */
export function openEarly(url: string, startAtS: number): void {
  if (early?.url === url && early.startAtS === startAtS) return;
  forgetEarly();
  early = { url, startAtS, engine: openEngine(url, startAtS), timer: setTimeout(forgetEarly, KEPT_FOR_MS) };
}

/** @returns what was begun early, if it is the same from the same place; otherwise a new one */
export function takeEngine(url: string, startAtS: number): Engine {
  const taken = early;
  if (taken === null || taken.url !== url || taken.startAtS !== startAtS) return openEngine(url, startAtS);
  clearTimeout(taken.timer);
  early = null;
  return taken.engine;
}

function forgetEarly(): void {
  if (early === null) return;
  clearTimeout(early.timer);
  early.engine.destroy();
  early = null;
}
