import { type Ctx, layer } from "@app/drawing/layer";
import { faded, mixed } from "@app/drawing/palette";

/** Scoreboard digits of five by seven lamps, row by row. */
const FIGURES: Record<string, string> = {
  "0": "01110100011000110001100011000101110",
  "1": "00100011000010000100001000010001110",
  "2": "01110100010000100010001000100011111",
  "3": "11111000100010000010000011000101110",
  "4": "00010001100101010010111110001000010",
  "5": "11111100001111000001000011000101110",
  "6": "00110010001000011110100011000101110",
  "7": "11111000010001000100010000100001000",
  "8": "01110100011000101110100011000101110",
  "9": "01110100011000101111000010001001100",
  ".": "00000000001111",
};

export type Matrix = {
  widthPx: number;
  heightPx: number;
  /** The unlit lamps, for the still background. */
  drawDark(ctx: Ctx, x: number, y: number): void;
  drawLit(ctx: Ctx, x: number, y: number, figures: string): void;
};

/** A row of lamp digits in one color, with lamps `pitchPx` apart; in `cells`, 8 is a digit and `.` a point. */
export function matrixOf(cells: string, pitchPx: number, color: string): Matrix {
  const box = pitchPx * 3;
  const lamp = layer(box, box, (ctx) => {
    const halo = ctx.createRadialGradient(box / 2, box / 2, 0, box / 2, box / 2, box / 2);
    halo.addColorStop(0, faded(color, 0.5));
    halo.addColorStop(0.5, faded(color, 0.12));
    halo.addColorStop(1, faded(color, 0));
    ctx.fillStyle = halo;
    ctx.fillRect(0, 0, box, box);
    ctx.fillStyle = mixed(color, "#FFFFFF", 0.25);
    ctx.beginPath();
    ctx.arc(box / 2, box / 2, pitchPx * 0.4, 0, Math.PI * 2);
    ctx.fill();
  });
  const starts = [0];
  for (const cell of cells) starts.push((starts.at(-1) ?? 0) + (cell === "." ? 3 : 6) * pitchPx);

  function eachLamp(visit: (x: number, y: number, at: number, cell: number) => void): void {
    for (let cell = 0; cell < cells.length; cell++) {
      const columns = cells[cell] === "." ? 2 : 5;
      for (let at = 0; at < columns * 7; at++) {
        visit((starts[cell] ?? 0) + (at % columns) * pitchPx, Math.floor(at / columns) * pitchPx, at, cell);
      }
    }
  }
  return {
    widthPx: (starts.at(-1) ?? 0) - pitchPx * 2,
    heightPx: pitchPx * 6,
    drawDark(ctx, x, y) {
      ctx.fillStyle = mixed("#0B0E12", color, 0.09);
      eachLamp((dx, dy) => {
        ctx.beginPath();
        ctx.arc(x + dx, y + dy, pitchPx * 0.36, 0, Math.PI * 2);
        ctx.fill();
      });
    },
    drawLit(ctx, x, y, figures) {
      ctx.save();
      ctx.globalCompositeOperation = "lighter";
      eachLamp((dx, dy, at, cell) => {
        if (FIGURES[figures[cell] ?? ""]?.[at] === "1") ctx.drawImage(lamp, x + dx - box / 2, y + dy - box / 2);
      });
      ctx.restore();
    },
  };
}
