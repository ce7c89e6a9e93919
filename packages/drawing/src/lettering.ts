import { condensed } from "./fonts.ts";
import type { Ctx } from "./layer.ts";

/** Draws digits in cells of equal width, so that a running clock does not jitter. @returns the width */
export function drawFigures(ctx: Ctx, figures: string, x: number, y: number): number {
  const cell = ctx.measureText("0").width;
  const align = ctx.textAlign;
  ctx.textAlign = "center";
  let at = x;
  for (const letter of figures) {
    const width = cellWidth(cell, letter);
    ctx.fillText(letter, at + width / 2, y);
    at += width;
  }
  ctx.textAlign = align;
  return at - x;
}

export function figuresWidth(ctx: Ctx, figures: string): number {
  const cell = ctx.measureText("0").width;
  return [...figures].reduce((sum, letter) => sum + cellWidth(cell, letter), 0);
}

function cellWidth(cell: number, letter: string): number {
  return /[.:,' ]/.test(letter) ? cell * 0.52 : cell;
}

/** Sets the condensed font as large as fits into `widthPx`. @returns the text, truncated with an ellipsis if it is still too wide */
export function fitText(
  ctx: Ctx,
  words: string,
  widthPx: number,
  sizes: { largestPx: number; smallestPx: number },
): string {
  ctx.font = condensed(sizes.largestPx);
  const ratio = widthPx / ctx.measureText(words).width;
  if (ratio >= 1) return words;
  ctx.font = condensed(Math.max(sizes.smallestPx, sizes.largestPx * ratio));
  let kept = words;
  while (kept.length > 1 && ctx.measureText(kept === words ? words : `${kept}…`).width > widthPx)
    kept = kept.slice(0, -1).trimEnd();
  return kept === words ? words : `${kept}…`;
}

/** @returns `0:07.4`, or `7.42` with two decimals and below a minute. */
export function clockText(seconds: number, decimals: 1 | 2 = 1): string {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60);
  const rest = (whole - minutes * 60).toFixed(decimals);
  if (decimals === 2 && minutes === 0) return rest;
  return `${minutes}:${rest.padStart(decimals + 3, "0")}`;
}

/** @returns `12:07`, for clocks that do not show parts of a second. */
export function minutesText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
