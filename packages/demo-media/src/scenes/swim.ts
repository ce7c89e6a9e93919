import { condensed, text } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { CLAY, faded, GOLD, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { drawVignette } from "../drawing/arena.ts";
import { decay, easeOut, lerp, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";
import { glowOf } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, type Shot, takeOf, unitPx } from "./scene.ts";
import { causticsOf, drawPool, drawSwimmer } from "./swim-pool.ts";

const NAMES = ["OKAFOR", "LINDE", "MARSH", "TANAKA", "REYES", "VOSS", "ABARA", "QUILL"] as const;
const CAPS = [TEXT, CLAY, GOLD, LIME, SKY, "#FF8FB1", "#B9F27C", "#C9D3DC"] as const;
const RECORD_S = 21.07;

/** The last lap of a swimming sprint from above, with wakes and the record line. */
export const swim: Scene = (shot) => {
  const u = unitPx(shot);
  const swimmers = planRace(shot);
  const finishS = shot.lengthS * 0.72;
  const winner = swimmers.reduce((best, one) => (one.timeS < best.timeS ? one : best));
  const clockAt = (tS: number): number => winner.timeS - finishS + tS;
  // The pool is drawn along x, and rotated by 90° for a portrait picture.
  const upright = isUpright(shot);
  const [alongPx, acrossPx] = upright ? [shot.heightPx, shot.widthPx] : [shot.widthPx, shot.heightPx];
  const area = actionArea(shot);
  const pool = {
    from: alongPx * (upright ? 0.14 : -0.02),
    to: alongPx * (upright ? 0.9 : 0.93),
    edge: upright ? 0 : 84 * u,
    across: upright ? acrossPx : area.height - 28 * u,
  };
  const lanePx = pool.across / swimmers.length;
  const plate = upright ? uprightPlate(lanePx, u) : flatPlate(lanePx, u);
  const caustics = causticsOf(shot.seed, alongPx, acrossPx);
  const glow = glowOf(LIME);

  function turn(ctx: Ctx): void {
    if (!upright) return;
    ctx.translate(0, shot.heightPx);
    ctx.rotate(-Math.PI / 2);
  }
  const xAt = (share: number): number => lerp(pool.from, pool.to, share);
  const yOf = (lane: number): number => pool.edge + lanePx * (lane + 0.5);

  function drawRecord(ctx: Ctx, tS: number): void {
    const share = clockAt(tS) / RECORD_S;
    if (share > 1.02) return;
    const x = xAt(Math.min(1, lerp(-0.05, 1, (share - 0.55) / 0.45)));
    ctx.fillStyle = faded(LIME, 0.85);
    ctx.fillRect(x - 2.5 * u, pool.edge, 5 * u, pool.across);
    const trail = ctx.createLinearGradient(x - 90 * u, 0, x, 0);
    trail.addColorStop(0, faded(LIME, 0));
    trail.addColorStop(1, faded(LIME, 0.25));
    ctx.fillStyle = trail;
    ctx.fillRect(x - 90 * u, pool.edge, 90 * u, pool.across);
  }

  function drawResult(ctx: Ctx, tS: number, lane: number): void {
    const one = swimmers[lane];
    if (!one) return;
    const doneS = finishS + one.timeS - winner.timeS;
    if (tS < doneS) return;
    const shown = easeOut(span(tS, doneS, doneS + 0.35));
    const place = 1 + swimmers.filter((other) => other.timeS < one.timeS).length;
    ctx.save();
    ctx.translate(pool.to - 12 * u, yOf(lane));
    if (upright) ctx.rotate(Math.PI / 2);
    ctx.globalAlpha = shown;
    const look =
      place === 1
        ? { fill: LIME, ink: INK, glow: 0.8 * (0.5 + 0.5 * Math.sin(tS * 6)) }
        : { fill: faded(INK, 0.88), ink: TEXT, glow: decay(tS, doneS, 0.6) };
    glow(ctx, { x: 0, y: 0 }, lanePx * 1.6, look.glow);
    ctx.fillStyle = look.fill;
    ctx.beginPath();
    ctx.roundRect(plate.left, plate.middle - plate.high / 2, plate.wide, plate.high, 6 * u);
    ctx.fill();
    ctx.fillStyle = look.ink;
    ctx.font = condensed(plate.fontPx);
    ctx.textAlign = "center";
    const time = one.timeS.toFixed(2);
    ctx.fillText(upright ? time : `${place}  ${time}`, plate.left + plate.wide / 2, plate.middle + plate.baseline);
    ctx.restore();
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = "#0C141B";
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      turn(ctx);
      drawPool(ctx, { ...pool, lanes: swimmers.length, lengthPx: alongPx, fullPx: acrossPx }, u);
      ctx.resetTransform();
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.72);
    },
    moving(ctx, tS) {
      ctx.save();
      turn(ctx);
      caustics(ctx, tS, pool);
      drawRecord(ctx, tS);
      for (const [lane, one] of swimmers.entries()) {
        const share = one.shareAt(tS);
        drawSwimmer(ctx, {
          x: xAt(share) - lanePx * 0.55,
          y: yOf(lane),
          lanePx,
          tS,
          seed: shot.seed + lane,
          cap: CAPS[lane % 8] ?? TEXT,
          isDone: share >= 1,
        });
        ctx.save();
        ctx.translate(pool.to + 14 * u, yOf(lane));
        ctx.rotate(upright ? Math.PI / 2 : 0);
        ctx.fillStyle = TEXT;
        ctx.textAlign = "center";
        ctx.font = condensed(34 * u);
        ctx.fillText(String(lane + 1), upright ? 0 : 22 * u, 12 * u);
        ctx.restore();
        if (share < 1) drawName(ctx, one.name, { x: xAt(share) - lanePx * 2.7, y: yOf(lane) });
        drawResult(ctx, tS, lane);
      }
      ctx.restore();
    },
    board(tS) {
      const done = tS >= finishS;
      const lead = [...swimmers].sort((a, b) => b.shareAt(tS) - a.shareAt(tS) || a.timeS - b.timeS)[0] ?? winner;
      const gap = winner.timeS - RECORD_S;
      const note = done
        ? `${winner.name} wins · ${gap < 0 ? "" : "+"}${gap.toFixed(2)} to the meet record`
        : `${lead.name} leads · line shows the meet record ${RECORD_S}`;
      return { clock: clockText(done ? winner.timeS : clockAt(tS), 2), note };
    },
    sounds: [
      { kind: "beep", atS: 0.2, loudness: 0.5 },
      ...Array.from({ length: Math.floor(finishS / 0.45) }, (_, stroke) => ({
        kind: "splash" as const,
        atS: 0.3 + stroke * 0.45,
        loudness: 0.25,
      })),
      { kind: "horn", atS: finishS, loudness: 0.4 },
      { kind: "cheer", atS: finishS - 0.6 },
    ],
  });

  function drawName(ctx: Ctx, name: string, at: { x: number; y: number }): void {
    if (upright) return;
    ctx.font = text(16 * u, 600);
    ctx.fillStyle = faded(TEXT, 0.75);
    ctx.textAlign = "right";
    ctx.fillText(name, at.x, at.y + 6 * u);
  }
};

