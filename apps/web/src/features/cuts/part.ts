import { contentFields } from "@app/contract/contents";
import { z } from "zod";

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

/** Tenths of a second are as close as a person sets them. */
export function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Moves one end; the other makes way, so that the part never has its end before its start. */
export function withEnd(part: Part, end: keyof Part, atS: number, lengthS: number): Part {
  const at = Math.min(Math.max(0, toTenth(atS)), lengthS);
  if (end === "from_s") return { from_s: at, to_s: at < part.to_s ? part.to_s : lengthS };
  return { from_s: at > part.from_s ? part.from_s : 0, to_s: at };
}
