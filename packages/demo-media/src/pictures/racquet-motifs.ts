import type { Ctx } from "@app/drawing/layer";
import { CLAY, GOLD, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { ball, block, bow, type Motif, path, pen, shape, turned } from "./motif.ts";

export const tennis: Motif = (ctx) => {
  turned(ctx, { x: -8, y: -6, degrees: 40 }, () => {
    strings(ctx, { y: -40, wide: 44, high: 54, gap: 13 });
    pen(ctx, TEXT, 10);
    ctx.beginPath();
    ctx.ellipse(0, -40, 44, 54, 0, 0, Math.PI * 2);
    ctx.stroke();
    path(ctx, [
      [-24, 6],
      [0, 34],
      [24, 6],
    ]);
    block(ctx, CLAY, [-8, 32, 16, 76], 7);
  });
  ball(ctx, { x: 54, y: 54, radius: 30, color: LIME });
  pen(ctx, TEXT, 4.5);
  bow(ctx, [92, 54, 28], [130, 230]);
  bow(ctx, [16, 54, 28], [-50, 50]);
};

export const tableTennis: Motif = (ctx) => {
  turned(ctx, { x: -10, y: -8, degrees: 38 }, () => {
    block(ctx, "#E0B072", [-14, 34, 28, 70], 12);
    ctx.beginPath();
    ctx.ellipse(0, -20, 62, 64, 0, 0, Math.PI * 2);
    ctx.fillStyle = "#DB3B2B";
    ctx.fill();
    shape(ctx, "#E0B072", [
      [-40, 30],
      [40, 30],
      [14, 58],
      [-14, 58],
    ]);
    pen(ctx, "#8E1D12", 5);
    path(ctx, [
      [-40, 29],
      [40, 29],
    ]);
  });
  ball(ctx, { x: 58, y: 58, radius: 24, color: "#FFFFFF" });
};

export const badminton: Motif = (ctx) => {
  turned(ctx, { x: 2, y: 0, degrees: 34 }, () => {
    for (let feather = -3; feather <= 3; feather++) {
      turned(ctx, { x: feather * 5, y: 36, degrees: feather * 9 }, () => {
        shape(ctx, feather % 2 ? "#DDE6EA" : TEXT, [
          [-4, 0],
          [4, 0],
          [15, -104],
          [0, -122],
          [-15, -104],
        ]);
        pen(ctx, "#8FA3B0", 3);
        path(ctx, [
          [0, 0],
          [0, -110],
        ]);
      });
    }
    pen(ctx, CLAY, 7);
    bow(ctx, [0, 122, 158], [253, 287]);
    bow(ctx, [0, 60, 60], [235, 305]);
    ctx.fillStyle = GOLD;
    ctx.beginPath();
    ctx.arc(0, 52, 30, 0, Math.PI);
    ctx.lineTo(-22, 30);
    ctx.lineTo(22, 30);
    ctx.fill();
    block(ctx, CLAY, [-30, 44, 60, 10], 3);
  });
};

export const lacrosse: Motif = (ctx) => {
  turned(ctx, { x: 0, y: -10, degrees: 36 }, () => {
    block(ctx, GOLD, [-6, 6, 12, 110], 6);
    ctx.save();
    head(ctx);
    ctx.clip();
    ctx.fillStyle = "#0B0E1255";
    ctx.fillRect(-80, -110, 160, 140);
    pen(ctx, "#FFFFFFB0", 3);
    for (let at = -8; at <= 8; at++) {
      path(ctx, [
        [at * 15 - 80, -110],
        [at * 15 + 80, 30],
      ]);
      path(ctx, [
        [at * 15 + 80, -110],
        [at * 15 - 80, 30],
      ]);
    }
    ctx.restore();
    pen(ctx, TEXT, 10);
    head(ctx);
    ctx.stroke();
  });
  ball(ctx, { x: 30, y: -50, radius: 19, color: CLAY });
};

export const fieldHockey: Motif = (ctx) => {
  turned(ctx, { x: 6, y: -4, degrees: 28 }, () => {
    pen(ctx, SKY, 19);
    path(ctx, [
      [26, -104],
      [26, 48],
    ]);
    bow(ctx, [-4, 48, 30], [0, 150]);
    pen(ctx, INK, 19);
    path(ctx, [
      [26, -102],
      [26, -46],
    ]);
    pen(ctx, TEXT, 3.5);
    for (const y of [-92, -78, -64, -50])
      path(ctx, [
        [18, y],
        [34, y + 7],
      ]);
  });
  ball(ctx, { x: -60, y: 72, radius: 22, color: "#FFFFFF" });
};

export const iceHockey: Motif = (ctx) => {
  for (const [side, color] of [
    [-1, "#E9C68A"],
    [1, TEXT],
  ] as const) {
    ctx.save();
    ctx.scale(side, 1);
    turned(ctx, { x: 8, y: -10, degrees: 34 }, () => {
      block(ctx, color, [-6, -96, 12, 164], 4);
      shape(ctx, INK, [
        [7, 60],
        [-7, 52],
        [-50, 40],
        [-58, 54],
        [-4, 82],
        [7, 76],
      ]);
      block(ctx, side === 1 ? CLAY : "#2C6BB3", [-7, -96, 14, 40], 4);
    });
    ctx.restore();
  }
  ctx.fillStyle = "#05070A";
  ctx.beginPath();
  ctx.ellipse(0, 90, 30, 12, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = "#2A333C";
  ctx.beginPath();
  ctx.ellipse(0, 82, 30, 11, 0, 0, Math.PI * 2);
  ctx.fill();
};

export const golf: Motif = (ctx) => {
  ctx.fillStyle = "#3E9A54";
  ctx.beginPath();
  ctx.ellipse(0, 66, 96, 32, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = "#52B869";
  ctx.beginPath();
  ctx.ellipse(-4, 60, 78, 22, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = "#0D2417";
  ctx.beginPath();
  ctx.ellipse(18, 60, 17, 6, 0, 0, Math.PI * 2);
  ctx.fill();
  pen(ctx, TEXT, 7);
  path(ctx, [
    [18, 60],
    [18, -88],
  ]);
  ctx.fillStyle = CLAY;
  ctx.beginPath();
  ctx.moveTo(20, -90);
  ctx.quadraticCurveTo(62, -92, 88, -62);
  ctx.quadraticCurveTo(54, -54, 20, -36);
  ctx.fill();
  ball(ctx, { x: -44, y: 46, radius: 19, color: "#FFFFFF" });
};

function strings(ctx: Ctx, net: { y: number; wide: number; high: number; gap: number }): void {
  ctx.save();
  ctx.beginPath();
  ctx.ellipse(0, net.y, net.wide, net.high, 0, 0, Math.PI * 2);
  ctx.clip();
  ctx.fillStyle = "#0B0E1244";
  ctx.fillRect(-100, -120, 200, 200);
  pen(ctx, "#FFFFFFB8", 2.6);
  for (let at = -5; at <= 5; at++) {
    path(ctx, [
      [at * net.gap, net.y - 70],
      [at * net.gap, net.y + 70],
    ]);
    path(ctx, [
      [-60, net.y + at * net.gap],
      [60, net.y + at * net.gap],
    ]);
  }
  ctx.restore();
}

function head(ctx: Ctx): void {
  ctx.beginPath();
  ctx.moveTo(-9, 14);
  ctx.bezierCurveTo(-34, -8, -52, -52, -46, -84);
  ctx.bezierCurveTo(-34, -106, 34, -106, 46, -84);
  ctx.bezierCurveTo(52, -52, 34, -8, 9, 14);
  ctx.closePath();
}
