import { passFocus } from "#lib/pass-focus.ts";

/**
 * As a `ref` of a part of the viewer that may go and take the focus with it: the viewer hears no key from outside, so its
 * pages take the focus.
 */
export function passFocusToPages(part: Element | null): () => void {
  return () => passFocus(() => [part?.parentElement?.closest("section")?.querySelector("[role=document]")]);
}

/** What a key does in the viewer. */
export type ViewerCommand =
  | "next_page"
  | "previous_page"
  | "first_page"
  | "last_page"
  | "zoom_in"
  | "zoom_out"
  | "fit_width"
  | "fit_page"
  | "find"
  | "toggle_panel"
  | "toggle_fullscreen";

const COMMANDS: Readonly<Record<string, ViewerCommand>> = {
  arrowright: "next_page",
  arrowleft: "previous_page",
  home: "first_page",
  end: "last_page",
  "+": "zoom_in",
  "=": "zoom_in",
  "-": "zoom_out",
  "0": "fit_width",
  "9": "fit_page",
  "/": "find",
  s: "toggle_panel",
  f: "toggle_fullscreen",
};

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "defaultPrevented" | "target">;

/** @returns null for a key that the viewer ignores: while typing, and on what handles its own keys */
export function toViewerCommand(press: KeyPress): ViewerCommand | null {
  if (press.defaultPrevented) return null;
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.altKey || press.metaKey) {
    // The browser's own search would find only the pages that are drawn right now.
    return key === "f" && !press.altKey ? "find" : null;
  }
  return handlesKey(press.target, key) ? null : (COMMANDS[key] ?? null);
}

/** Whether what has the focus handles the key itself. */
function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, [role=tablist], [role=menu]")) return true;
  return SIDEWAYS.has(key) && scrollsSideways(target);
}

const SIDEWAYS: ReadonlySet<string> = new Set(["arrowleft", "arrowright"]);

/** Whether the focus is on pages that are wider than their view: the browser scrolls them. */
function scrollsSideways(target: Element): boolean {
  const view = target.closest("[role=document]");
  return view !== null && view.scrollWidth > view.clientWidth;
}
