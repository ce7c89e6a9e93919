import { condensed, text } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { CLAY, faded, GOLD, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawVignette } from "../drawing/arena.ts";
import { easeInOut, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";
import { fillDisc, glowOf } from "../drawing/shapes.ts";
import { drawEight, strokeAt } from "./regatta-boat.ts";
import { isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

const SPEED_M_S = 5.6;
const CREWS = ["HARBOR", "NORTHGATE", "MILLBROOK", "EASTFIELD"] as const;
const BLADES = [SKY, GOLD, LIME, CLAY] as const;

/** Four eights from above on black water, bow to bow, with the puddles they leave. */
export const regatta: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const [alongPx, acrossPx] = upright ? [shot.heightPx, shot.widthPx] : [shot.widthPx, shot.heightPx];
  const random = randomOf(shot.seed);
  const lanes = upright ? 3 : 4;
  const room = upright ? acrossPx : acrossPx - 118 * u;
  const lanePx = room / lanes;
  const m = lanePx / 7.2;
  const finishM = (shot.lengthS - 1.9) * SPEED_M_S;
  const ripples = ripplesOf(shot.seed, alongPx, acrossPx, u);
  const glow = glowOf(LIME);
  const puddle = drawPuddle();
  const crews = Array.from({ length: lanes }, (_, lane) => ({
    name: CREWS[lane] ?? "",
    blade: BLADES[lane] ?? TEXT,
    rate: random.between(0.6, 0.67),
    seed: shot.seed + lane * 91,
    start: random.between(-3.4, 2.4),
    kick: random.between(-2, 4) + (lane === 2 ? 2.6 : 0),
    y: lanePx * (lane + 0.5) + (upright ? 0 : 6 * u),
  }));
  type Crew = (typeof crews)[number];

  /** Meters ahead of the camera's center, including the surge of each stroke. */
  function aheadAt(crew: Crew, tS: number): number {
    const surge = 0.16 * Math.sin((tS / crew.rate) * Math.PI * 2 + crew.seed);
    return crew.start + wander(crew.seed, tS * 0.16) * 2.2 + crew.kick * easeInOut(span(tS, 0, shot.lengthS)) + surge;
  }
  const bowX = alongPx * (upright ? 0.68 : 0.72);
  const xOf = (aheadM: number): number => bowX + aheadM * m;

  function turn(ctx: Ctx): void {
    if (!upright) return;
    ctx.translate(0, shot.heightPx);
    ctx.rotate(-Math.PI / 2);
  }

  /** Rings on the water where the blades left it. */
  function drawPuddles(ctx: Ctx, crew: Crew, tS: number): void {
    const last = Math.floor(tS / crew.rate + crew.seed / (Math.PI * 2));
    for (let stroke = last; stroke > last - 5; stroke--) {
      const releasedS = (stroke - crew.seed / (Math.PI * 2) + 0.45) * crew.rate;
      const age = (tS - releasedS) / 2.4;
      if (age < 0 || age > 1) continue;
      const x = xOf(aheadAt(crew, releasedS) - age * 2.4 * SPEED_M_S);
      const size = m * (0.7 + 1.3 * age);
      ctx.globalAlpha = 0.75 * (1 - age);
      for (let seat = 0; seat < 8; seat++) {
        ctx.drawImage(
          puddle,
          x - (3.4 + seat * 1.35) * m - size / 2,
          crew.y + (seat % 2 ? 1 : -1) * 2.9 * m - size / 2,
          size,
          size,
        );
      }
    }
    ctx.globalAlpha = 1;
  }

  function drawBuoys(ctx: Ctx, tS: number): void {
    const gone = tS * SPEED_M_S;
    for (let lane = 0; lane <= lanes; lane++) {
      const y = lanePx * lane + (upright ? 0 : 6 * u);
      const first = Math.floor((gone - bowX / m) / 5);
      for (let buoy = first; buoy < first + alongPx / m / 5 + 3; buoy++) {
        const x = bowX + (buoy * 5 - gone) * m;
        const isNearEnd = buoy * 5 > finishM - 25;
        fillDisc(ctx, { x: x + 2 * u, y: y + 3 * u }, 5.5 * u, "#00000066");
        fillDisc(ctx, { x, y }, 5.5 * u, isNearEnd ? CLAY : buoy % 5 === 0 ? LIME : TEXT);
      }
    }
  }

  function drawFinish(ctx: Ctx, tS: number): void {
    const x = bowX + (finishM - tS * SPEED_M_S + 2.5) * m;
    if (x > alongPx + 40) return;
    const square = lanePx / 6;
    for (let row = 0; row * square < acrossPx; row++) {
      for (const column of [0, 1]) {
        ctx.fillStyle = (row + column) % 2 ? faded("#0B0E12", 0.75) : faded(TEXT, 0.85);
        ctx.fillRect(x + column * square * 0.7, row * square, square * 0.7, square);
      }
    }
  }

  return takeOf(shot, {
    still(ctx) {
      turn(ctx);
      const water = ctx.createLinearGradient(0, 0, 0, acrossPx);
      water.addColorStop(0, "#0B2F3F");
      water.addColorStop(0.45, "#11516360");
      water.addColorStop(1, "#0A2736");
      ctx.fillStyle = "#0B3444";
      ctx.fillRect(0, 0, alongPx, acrossPx);
      ctx.fillStyle = water;
      ctx.fillRect(0, 0, alongPx, acrossPx);
      const sheen = ctx.createLinearGradient(0, 0, alongPx, acrossPx * 0.6);
      sheen.addColorStop(0.2, "#7FD4E800");
      sheen.addColorStop(0.5, "#7FD4E83C");
      sheen.addColorStop(0.8, "#7FD4E800");
      ctx.fillStyle = sheen;
      ctx.fillRect(0, 0, alongPx, acrossPx);
      ctx.resetTransform();
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.75);
    },
    moving(ctx, tS) {
      ctx.save();
      turn(ctx);
      ripples(ctx, tS * SPEED_M_S * m);
      drawFinish(ctx, tS);
      drawBuoys(ctx, tS);
      const order = [...crews].sort((a, b) => aheadAt(b, tS) - aheadAt(a, tS));
      for (const crew of crews) {
        drawPuddles(ctx, crew, tS);
        const x = xOf(aheadAt(crew, tS));
        if (order[0] === crew) glow(ctx, { x: x - 8 * m, y: crew.y }, 13 * m, 0.2);
        drawEight(ctx, {
          x,
          y: crew.y,
          m,
          blade: crew.blade,
          stroke: strokeAt(tS / crew.rate + crew.seed / (Math.PI * 2)),
        });
        drawTag(ctx, crew, { x, place: order.indexOf(crew) + 1 });
      }
      ctx.restore();
    },
    board(tS) {
      const order = [...crews].sort((a, b) => aheadAt(b, tS) - aheadAt(a, tS));
      const gap = order[0] && order[1] ? (aheadAt(order[0], tS) - aheadAt(order[1], tS)) / SPEED_M_S : 0;
      const left = Math.max(0, finishM - tS * SPEED_M_S);
      const lead = order[0]?.name ?? "";
      return {
        clock: clockText(331 + tS).slice(0, -2),
        note:
          left > 0
            ? `${Math.ceil(left)} m to go · ${lead} by ${gap.toFixed(1)} s`
            : `${lead} takes it by ${gap.toFixed(1)} s`,
      };
    },
    sounds: [
      ...Array.from({ length: Math.floor(shot.lengthS / 0.63) }, (_, stroke) => ({
        kind: "splash" as const,
        atS: 0.2 + stroke * 0.63,
        loudness: 0.35,
      })),
      { kind: "horn", atS: shot.lengthS - 1.9, loudness: 0.5 },
      { kind: "cheer", atS: shot.lengthS - 2.4 },
    ],
  });

  function drawTag(ctx: Ctx, crew: Crew, at: { x: number; place: number }): void {
    ctx.save();
    ctx.translate(Math.min(at.x + 1.6 * m, alongPx - (upright ? 40 : 132) * u), crew.y);
    if (upright) ctx.rotate(Math.PI / 2);
    ctx.textAlign = upright ? "center" : "left";
    ctx.font = condensed(36 * u);
    ctx.fillStyle = at.place === 1 ? LIME : TEXT;
    ctx.fillText(String(at.place), 0, upright ? 0 : 4 * u);
    ctx.font = text(14 * u, 600);
    ctx.fillStyle = mixed(TEXT, "#0B2F3F", 0.15);
    ctx.fillText(crew.name, 0, (upright ? 20 : 24) * u);
    ctx.restore();
  }
};

