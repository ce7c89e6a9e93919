import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { CLAY, faded, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { drawVignette } from "../drawing/arena.ts";
import { decay, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillDisc, fillPlaces, fitCamera, glowOf, type Spot, strokeLine, strokePlaces } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";
import { drawNight, drawRoadside } from "./slalom-slope.ts";

const SPEED_M_S = 12.5;
const GATE_M = 10;

/** A night slalom from just behind the skier: gates, edges, and powder in the floodlight. */
export const slalom: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const random = randomOf(shot.seed);
  const area = actionArea(shot);
  const camera = fitCamera({
    from: [0, -6.6, 3.1],
    at: [0, 9, 0.7],
    keep: [
      [upright ? -3.4 : -6.4, 0, 0],
      [upright ? 3.4 : 6.4, 0, 0],
      [0, -1.2, 0],
      [0, 60, upright ? 30 : 17],
    ],
    area: { ...area, height: area.height + 40 * u },
  });
  const gateCount = Math.ceil((shot.lengthS * SPEED_M_S + 130) / GATE_M);
  const gates = Array.from({ length: gateCount }, (_, at) => ({
    y: 14 + at * GATE_M,
    x: (at % 2 ? 1 : -1) * random.between(0.9, upright ? 1.3 : 1.9),
    color: at % 2 ? CLAY : SKY,
  }));
  const flakes = Array.from({ length: 90 }, () => ({
    x: random.between(-9, 9),
    y: random.between(0, 26),
    z: random.between(0, 7),
  }));
  const glow = glowOf(TEXT);
  const lime = glowOf(LIME);

  /** The path of the tracks: a wave around each gate. */
  function trackAt(y: number): number {
    const place = (y - 14) / GATE_M;
    const step = Math.floor(place);
    const [from, to] = [gateX(step), gateX(step + 1)];
    return from + ((to - from) * (1 - Math.cos((place - step) * Math.PI))) / 2;
  }
  function gateX(at: number): number {
    const gate = gates[Math.max(0, at)];
    return at < 0 || !gate ? 0 : gate.x + Math.sign(gate.x) * 0.8;
  }

  function drawGate(ctx: Ctx, gate: { x: number; y: number; color: string }, ahead: number, tS: number): void {
    if (ahead < -2 || ahead > 110) return;
    const passedS = (gate.y - 0.2) / SPEED_M_S;
    const hit = tS < passedS ? 0 : Math.exp(-(tS - passedS) * 3.2) * Math.cos((tS - passedS) * 11);
    const bend = Math.max(-0.4, hit) * 1.25;
    ctx.globalAlpha = 1 - 0.75 * span(-ahead, 0.1, 1.6);
    const inwards = -Math.sign(gate.x);
    for (const [x, tilt] of [
      [gate.x, bend],
      [gate.x + inwards * 1.3, 0],
    ] as const) {
      const top = [x + inwards * tilt * 0.3, ahead + Math.sin(tilt) * 1.5, 1.75 * Math.cos(tilt)] as const;
      const foot = camera.see(x, ahead);
      strokePlaces(ctx, camera, [[x, ahead, 0], top], {
        widthPx: Math.max(1.4, 0.055 * foot.pxPerM),
        color: gate.color,
      });
    }
    const tilt = bend;
    const height = (share: number): number => 1.75 * share * Math.cos(tilt);
    const panel = [
      [gate.x, ahead + Math.sin(tilt), height(0.55)],
      [gate.x + inwards * 1.3, ahead, 1],
      [gate.x + inwards * 1.3, ahead, 1.6],
      [gate.x, ahead + Math.sin(tilt) * 1.4, height(0.95)],
    ] as const;
    fillPlaces(ctx, camera, panel, faded(gate.color, 0.9));
    ctx.globalAlpha = 1;
  }

  function drawTracks(ctx: Ctx, atM: number): void {
    for (const ski of [-0.16, 0.16]) {
      const places = Array.from({ length: 26 }, (_, step) => {
        const y = -5.6 + step * 0.225;
        return [trackAt(atM + y) + ski, y, 0] as const;
      });
      strokePlaces(ctx, camera, places, { widthPx: 7 * u, color: "#6E93B4B0" });
      strokePlaces(ctx, camera, places, { widthPx: 2.4 * u, color: "#F6FBFFD0" });
    }
  }

  function drawSpray(ctx: Ctx, tS: number, x: number, edge: number): void {
    const powder = randomOf(shot.seed + Math.floor(tS * 50));
    const strength = Math.min(1, Math.abs(edge) * 1.5);
    for (let drop = 0; drop < 80 * strength; drop++) {
      const age = powder.next();
      const spot = camera.see(
        x + Math.sign(edge) * (0.2 + age * powder.between(0.2, 1.5)),
        -age * powder.between(0.2, 2.4),
        age * (1 - age) * powder.between(0.6, 3),
      );
      fillDisc(ctx, spot, spot.pxPerM * powder.between(0.015, 0.06) * (1 + age), faded("#FFFFFF", 0.85 * (1 - age)));
    }
  }

  return takeOf(shot, {
    still: (ctx) => {
      drawNight(ctx, camera, { widthPx: shot.widthPx, heightPx: shot.heightPx, seed: shot.seed, u });
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.6);
    },
    moving(ctx, tS) {
      const atM = tS * SPEED_M_S;
      drawRoadside(ctx, camera, { atM, seed: shot.seed, glow, u });
      const ahead = gates.filter((gate) => gate.y - atM >= 0).reverse();
      for (const gate of ahead) drawGate(ctx, gate, gate.y - atM, tS);
      drawTracks(ctx, atM);
      const x = trackAt(atM);
      const edge = (trackAt(atM + 1.2) - 2 * x + trackAt(atM - 1.2)) * 3.4;
      const lean = Math.max(-1, Math.min(1, edge));
      drawSpray(ctx, tS, x, -lean);
      drawSkier(ctx, camera.see(x, 0), { lean, heading: (trackAt(atM + 0.8) - trackAt(atM - 0.8)) / 1.6, tS });
      for (const gate of gates) if (gate.y - atM < 0) drawGate(ctx, gate, gate.y - atM, tS);
      ctx.fillStyle = "#FFFFFFB0";
      for (const flake of flakes) {
        const away = (((flake.y - atM * 0.9) % 26) + 26) % 26;
        const spot = camera.see(flake.x + Math.sin(tS + flake.z * 9) * 0.4, away - 4, (flake.z - tS * 0.5 + 70) % 7);
        fillDisc(ctx, spot, Math.min(5 * u, spot.pxPerM * 0.014), "#FFFFFFB0");
      }
      drawSplit(ctx, tS);
    },
    board(tS) {
      const passed = gates.filter((gate) => gate.y < tS * SPEED_M_S).length;
      return { clock: clockText(31.4 + tS, 2), note: `Gate ${passed + 22} of 62 · second run` };
    },
    sounds: gates
      .filter((gate) => gate.y / SPEED_M_S < shot.lengthS)
      .flatMap((gate) => [
        { kind: "tick" as const, atS: gate.y / SPEED_M_S },
        { kind: "splash" as const, atS: gate.y / SPEED_M_S - 0.2, loudness: 0.3 },
      ]),
  });

  /** Shows the gap to the leader at every fourth gate, as on television. */
  function drawSplit(ctx: Ctx, tS: number): void {
    const every = (4 * GATE_M) / SPEED_M_S;
    const number = Math.floor((tS - 0.9) / every);
    const since = tS - 0.9 - number * every;
    if (number < 0 || since > 1.9) return;
    const gap = (randomOf(shot.seed + number).between(0.04, 0.31) * (number % 4 === 1 ? 1 : -1)).toFixed(2);
    const shown = span(since, 0, 0.2) * (1 - span(since, 1.5, 1.9));
    ctx.globalAlpha = shown;
    ctx.font = condensed(84 * u);
    ctx.textAlign = "center";
    const [x, y] = [shot.widthPx / 2, 128 * u];
    lime(ctx, { x, y: y - 30 * u }, 200 * u, gap.startsWith("-") ? decay(since, 0, 1.2) * 0.5 : 0);
    ctx.fillStyle = gap.startsWith("-") ? LIME : CLAY;
    ctx.fillText(gap.startsWith("-") ? gap.replace("-", "−") : `+${gap}`, x, y);
    ctx.globalAlpha = 1;
  }
};

