import { type Ctx, layer } from "@app/drawing/layer";
import type { Area } from "../drawing/camera.ts";
import { type Board, drawScoreBug } from "./score-bug.ts";
import type { Sound } from "./sounds.ts";

/** What is asked of a scene. The same shot gives the same pixels, whenever it is drawn. */
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

/** Where the action is: below it the picture runs out, as words and controls lie there. */
export function actionArea(shot: Shot, marginPx = 0): Area {
  return {
    x: marginPx,
    y: marginPx,
    width: shot.widthPx - marginPx * 2,
    height: shot.heightPx - LOWER_EDGE * unitPx(shot) - marginPx * 2,
  };
}