function drawPuddle(): ReturnType<typeof layer> {
  return layer(64, 64, (ctx) => {
    for (const [radius, opacity] of [
      [10, 0.5],
      [18, 0.7],
      [27, 0.35],
    ] as const) {
      ctx.strokeStyle = faded("#D7F2FF", opacity);
      ctx.lineWidth = 5;
      ctx.beginPath();
      ctx.arc(32, 32, radius, radius, radius + 4.6);
      ctx.stroke();
    }
  });
}

/** Wind ripples that slide by, drawn as two tiles end to end. */
function ripplesOf(seed: number, alongPx: number, acrossPx: number, u: number): (ctx: Ctx, gonePx: number) => void {
  const random = randomOf(seed + 3);
  const strip = layer(alongPx, acrossPx, (ctx) => {
    ctx.lineCap = "round";
    for (let wave = 0; wave < 340; wave++) {
      const [y, x] = [random.next() * acrossPx, random.next() * alongPx];
      const length = random.between(10, 60) * u;
      ctx.strokeStyle = faded(random.next() < 0.6 ? "#B9ECF7" : "#04141C", random.between(0.06, 0.2));
      ctx.lineWidth = random.between(1, 2.6) * u;
      // Drawn a second time one length away, so that the tile is seamless.
      for (const shift of [0, -alongPx]) {
        ctx.beginPath();
        ctx.moveTo(x + shift, y);
        ctx.quadraticCurveTo(x + shift + length * 0.5, y - 4 * u, x + shift + length, y);
        ctx.stroke();
      }
    }
  });
  return (ctx, gonePx) => {
    const slide = Math.round(gonePx % alongPx);
    ctx.drawImage(strip, -slide, 0);
    ctx.drawImage(strip, alongPx - slide, 0);
  };
}
