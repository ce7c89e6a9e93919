import { condensed, text } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { drawFigures, figuresWidth } from "@app/drawing/lettering";
import { faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { easeOut, span } from "../drawing/motion.ts";
import type { Area } from "../drawing/shapes.ts";

export const SOUND_KINDS = ["beep", "horn", "whistle", "thud", "tick", "splash", "cheer"] as const;

/** A sound at a moment; `loudness` 1 is the maximum. */
export type Sound = { kind: (typeof SOUND_KINDS)[number]; atS: number; loudness?: number };

type Frame = { widthPx: number; heightPx: number };

/** The score bug's text at a moment. */
type Board = { clock: string; note: string };

/** A scene's parameters. The same shot always gives the same pixels. */
export type Shot = { widthPx: number; heightPx: number; lengthS: number; seed: number };

export type Take = {
  /** Draws the whole frame at a moment. Moments may be drawn in any order. */
  draw(ctx: Ctx, tS: number): void;
  sounds: readonly Sound[];
};

export type Scene = (shot: Shot) => Take;

/** A still background, drawn once, with the moving parts and the score bug over it. */
export function takeOf(
  shot: Shot,
  parts: {
    still(ctx: Ctx): void;
    moving(ctx: Ctx, tS: number): void;
    board(tS: number): Board;
    sounds?: readonly Sound[];
  },
): Take {
  const background = layer(shot.widthPx, shot.heightPx, parts.still);
  return {
    draw(ctx, tS) {
      ctx.drawImage(background, 0, 0);
      ctx.save();
      parts.moving(ctx, tS);
      ctx.restore();
      drawScoreBug(ctx, shot, { tS, board: parts.board(tS) });
    },
    sounds: parts.sounds ?? [],
  };
}

/** In 720ths of the shorter edge. */
const LOWER_EDGE = 128;

/** The length of a 720th of the shorter edge: sizes are written as if for 720p. */
export function unitPx(shot: Shot): number {
  return Math.min(shot.widthPx, shot.heightPx) / 720;
}

export function isUpright(shot: Shot): boolean {
  return shot.heightPx > shot.widthPx;
}

/** The area of the action. Text and controls cover the rest of the picture below. */
export function actionArea(shot: Shot, marginPx = 0): Area {
  return {
    x: marginPx,
    y: marginPx,
    width: shot.widthPx - marginPx * 2,
    height: shot.heightPx - LOWER_EDGE * unitPx(shot) - marginPx * 2,
  };
}

/**
 * The clock and one line of text, at the top center: the banner's text, the player's controls and a card's duration cover
 * the lower third, and a phone's banner crops the sides.
 */
function drawScoreBug(ctx: Ctx, frame: Frame, at: { tS: number; board: Board }): void {
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
