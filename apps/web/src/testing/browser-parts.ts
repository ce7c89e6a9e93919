// So that a reply is checked against the contract at once, not only if a slow machine has loaded the schemas by then.
import "@app/contract/routes";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { useToasts } from "#lib/toast.ts";

/** On a busy machine, the first component of a file takes longer than the second that is allowed otherwise. */
configure({ asyncUtilTimeout: 30_000 });

type OnSize = (entries: { contentRect: { width: number; height: number } }[]) => void;

/** What components ask of a browser and jsdom does not have. Nothing has a size here: how a page looks is for journeys. */
class SizeObserver {
  readonly #onSize: OnSize;

  constructor(onSize: OnSize) {
    this.#onSize = onSize;
  }

  /** As in a browser, the first size is told at once. */
  observe(): void {
    this.#onSize([{ contentRect: { width: 400, height: 300 } }]);
  }

  unobserve(): void {}
  disconnect(): void {}
}

type OnSight = (entries: { isIntersecting: boolean }[]) => void;

const watchers = new Set<OnSight>();

class SightObserver {
  readonly #onSight: OnSight;

  constructor(onSight: OnSight) {
    this.#onSight = onSight;
  }

  observe(): void {
    watchers.add(this.#onSight);
    this.#onSight([{ isIntersecting: true }]);
  }

  disconnect(): void {
    watchers.delete(this.#onSight);
  }
}

/** Reports all observed elements as visible, which is the default, or as hidden. */
export function showOnScreen(isIntersecting: boolean): void {
  for (const onSight of watchers) onSight([{ isIntersecting }]);
}

const media = { reducedMotion: false };

const matchMedia = (query: string) => ({
  matches: media.reducedMotion && query.includes("reduced-motion"),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
// Also for what is taken off the page after a test has removed its own stubs.
Object.defineProperty(window, "matchMedia", { value: matchMedia, configurable: true, writable: true });

/** Somebody who asked for less motion, until the end of the test. */
export function preferReducedMotion(): void {
  media.reducedMotion = true;
}

/** Such as React's warnings of invalid HTML. `<search>` is valid, but jsdom does not know it. */
const errors: unknown[][] = [];
const noteError = (...said: unknown[]) => {
  const isOfSearch = String(said[0]).startsWith("The tag <%s> is unrecognized") && said[1] === "search";
  if (!isOfSearch) errors.push(said);
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(noteError);
  vi.stubGlobal("ResizeObserver", SizeObserver);
  vi.stubGlobal("IntersectionObserver", SightObserver);
  vi.stubGlobal("matchMedia", matchMedia);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.getAnimations = () => [];
  HTMLElement.prototype.showPopover = () => undefined;
});

afterEach(() => {
  cleanup();
  // The files share their modules, so a message or a session would stay for the next test.
  useToasts.setState({ toasts: [] });
  setUser(null);
  setAccessToken(null);
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  media.reducedMotion = false;
  expect(errors.splice(0)).toEqual([]);
});
