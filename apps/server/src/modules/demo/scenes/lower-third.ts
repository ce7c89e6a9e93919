import { condensed, text } from "#platform/drawing/fonts.ts";
import { type Ctx, layer } from "#platform/drawing/layer.ts";
import { drawFigures, figuresWidth, fitText } from "#platform/drawing/lettering.ts";
import { faded, INK, LIME, MUTED, TEXT } from "#platform/drawing/palette.ts";
import { easeOut, span } from "../drawing/motion.ts";

type Frame = { widthPx: number; heightPx: number; title: string };

/** How much of the lower edge the scoreboard takes, its margin included. */
export function lowerThirdPx(frame: Frame): number {
  return 128 * unit(frame);
}

/**
 * The scoreboard strip: a lit clock, the title, and one line of news. It ends before the right
 * edge, where a card shows the length of the video.
 */
export function drawLowerThird(frame: Frame): (ctx: Ctx, tS: number, board: { clock: string; note: string }) => void {
  const u = unit(frame);
  const [heightPx, clockPx] = [88 * u, 176 * u];
  const widthPx = Math.min(frame.widthPx - 64 * u, 900 * u);
  const plate = layer(widthPx, heightPx, (ctx) => {
    ctx.beginPath();
    ctx.roundRect(0, 0, widthPx, heightPx, 6 * u);
    ctx.clip();
    ctx.fillStyle = faded(INK, 0.88);
    ctx.fillRect(0, 0, widthPx, heightPx);
    ctx.fillStyle = LIME;
    ctx.fillRect(0, 0, clockPx, heightPx);
    ctx.fillRect(clockPx, heightPx - 4 * u, widthPx, 4 * u);
    ctx.fillStyle = TEXT;
    ctx.textBaseline = "alphabetic";
    const room = widthPx - clockPx - 44 * u;
    const title = fitText(ctx, frame.title.toUpperCase(), room, { largestPx: 42 * u, smallestPx: 25 * u });
    ctx.fillText(title, clockPx + 22 * u, 45 * u);
  });
  return (ctx, tS, board) => {
    const slide = (1 - easeOut(span(tS, 0, 0.5))) * -(widthPx + 40 * u);
    const [x, y] = [32 * u + slide, frame.heightPx - heightPx - 32 * u];
    ctx.drawImage(plate, x, y);
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = INK;
    ctx.font = condensed(60 * u);
    const width = figuresWidth(ctx, board.clock);
    drawFigures(ctx, board.clock, x + (clockPx - width) / 2, y + 65 * u);
    ctx.fillStyle = MUTED;
    ctx.font = text(20 * u, 500);
    ctx.textAlign = "left";
    ctx.fillText(board.note, x + clockPx + 22 * u, y + 72 * u);
  };
}

function unit(frame: Frame): number {
  return Math.min(frame.widthPx, frame.heightPx) / 720;
}
