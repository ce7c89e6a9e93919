import { contentFields } from "@app/contract/contents";
import { CUT_MESSAGES, findCutFault, type Trim } from "@app/contract/cuts";
import { useRef, useState } from "react";
import { z } from "zod";
import { readTimeCode } from "#lib/format.ts";

/** A part of a video, in seconds. */
export type Part = { from_s: number; to_s: number };

/** What is chosen and typed on the page, kept on this device until it is used. */
export const cutDraft = z.object({
  from_s: z.number(),
  to_s: z.number(),
  title: z.string(),
  visibility: contentFields.visibility,
});
export type CutDraft = z.infer<typeof cutDraft>;

/** A part that was chosen before a shorter file replaced the video is dropped; the rest of the draft stays. */
export function fitDraft(draft: CutDraft, trim: Part & { length_s: number }): CutDraft {
  const isBeyond = findCutFault(draft, trim.length_s)?.message === CUT_MESSAGES.beyond;
  return isBeyond ? { ...draft, from_s: trim.from_s, to_s: trim.to_s } : draft;
}

/** A function gets the draft as it is by then. */
export type ChangeDraft = (change: Partial<CutDraft> | ((before: CutDraft) => Partial<CutDraft>)) => void;

export function changeDraft(before: CutDraft, change: Parameters<ChangeDraft>[0]): CutDraft {
  return { ...before, ...(typeof change === "function" ? change(before) : change) };
}

/** @returns the part as it was cut, unless another one than `wanted` has been chosen since */
export function partAsCut(chosen: Part, wanted: Part, { from_s, to_s }: Part): Partial<Part> {
  return isSamePart(chosen, wanted) ? { from_s, to_s } : {};
}

export function isSamePart(one: Part, other: Part): boolean {
  return one.from_s === other.from_s && one.to_s === other.to_s;
}

/** The trim that the person knows of: another one is not replaced without asking. */
export type KnownTrim = Part & { isWorking: boolean };

/** @returns `known`, or what became of it: its start moved to a keyframe, or it failed */
export function followTrim(known: KnownTrim, { state, from_s, to_s }: Part & { state: Trim["state"] }): KnownTrim {
  const isWorking = state === "trimming";
  if (!known.isWorking || (isWorking && isSamePart(known, { from_s, to_s }))) return known;
  // Another request took the place of the one that is known.
  if (isWorking) return { ...known, isWorking: false };
  return { from_s, to_s, isWorking };
}

type PartTexts = Partial<Record<keyof Part, string>>;

export const UNREADABLE = "Please enter a time such as 1:23.4.";

export type CutPart = ReturnType<typeof useCutPart>;

/** The part that is chosen of a video, with what is typed of its times and what is wrong with them. */
export function useCutPart({ from_s, to_s }: Part, lengthS: number, onPart: (part: Part) => void) {
  const part = { from_s, to_s };
  const [typed, setTyped] = useState<PartTexts>({});
  const [faults, setFaults] = useState<PartTexts>({});
  const inputs = { from_s: useRef<HTMLInputElement>(null), to_s: useRef<HTMLInputElement>(null) };

  function apply(next: Part): void {
    setFaults(toTexts(findCutFault(next, lengthS)));
    onPart(next);
  }

  /** Focuses the first field that is wrong: on a phone it is far above the button that was pressed. */
  function refuse(found: PartTexts): void {
    setFaults(found);
    const first = found.from_s !== undefined ? "from_s" : "to_s";
    if (found[first] !== undefined) inputs[first].current?.focus();
  }

  return {
    part,
    typed,
    faults,
    inputs,
    refuse,
    /** By the handles. */
    choose(next: Part): void {
      setTyped({});
      apply({ from_s: toTenth(next.from_s), to_s: toTenth(next.to_s) });
    },
    /** A half-typed time moves nothing until it is taken. */
    keepTyped: (end: keyof Part, text: string) => setTyped((before) => ({ ...before, [end]: text })),
    take(end: keyof Part, atS: number): void {
      setTyped(({ [end]: _, ...rest }) => rest);
      apply({ ...part, [end]: toTenth(atS) });
    },
    /** @returns whether the part can be cut out; if not, it shows why */
    check(findFault = findCutFault): boolean {
      const unreadable = (["from_s", "to_s"] as const).find((end) => isUnreadable(typed[end]));
      const fault = unreadable ? { field: unreadable, message: UNREADABLE } : findFault(part, lengthS);
      refuse(toTexts(fault));
      return fault === null;
    },
  };
}

/** Tenths of a second are as close as a person sets them. */
function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

export function isUnreadable(text: string | undefined): boolean {
  return text !== undefined && readTimeCode(text) === null;
}

function toTexts(fault: ReturnType<typeof findCutFault>): PartTexts {
  return fault ? { [fault.field]: fault.message } : {};
}
