import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, GOLD } from "@app/drawing/palette";
import { drawPool } from "../drawing/arena.ts";
import { randomOf } from "../drawing/random.ts";
import { type Camera, fillDisc, fillShape, type Glow, strokePlaces } from "../drawing/shapes.ts";

/** Sky, mountains and the lit slope, which do not move during the run. */
export function drawNight(
  ctx: Ctx,
  camera: Camera,
  at: { widthPx: number; heightPx: number; seed: number; u: number },
): void {
  const random = randomOf(at.seed);
  const horizon = camera.see(0, 400).y;
  const sky = ctx.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, "#060A12");
  sky.addColorStop(0.7, "#0E1E33");
  sky.addColorStop(1, "#24435F");
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, at.widthPx, horizon + 2);
  for (let star = 0; star < 90; star++) {
    fillDisc(
      ctx,
      { x: random.next() * at.widthPx, y: random.next() * horizon * 0.8 },
      random.between(0.5, 1.8) * at.u,
      faded("#FFFFFF", random.between(0.2, 0.8)),
    );
  }
  drawRidge(ctx, at, { horizon, highPx: 190 * at.u, color: "#12233A", seed: at.seed + 1 });
  drawRidge(ctx, at, { horizon, highPx: 110 * at.u, color: "#0C1828", seed: at.seed + 2 });
  for (let window = 0; window < 26; window++) {
    const x = at.widthPx * (0.5 + 0.42 * (random.next() - 0.5));
    fillDisc(ctx, { x, y: horizon - random.between(2, 16) * at.u }, 1.7 * at.u, random.next() < 0.7 ? GOLD : "#FFFFFF");
  }
  const snow = ctx.createLinearGradient(0, horizon, 0, at.heightPx);
  snow.addColorStop(0, "#5E86A8");
  snow.addColorStop(0.18, "#A9C8DF");
  snow.addColorStop(0.6, "#DCEBF5");
  snow.addColorStop(1, "#A5C1D6");
  ctx.fillStyle = snow;
  ctx.fillRect(0, horizon, at.widthPx, at.heightPx - horizon);
  for (let groove = -90; groove <= 90; groove++) {
    strokePlaces(
      ctx,
      camera,
      [
        [groove * 0.35, -4.5, 0],
        [groove * 0.35, 90, 0],
      ],
      { widthPx: at.u, color: groove % 2 ? "#7FA3BF30" : "#FFFFFF38" },
    );
  }
  for (const side of [-1, 1]) {
    const edge = [
      camera.see(side * 9, -5),
      camera.see(side * 9, 300),
      { x: side < 0 ? -9 : at.widthPx + 9, y: horizon },
      { x: side < 0 ? -at.widthPx : at.widthPx * 2, y: at.heightPx },
    ];
    fillShape(ctx, edge, "#2F4E68C0");
  }
  const floor = camera.see(0, 6);
  drawPool(ctx, { x: floor.x, y: floor.y, wide: at.widthPx * 0.55, high: (at.heightPx - horizon) * 0.9 }, 0.8);
}

function drawRidge(
  ctx: Ctx,
  at: { widthPx: number },
  ridge: { horizon: number; highPx: number; color: string; seed: number },
): void {
  const random = randomOf(ridge.seed);
  const points = [{ x: -10, y: ridge.horizon + 4 }];
  for (let x = -10; x < at.widthPx + 60; x += at.widthPx / random.between(7, 15)) {
    points.push({ x, y: ridge.horizon - ridge.highPx * random.between(0.25, 1) });
  }
  fillShape(ctx, [...points, { x: at.widthPx + 60, y: ridge.horizon + 4 }], ridge.color);
}

/** Passing objects: trees, net posts and lamps, the farthest first. */
export function drawRoadside(ctx: Ctx, camera: Camera, at: { atM: number; seed: number; glow: Glow; u: number }): void {
  const [spacing, reach] = [3.2, 84];
  const last = Math.floor((at.atM + reach) / spacing);
  for (let row = last; row * spacing > at.atM - 3; row--) {
    const ahead = row * spacing - at.atM;
    const random = randomOf(at.seed * 7 + row * 131);
    for (const side of [-1, 1]) {
      const near = Math.max(0, 1 - ahead / reach);
      drawTree(ctx, camera, { x: side * random.between(11, 14), y: ahead, heightM: random.between(3.4, 6.2), near });
      if (random.next() < 0.7)
        drawTree(ctx, camera, {
          x: side * random.between(15, 24),
          y: ahead + 0.5,
          heightM: random.between(4, 7.5),
          near,
        });
      drawNet(ctx, camera, { x: side * 8.8, ahead, u: at.u });
      if (row % 7 === (side === 1 ? 0 : 3)) drawLamp(ctx, camera, { x: side * 10.2, ahead, glow: at.glow });
    }
  }
}

function drawTree(ctx: Ctx, camera: Camera, tree: { x: number; y: number; heightM: number; near: number }): void {
  const foot = camera.see(tree.x, tree.y);
  const m = foot.pxPerM;
  for (const [from, to, wide] of [
    [0.1, 0.55, 1.25],
    [0.35, 0.78, 0.95],
    [0.6, 1, 0.65],
  ] as const) {
    const level = (share: number): number => foot.y - share * tree.heightM * m;
    fillShape(
      ctx,
      [
        { x: foot.x - wide * m, y: level(from) },
        { x: foot.x + wide * m, y: level(from) },
        { x: foot.x, y: level(to) },
      ],
      "#0C1F2B",
    );
    fillShape(
      ctx,
      [
        { x: foot.x - wide * 0.5 * m, y: level(from + (to - from) * 0.5) },
        { x: foot.x, y: level(to) },
        { x: foot.x + wide * 0.1 * m, y: level(from + (to - from) * 0.4) },
      ],
      faded("#BFD8EA", 0.16 + 0.4 * tree.near),
    );
  }
}

function drawNet(ctx: Ctx, camera: Camera, { x, ahead, u }: { x: number; ahead: number; u: number }): void {
  if (ahead < -2.5) return;
  ctx.fillStyle = faded(CLAY, 0.3);
  camera.trace(ctx, [
    [x, ahead, 0.1],
    [x, ahead + 3.2, 0.1],
    [x, ahead + 3.2, 1.1],
    [x, ahead, 1.1],
  ]);
  ctx.fill();
  strokePlaces(
    ctx,
    camera,
    [
      [x, ahead, 0],
      [x, ahead, 1.25],
    ],
    { widthPx: Math.max(u, camera.see(x, ahead).pxPerM * 0.045), color: CLAY },
  );
}

function drawLamp(ctx: Ctx, camera: Camera, { x, ahead, glow }: { x: number; ahead: number; glow: Glow }): void {
  if (ahead < -1) return;
  const top = camera.see(x, ahead, 8);
  strokePlaces(
    ctx,
    camera,
    [
      [x, ahead, 0],
      [x, ahead, 8],
    ],
    { widthPx: Math.max(1, top.pxPerM * 0.12), color: "#10202E" },
  );
  glow(ctx, top, top.pxPerM * 3.4, 0.8);
  fillDisc(ctx, top, top.pxPerM * 0.32, "#FFFFFF");
}
