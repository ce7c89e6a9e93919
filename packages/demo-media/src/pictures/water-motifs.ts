import { CLAY, GOLD, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { drawFigure, type Pose } from "../drawing/figure.ts";
import { fillDisc } from "../drawing/shapes.ts";
import { block, type Motif, path, pen, shape, turned, waves } from "./motif.ts";

const SEA = ["#1E86B4", "#146A97", "#0D4E74"] as const;

export const swimming: Motif = (ctx) => {
  pen(ctx, "#F0B98F", 24);
  path(ctx, [
    [-52, 36],
    [-6, -2],
    [34, -46],
    [82, -22],
  ]);
  fillDisc(ctx, { x: 22, y: 14 }, 31, "#F0B98F");
  ctx.fillStyle = CLAY;
  ctx.beginPath();
  ctx.arc(22, 14, 32, Math.PI * 0.93, Math.PI * 2.02);
  ctx.fill();
  pen(ctx, INK, 9);
  path(ctx, [
    [38, 12],
    [54, 15],
  ]);
  waves(ctx, 36, SEA);
};

/** A dive: head first, slightly bent at the hips, hands together. */
const DIVE: Pose = {
  torso: 28,
  head: 26,
  upperArms: [20, 14],
  foreArms: [12, 18],
  thighs: [222, 226],
  shins: [226, 230],
  feet: [226, 230],
};

export const diving: Motif = (ctx) => {
  block(ctx, "#C9D3DC", [-120, -66, 92, 13], 6);
  block(ctx, "#73818E", [-112, -53, 16, 150]);
  drawFigure(
    ctx,
    DIVE,
    { x: 22, y: -34, heightPx: 158, facing: 1 },
    { skin: "#F0B98F", shirt: LIME, shorts: LIME, far: "#C98F68" },
  );
  waves(ctx, 60, SEA.slice(0, 2));
};

export const rowing: Motif = (ctx) => {
  for (const [side, color] of [
    [-1, CLAY],
    [1, LIME],
  ] as const) {
    ctx.save();
    ctx.scale(side, 1);
    turned(ctx, { x: 0, y: -4, degrees: 38 }, () => {
      block(ctx, TEXT, [-5, -60, 10, 162], 5);
      block(ctx, INK, [-7, 74, 14, 30], 6);
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.moveTo(-8, -40);
      ctx.bezierCurveTo(-24, -58, -24, -104, -14, -106);
      ctx.lineTo(20, -106);
      ctx.bezierCurveTo(24, -80, 18, -56, 8, -40);
      ctx.fill();
    });
    ctx.restore();
  }
  waves(ctx, 74, SEA.slice(0, 2));
};

export const sailing: Motif = (ctx) => {
  pen(ctx, TEXT, 7);
  path(ctx, [
    [-2, -98],
    [-2, 44],
  ]);
  ctx.fillStyle = TEXT;
  ctx.beginPath();
  ctx.moveTo(6, -96);
  ctx.quadraticCurveTo(76, -30, 74, 28);
  ctx.lineTo(6, 28);
  ctx.fill();
  ctx.fillStyle = CLAY;
  ctx.beginPath();
  ctx.moveTo(-10, -84);
  ctx.quadraticCurveTo(-58, -34, -66, 28);
  ctx.lineTo(-10, 28);
  ctx.fill();
  pen(ctx, "#C7D2DA", 4);
  path(ctx, [
    [8, -50],
    [40, -50],
  ]);
  path(ctx, [
    [8, -12],
    [62, -12],
  ]);
  shape(ctx, GOLD, [
    [-84, 40],
    [88, 40],
    [62, 74],
    [-56, 74],
  ]);
  waves(ctx, 68, SEA);
};

export const cycling: Motif = (ctx) => {
  pen(ctx, TEXT, 9);
  for (const x of [-56, 58]) {
    ctx.beginPath();
    ctx.arc(x, 34, 42, 0, Math.PI * 2);
    ctx.stroke();
  }
  pen(ctx, "#FFFFFF50", 2.6);
  for (const x of [-56, 58])
    for (let turn = 0; turn < 8; turn++)
      path(ctx, [
        [x, 34],
        [x + Math.cos((turn * Math.PI) / 4) * 38, 34 + Math.sin((turn * Math.PI) / 4) * 38],
      ]);
  pen(ctx, LIME, 10);
  path(ctx, [
    [-56, 34],
    [-26, -26],
    [40, -26],
    [-4, 36],
    [-56, 34],
  ]);
  path(ctx, [
    [-26, -26],
    [-4, 36],
  ]);
  path(ctx, [
    [58, 34],
    [36, -48],
  ]);
  pen(ctx, INK, 11);
  path(ctx, [
    [-46, -46],
    [-16, -46],
  ]);
  pen(ctx, LIME, 8);
  path(ctx, [
    [-26, -26],
    [-31, -44],
  ]);
  pen(ctx, TEXT, 9);
  path(ctx, [
    [36, -48],
    [56, -56],
    [66, -44],
    [58, -34],
  ]);
  fillDisc(ctx, { x: -4, y: 36 }, 11, SKY);
};
