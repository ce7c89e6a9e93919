import { type Engine, openEngine } from "./hls-engine.ts";

/** Somebody who is on the way to a page is there by then, or has turned round. */
const KEPT_FOR_MS = 10_000;

type Early = { url: string; startAtS: number; engine: Engine; timer: ReturnType<typeof setTimeout> };

let early: Early | null = null;

/** Begins to load what a player that is about to be drawn will play from there. */
export function openEarly(url: string, startAtS: number): void {
  if (early?.url === url && early.startAtS === startAtS) return;
  forgetEarly();
  const engine = openEngine(url, startAtS);
  early = { url, startAtS, engine, timer: setTimeout(forgetEarly, KEPT_FOR_MS) };
  // Whoever plays it then begins anew, and says what is wrong.
  engine.tell(({ fault }) => fault !== null && forgetEarly());
}

/** @returns what was begun early, if it is the same from the same place; otherwise a new one */
export function takeEngine(url: string, startAtS: number): Engine {
  if (early?.url !== url || early.startAtS !== startAtS) {
    forgetEarly();
    return openEngine(url, startAtS);
  }
  const { engine, timer } = early;
  clearTimeout(timer);
  early = null;
  return engine;
}

function forgetEarly(): void {
  if (early === null) return;
  clearTimeout(early.timer);
  early.engine.destroy();
  early = null;
}
