import type { z } from "zod";
import { DRAFT_PREFIX } from "./drafts.ts";

/** @returns what was typed and not saved; null where there is none, or it is not of this shape */
export function readDraft<Values>(name: string, shape: z.ZodType<Values>): Values | null {
  try {
    const kept = shape.safeParse(JSON.parse(localStorage.getItem(DRAFT_PREFIX + name) ?? "null"));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

/** Something was typed there. Told without its shape, which comes with the form. */
export function hasDraft(name: string): boolean {
  try {
    return localStorage.getItem(DRAFT_PREFIX + name) !== null;
  } catch {
    return false;
  }
}

/** Null forgets it. */
export function keepDraft(name: string, values: object | null): void {
  try {
    if (values === null) localStorage.removeItem(DRAFT_PREFIX + name);
    else localStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(values));
  } catch {
    // Storage is closed to this page, or full: then the words live as long as the page.
  }
}
