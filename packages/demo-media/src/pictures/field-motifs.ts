import { condensed } from "@app/drawing/fonts";
import { CLAY, GOLD, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { fillDisc } from "../drawing/shapes.ts";
import { block, bow, type Motif, path, pen, shape, turned } from "./motif.ts";

export const track: Motif = (ctx) => {
  for (let lane = 0; lane < 4; lane++) {
    pen(ctx, lane % 2 ? "#C4532F" : "#B04526", 35);
    bow(ctx, [-100, 104, 50 + lane * 36], [-95, 5]);
  }
  pen(ctx, TEXT, 5);
  for (let line = 0; line < 5; line++) bow(ctx, [-100, 104, 32 + line * 36], [-95, 5]);
  ctx.fillStyle = TEXT;
  ctx.textAlign = "center";
  ctx.font = condensed(32);
  for (let lane = 0; lane < 4; lane++) {
    const turn = -0.86;
    turned(
      ctx,
      { x: -100 + Math.cos(turn) * (50 + lane * 36), y: 104 + Math.sin(turn) * (50 + lane * 36), degrees: 41 },
      () => ctx.fillText(String(lane + 1), 0, 11),
    );
  }
};

export const crossCountry: Motif = (ctx) => {
  fillDisc(ctx, { x: 44, y: -44 }, 30, GOLD);
  shape(ctx, "#1D5A3C", [
    [-120, 40],
    [-58, -40],
    [4, 20],
    [50, -22],
    [120, 44],
    [120, 120],
    [-120, 120],
  ]);
  ctx.fillStyle = "#2E7D50";
  ctx.beginPath();
  ctx.moveTo(-120, 60);
  ctx.bezierCurveTo(-50, 8, 10, 80, 120, 30);
  ctx.lineTo(120, 120);
  ctx.lineTo(-120, 120);
  ctx.fill();
  pen(ctx, "#F3E6C6", 15);
  ctx.beginPath();
  ctx.moveTo(-40, 104);
  ctx.bezierCurveTo(70, 86, -70, 62, 6, 44);
  ctx.stroke();
  pen(ctx, TEXT, 6);
  path(ctx, [
    [10, 42],
    [10, -22],
  ]);
  shape(ctx, CLAY, [
    [12, -24],
    [52, -12],
    [12, 2],
  ]);
};

export const skiing: Motif = (ctx) => {
  shape(ctx, "#DCEBF5", [
    [-110, 80],
    [-26, -66],
    [10, -14],
    [34, -46],
    [112, 80],
  ]);
  shape(ctx, "#8FB3CF", [
    [-26, -66],
    [10, -14],
    [-4, 30],
    [-26, 6],
    [-46, 22],
  ]);
  shape(ctx, "#A9C8DF", [
    [34, -46],
    [112, 80],
    [60, 80],
    [44, 14],
  ]);
  for (const side of [-1, 1]) {
    ctx.save();
    ctx.scale(side, 1);
    turned(ctx, { x: 0, y: 28, degrees: 34 }, () => {
      block(ctx, side === 1 ? CLAY : LIME, [-8, -92, 16, 168], 8);
      block(ctx, INK, [-9, -12, 18, 30], 3);
    });
    ctx.restore();
  }
};

export const climbing: Motif = (ctx) => {
  shape(ctx, "#4A5A69", [
    [-130, 130],
    [-70, -40],
    [-6, -96],
    [30, -60],
    [130, 130],
  ]);
  shape(ctx, "#364452", [
    [-6, -96],
    [30, -60],
    [130, 130],
    [10, 130],
    [24, 10],
  ]);
  for (const [x, y, color] of [
    [-54, 56, LIME],
    [-14, 30, LIME],
    [-50, -8, LIME],
    [-10, -38, LIME],
    [44, 52, CLAY],
    [34, 6, GOLD],
    [8, 84, SKY],
  ] as const) {
    ctx.fillStyle = "#0B0E1266";
    ctx.beginPath();
    ctx.ellipse(x, y + 5, 15, 11, 0.3, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.ellipse(x, y, 15, 11, 0.3, 0, Math.PI * 2);
    ctx.fill();
  }
  pen(ctx, TEXT, 5);
  ctx.beginPath();
  ctx.moveTo(-6, -96);
  ctx.bezierCurveTo(-30, -30, 16, 10, -26, 130);
  ctx.stroke();
};

export const archery: Motif = (ctx) => {
  for (const [radius, color] of [
    [84, TEXT],
    [68, "#1B2430"],
    [52, "#3F9BE0"],
    [35, "#E0412F"],
    [17, GOLD],
  ] as const)
    fillDisc(ctx, { x: 0, y: 0 }, radius, color);
  turned(ctx, { x: 4, y: -4, degrees: -38 }, () => {
    pen(ctx, INK, 13);
    path(ctx, [
      [0, 0],
      [92, 0],
    ]);
    pen(ctx, LIME, 7);
    path(ctx, [
      [0, 0],
      [92, 0],
    ]);
    for (const side of [-1, 1])
      shape(ctx, side === 1 ? TEXT : CLAY, [
        [72, side * 3],
        [104, side * 24],
        [116, side * 20],
        [94, side * 2],
      ]);
  });
};

export const fencing: Motif = (ctx) => {
  for (const side of [-1, 1]) {
    ctx.save();
    ctx.scale(side, 1);
    turned(ctx, { x: 0, y: 0, degrees: 40 }, () => {
      shape(ctx, TEXT, [
        [-3.5, 52],
        [3.5, 52],
        [1.5, -108],
        [-1.5, -108],
      ]);
      ctx.fillStyle = side === 1 ? GOLD : SKY;
      ctx.beginPath();
      ctx.arc(0, 56, 26, Math.PI, 0);
      ctx.fill();
      block(ctx, INK, [-6, 56, 12, 42], 5);
      fillDisc(ctx, { x: 0, y: 100 }, 8, side === 1 ? GOLD : SKY);
    });
    ctx.restore();
  }
  fillDisc(ctx, { x: 0, y: -1 }, 7, LIME);
};