/** A skier from behind. `lean` is -1 to 1; `heading` is the slope of the path. */
function drawSkier(ctx: Ctx, spot: Spot, skier: { lean: number; heading: number; tS: number }): void {
  const m = spot.pxPerM;
  const tilt = skier.lean * 0.72;
  ctx.fillStyle = "#2A4A6480";
  ctx.beginPath();
  ctx.ellipse(spot.x, spot.y, 0.62 * m, 0.13 * m, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.save();
  ctx.translate(spot.x, spot.y);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  // The body is drawn upright around its feet and then laid into the turn; the skis stay on the snow.
  const up = (x: number, y: number): { x: number; y: number } => ({
    x: (x * Math.cos(tilt) + y * Math.sin(tilt)) * m,
    y: (x * Math.sin(tilt) * 0.4 - y * Math.cos(tilt)) * m,
  });
  for (const side of [-1, 1]) {
    const x = side * 0.17 * m;
    strokeLine(
      ctx,
      [
        { x: x - skier.heading * 0.5 * m, y: 0.2 * m },
        { x: x + skier.heading * 0.55 * m, y: -0.2 * m },
      ],
      0.1 * m,
      side < 0 ? CLAY : "#E6532A",
    );
  }
  const crouch = 0.1 * Math.abs(skier.lean);
  const hip = up(-skier.lean * 0.08, 0.62 - crouch);
  for (const side of [-1, 1]) {
    const inner = side === Math.sign(skier.lean) ? Math.abs(skier.lean) : 0;
    const foot = { x: side * 0.17 * m, y: 0 };
    const knee = up(side * (0.2 + 0.06 * inner), 0.34 - 0.05 * inner);
    strokeLine(ctx, [foot, knee, hip], 0.17 * m, INK);
    strokeLine(ctx, [foot, { x: (foot.x + knee.x) / 2, y: (foot.y + knee.y) / 2 }], 0.18 * m, "#2A323B");
    strokeLine(
      ctx,
      [
        { x: (foot.x + knee.x) / 2 + side * 0.05 * m, y: (foot.y + knee.y) / 2 },
        { x: knee.x + side * 0.05 * m, y: knee.y },
      ],
      0.035 * m,
      LIME,
    );
  }
  const chest = up(-skier.lean * 0.2, 1.04 - crouch);
  strokeLine(ctx, [hip, chest], 0.36 * m, LIME);
  strokeLine(
    ctx,
    [
      { x: hip.x, y: hip.y },
      { x: hip.x, y: hip.y + 0.02 * m },
    ],
    0.36 * m,
    INK,
  );
  for (const side of [-1, 1]) {
    const shoulder = { x: chest.x + side * 0.16 * m, y: chest.y };
    const elbow = up(side * 0.46 - skier.lean * 0.1, 0.86 - crouch);
    const hand = up(side * 0.52 - skier.lean * 0.16, 0.72 - crouch + 0.05 * Math.sin(skier.tS * 8 + side));
    strokeLine(ctx, [shoulder, elbow, hand], 0.13 * m, LIME);
    fillDisc(ctx, hand, 0.08 * m, INK);
    strokeLine(ctx, [hand, { x: hand.x + side * 0.22 * m, y: hand.y + 0.55 * m }], 0.03 * m, "#39444F");
  }
  ctx.fillStyle = INK;
  ctx.font = condensed(0.24 * m);
  ctx.textAlign = "center";
  ctx.fillText("7", (hip.x + chest.x) / 2, (hip.y + chest.y) / 2 + 0.04 * m);
  const head = up(-skier.lean * 0.22, 1.34 - crouch);
  fillDisc(ctx, head, 0.17 * m, TEXT);
  strokeLine(
    ctx,
    [
      { x: head.x - 0.16 * m, y: head.y + 0.03 * m },
      { x: head.x + 0.16 * m, y: head.y + 0.03 * m },
    ],
    0.05 * m,
    INK,
  );
  ctx.restore();
}
