import { CLAY, GOLD, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { drawFigure, type Look, type Pose } from "../drawing/figure.ts";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";
import { block, type Motif, path, pen } from "./motif.ts";

export const weightlifting: Motif = (ctx) => {
  pen(ctx, "#DCE4E8", 10);
  path(ctx, [
    [-104, 0],
    [104, 0],
  ]);
  for (const side of [-1, 1]) {
    for (const [x, high, color] of [
      [50, 78, "#E0412F"],
      [70, 62, "#3F8FD6"],
      [87, 42, GOLD],
    ] as const) {
      block(ctx, color, [side * x - 8, -high, 16, high * 2], 7);
      block(ctx, "#FFFFFF38", [side * x - 8, -high, 6, high * 2], 5);
    }
    block(ctx, INK, [side * 36 - 4, -12, 8, 24], 3);
  }
};

export const boxing: Motif = (ctx) => {
  block(ctx, "#F3F5F2", [-42, 50, 84, 44], 10);
  ctx.fillStyle = "#E0392B";
  ctx.beginPath();
  ctx.moveTo(-48, 56);
  ctx.bezierCurveTo(-60, 20, -66, -40, -44, -66);
  ctx.bezierCurveTo(-18, -98, 56, -92, 70, -50);
  ctx.bezierCurveTo(80, -14, 66, 20, 48, 56);
  ctx.fill();
  ctx.fillStyle = "#F0574A";
  ctx.beginPath();
  ctx.moveTo(-48, 20);
  ctx.bezierCurveTo(-90, 16, -94, -34, -66, -40);
  ctx.bezierCurveTo(-40, -44, -34, -14, -8, -12);
  ctx.bezierCurveTo(6, 2, -16, 22, -48, 20);
  ctx.fill();
  pen(ctx, "#8E1A10", 6);
  ctx.beginPath();
  ctx.moveTo(-44, 20);
  ctx.bezierCurveTo(-16, 22, 6, 4, -8, -12);
  ctx.stroke();
  pen(ctx, "#FFFFFF70", 9);
  ctx.beginPath();
  ctx.moveTo(-14, -70);
  ctx.quadraticCurveTo(34, -78, 50, -44);
  ctx.stroke();
  pen(ctx, "#B9C4CC", 6);
  path(ctx, [
    [-40, 66],
    [40, 66],
  ]);
};

const HOLD: Pose = {
  torso: 128,
  head: 122,
  upperArms: [84, 66],
  foreArms: [100, 84],
  thighs: [58, 2],
  shins: [-14, -52],
  feet: [84, 60],
};

export const wrestling: Motif = (ctx) => {
  fillEllipse(ctx, { x: 0, y: 82 }, [106, 30], CLAY);
  fillEllipse(ctx, { x: 0, y: 82 }, [92, 25], "#1C2A3A");
  fillEllipse(ctx, { x: 0, y: 82 }, [62, 16], "#26394E");
  const looks: readonly Look[] = [
    { skin: "#EDB58C", shirt: LIME, shorts: LIME, far: "#C08A64" },
    { skin: "#8A5537", shirt: SKY, shorts: SKY, far: "#6B412B" },
  ];
  for (const [at, look] of looks.entries())
    drawFigure(ctx, HOLD, { x: at ? 54 : -54, y: 6, heightPx: 172, facing: at ? -1 : 1 }, look);
};

export const gymnastics: Motif = (ctx) => {
  pen(ctx, "#C9D3DC", 5);
  path(ctx, [
    [-56, -110],
    [-56, -46],
  ]);
  path(ctx, [
    [56, -110],
    [56, -46],
  ]);
  pen(ctx, "#E4B16A", 9);
  for (const x of [-56, 56]) {
    ctx.beginPath();
    ctx.arc(x, -28, 19, 0, Math.PI * 2);
    ctx.stroke();
  }
  const skin = "#EDB58C";
  pen(ctx, skin, 14);
  path(ctx, [
    [-56, -16],
    [-20, -8],
    [20, -8],
    [56, -16],
  ]);
  fillDisc(ctx, { x: 0, y: -36 }, 17, skin);
  pen(ctx, LIME, 34);
  path(ctx, [
    [0, 0],
    [0, 30],
  ]);
  pen(ctx, LIME, 16);
  path(ctx, [
    [-18, -6],
    [18, -6],
  ]);
  pen(ctx, TEXT, 15);
  path(ctx, [
    [-7, 40],
    [-8, 98],
  ]);
  path(ctx, [
    [7, 40],
    [8, 98],
  ]);
};
