import { condensed, text } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { drawFigures, figuresWidth } from "@app/drawing/lettering";
import { faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { easeOut, span } from "../drawing/motion.ts";

type Frame = { widthPx: number; heightPx: number };

/** What the score bug says at a moment. */
export type Board = { clock: string; note: string };

/**
 * The clock and one line of news, at the top: words of the banner, the player's controls and the length on a card lie
 * over the lower third of a picture. In its middle, where a phone's banner cuts nothing off.
 */
export function drawScoreBug(ctx: Ctx, frame: Frame, at: { tS: number; board: Board }): void {
  const u = Math.min(frame.widthPx, frame.heightPx) / 720;
  const [y, heightPx, padPx] = [18 * u, 48 * u, 16 * u];
  ctx.save();
  ctx.globalAlpha = easeOut(span(at.tS, 0, 0.5));
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.font = text(21 * u, 500);
  const notePx = ctx.measureText(at.board.note).width + 2 * padPx;
  ctx.font = condensed(40 * u);
  const clockPx = figuresWidth(ctx, at.board.clock) + 2 * padPx;
  const x = (frame.widthPx - clockPx - notePx) / 2;
  ctx.beginPath();
  ctx.roundRect(x, y, clockPx + notePx, heightPx, 6 * u);
  ctx.clip();
  ctx.fillStyle = faded(INK, 0.88);
  ctx.fillRect(x + clockPx, y, notePx, heightPx);
  ctx.fillStyle = LIME;
  ctx.fillRect(x, y, clockPx, heightPx);
  ctx.fillStyle = INK;
  drawFigures(ctx, at.board.clock, x + padPx, y + 38 * u);
  ctx.fillStyle = TEXT;
  ctx.font = text(21 * u, 500);
  ctx.fillText(at.board.note, x + clockPx + padPx, y + 31 * u);
  ctx.restore();
}