/** The plate with a swimmer's time, relative to the end of the lane. */
type Plate = { left: number; middle: number; wide: number; high: number; fontPx: number; baseline: number };

function uprightPlate(lanePx: number, u: number): Plate {
  const [wide, high] = [lanePx * 0.9, 64 * u];
  return { left: -wide / 2, middle: 60 * u, wide, high, fontPx: high * 0.44, baseline: high * 0.16 };
}

function flatPlate(lanePx: number, u: number): Plate {
  const [wide, high] = [150 * u, Math.min(56 * u, lanePx * 0.72)];
  return { left: -wide - lanePx * 1.9, middle: 0, wide, high, fontPx: high * 0.74, baseline: high * 0.27 };
}

type Swimmer = { name: string; timeS: number; shareAt(tS: number): number };

function planRace(shot: Shot): Swimmer[] {
  const random = randomOf(shot.seed);
  const lanes = shot.heightPx > shot.widthPx ? 6 : 8;
  const finishS = shot.lengthS * 0.72;
  const times = Array.from(
    { length: lanes },
    (_, lane) => RECORD_S - 0.12 + Math.abs(lane - (lanes - 1) / 2) * 0.11 + random.next() * 0.4,
  );
  const fastest = Math.min(...times);
  return times.map((timeS, lane) => ({
    name: NAMES[lane % 8] ?? "",
    timeS,
    shareAt(tS) {
      const doneS = finishS + (timeS - fastest);
      const even = span(tS, doneS - finishS * 1.12, doneS);
      const drift = wander(shot.seed + lane * 71, tS * 0.5) * 0.035 * (1 - even) * Math.min(1, even * 4);
      return Math.min(1, even + drift + (tS < doneS ? 0.006 * Math.sin(tS * 13 + lane) * (1 - even) : 0));
    },
  }));
}
