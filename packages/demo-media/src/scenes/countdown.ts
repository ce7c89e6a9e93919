import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, faded, GOLD, INK, LIME, MUTED, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { decay, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillDisc, glowOf } from "../drawing/shapes.ts";
import { matrixOf } from "./dot-matrix.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

type Fall = {
  widthPx: number;
  heightPx: number;
  sinceS: number;
  seed: number;
  sizePx: number;
  colors: readonly string[];
};

/** The last seconds on the scoreboard: the team is one point behind, and turns the game. */
export const countdown: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const random = randomOf(shot.seed);
  const own = random.int(68, 88);
  const guests = own + 1;
  const buzzerS = shot.lengthS * 0.7;
  const area = actionArea(shot);
  const clock = matrixOf("88.8", 28 * u, LIME);
  const score = matrixOf("88", 12.5 * u, GOLD);
  const board = { width: clock.widthPx + 130 * u, height: clock.heightPx + score.heightPx + 190 * u };
  const x = (shot.widthPx - board.width) / 2;
  const y = area.height * (upright ? 0.36 : 0.47) - board.height / 2 + 14 * u;
  const clockAt = { x: (shot.widthPx - clock.widthPx) / 2, y: y + 56 * u };
  const scoreY = clockAt.y + clock.heightPx + 96 * u;
  const [homeX, guestX] = [x + 92 * u, x + board.width - 92 * u - score.widthPx];
  const flashes = flashesOf(
    shot.seed,
    { x: 0, y: area.height * 0.25, width: shot.widthPx, height: area.height * 0.6 },
    26,
  );
  const [limeGlow, clayGlow] = [glowOf(LIME), glowOf(CLAY)];
  const fans = fansOf(shot.seed, { widthPx: shot.widthPx, baseY: shot.heightPx - 84 * u, headPx: 36 * u });
  const colors = [LIME, TEXT, GOLD, SKY, CLAY] as const;

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, random, 12 * u);
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
        { x: 0.08, aimX: 0.36 },
        { x: 0.92, aimX: 0.64 },
      ]);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.9);
      drawCase(ctx, { x, y, ...board }, u);
      clock.drawDark(ctx, clockAt.x, clockAt.y);
      score.drawDark(ctx, homeX, scoreY);
      score.drawDark(ctx, guestX, scoreY);
      ctx.textAlign = "center";
      ctx.font = condensed(34 * u, 600);
      ctx.fillStyle = TEXT;
      ctx.fillText("HOME", homeX + score.widthPx / 2, scoreY - 30 * u);
      ctx.fillText("GUEST", guestX + score.widthPx / 2, scoreY - 30 * u);
      ctx.fillStyle = MUTED;
      ctx.font = condensed(24 * u, 600);
      ctx.fillText("PERIOD", shot.widthPx / 2, scoreY - 30 * u);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      const left = Math.max(0, buzzerS - tS);
      const isOver = tS >= buzzerS;
      const since = tS - buzzerS;
      const beat = 0.35 + 0.3 * decay(tS % 1, 0, 1);
      limeGlow(
        ctx,
        { x: shot.widthPx / 2, y: clockAt.y + clock.heightPx / 2 },
        board.width * 0.62,
        isOver ? 0.2 : beat * 0.7,
      );
      if (isOver) {
        ctx.strokeStyle = faded(CLAY, 0.5 + 0.5 * Math.cos(since * 14) ** 2);
        ctx.lineWidth = 9 * u;
        ctx.beginPath();
        ctx.roundRect(x + 9 * u, y + 9 * u, board.width - 18 * u, board.height - 18 * u, 12 * u);
        ctx.stroke();
        clayGlow(ctx, { x: shot.widthPx / 2, y: y + board.height / 2 }, board.width * 0.9, decay(tS, buzzerS, 1.2));
      }
      const blinks = isOver && since % 0.5 > 0.3;
      if (!blinks) clock.drawLit(ctx, clockAt.x, clockAt.y, left.toFixed(1).padStart(4, "0"));
      const home = tS >= buzzerS - 0.08 ? own + 2 : own;
      limeGlow(
        ctx,
        { x: homeX + score.widthPx / 2, y: scoreY + score.heightPx / 2 },
        score.widthPx,
        decay(tS, buzzerS - 0.08, 1.5),
      );
      score.drawLit(ctx, homeX, scoreY, String(home));
      score.drawLit(ctx, guestX, scoreY, String(guests));
      for (let period = 0; period < 4; period++) {
        ctx.fillStyle = LIME;
        ctx.beginPath();
        ctx.arc(shot.widthPx / 2 + (period - 1.5) * 34 * u, scoreY + score.heightPx / 2, 9 * u, 0, Math.PI * 2);
        ctx.fill();
      }
      fans(ctx, tS, 0.35 + 0.65 * span(tS, buzzerS - 1, buzzerS + 0.3));
      if (isOver)
        drawConfetti(ctx, {
          widthPx: shot.widthPx,
          heightPx: shot.heightPx,
          sinceS: since,
          seed: shot.seed,
          sizePx: 13 * u,
          colors,
        });
    },
    board(tS) {
      const isOver = tS >= buzzerS;
      return {
        clock: `${isOver ? own + 2 : own}–${guests}`,
        note: isOver ? "At the buzzer" : `${Math.ceil(buzzerS - tS)} seconds, one point behind`,
      };
    },
    sounds: [
      ...Array.from({ length: Math.floor(buzzerS) }, (_, second) => ({
        kind: "tick" as const,
        atS: buzzerS - second - 1,
        loudness: 0.6,
      })),
      { kind: "horn", atS: buzzerS, loudness: 0.8 },
      { kind: "cheer", atS: buzzerS - 0.2 },
    ],
  });
};

function drawCase(ctx: Ctx, box: { x: number; y: number; width: number; height: number }, u: number): void {
  ctx.strokeStyle = "#05070A";
  ctx.lineWidth = 7 * u;
  for (const at of [0.16, 0.84]) {
    ctx.beginPath();
    ctx.moveTo(box.x + box.width * at, 0);
    ctx.lineTo(box.x + box.width * at, box.y);
    ctx.stroke();
  }
  const face = layer(box.width, box.height, (face) => {
    const steel = face.createLinearGradient(0, 0, 0, box.height);
    steel.addColorStop(0, "#2A343F");
    steel.addColorStop(0.06, "#161C23");
    steel.addColorStop(1, "#0D1116");
    face.fillStyle = steel;
    face.beginPath();
    face.roundRect(0, 0, box.width, box.height, 18 * u);
    face.fill();
    face.fillStyle = "#07090C";
    face.beginPath();
    face.roundRect(18 * u, 18 * u, box.width - 36 * u, box.height - 36 * u, 10 * u);
    face.fill();
  });
  ctx.fillStyle = "#00000088";
  ctx.beginPath();
  ctx.roundRect(box.x + 8 * u, box.y + 16 * u, box.width, box.height, 18 * u);
  ctx.fill();
  ctx.drawImage(face, box.x, box.y);
}

/** Confetti that shoots up from both lower corners and flutters down. */
function drawConfetti(ctx: Ctx, fall: Fall): void {
  const random = randomOf(fall.seed + 77);
  const t = fall.sinceS;
  for (let piece = 0; piece < 150; piece++) {
    const side = piece % 2 ? 1 : -1;
    const [speedX, speedY] = [random.between(0.05, 0.62), random.between(0.85, 1.75)];
    const [spin, phase, sway] = [random.between(2, 9), random.between(0, 7), random.between(0.01, 0.035)];
    ctx.fillStyle = random.pick(fall.colors);
    const slow = 1 - Math.exp(-2.2 * t);
    const x =
      fall.widthPx * (side === 1 ? -0.02 : 1.02) +
      side * fall.widthPx * (speedX * slow + sway * Math.sin(t * 3 + phase));
    const y =
      fall.heightPx * (1.02 - speedY * slow * 0.72 + 0.16 * Math.max(0, t - 0.35) * (1 + 0.3 * Math.sin(phase)));
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(phase + t * spin * 0.4);
    ctx.scale(1, Math.cos(t * spin + phase));
    ctx.fillRect(-fall.sizePx / 2, -fall.sizePx / 3, fall.sizePx, fall.sizePx * 0.66);
    ctx.restore();
  }
}

/** Fans from behind, in the front row, who raise their arms with the excitement. */
function fansOf(
  seed: number,
  row: { widthPx: number; baseY: number; headPx: number },
): (ctx: Ctx, tS: number, joy: number) => void {
  const random = randomOf(seed + 5);
  const people: { x: number; sizePx: number; phase: number; arms: number }[] = [];
  for (let x = -row.headPx; x < row.widthPx + row.headPx; x += row.headPx * random.between(2.3, 3.1)) {
    people.push({
      x,
      sizePx: row.headPx * random.between(0.85, 1.12),
      phase: random.between(0, 7),
      arms: random.next(),
    });
  }
  return (ctx, tS, joy) => {
    ctx.lineCap = "round";
    for (const one of people) {
      const bounce = Math.abs(Math.sin(tS * 5.2 + one.phase)) * one.sizePx * 0.5 * joy;
      const y = row.baseY - bounce;
      ctx.fillStyle = "#04060A";
      ctx.strokeStyle = "#04060A";
      fillDisc(ctx, { x: one.x, y: y - one.sizePx * 0.3 }, one.sizePx * 0.62, "#04060A");
      ctx.beginPath();
      ctx.roundRect(
        one.x - one.sizePx * 1.15,
        y + one.sizePx * 0.5,
        one.sizePx * 2.3,
        one.sizePx * 5,
        one.sizePx * 0.8,
      );
      ctx.fill();
      if (one.arms > joy * 0.9) continue;
      ctx.lineWidth = one.sizePx * 0.44;
      for (const side of [-1, 1]) {
        const wave = Math.sin(tS * 6 + one.phase + side) * one.sizePx * 0.25;
        ctx.beginPath();
        ctx.moveTo(one.x + side * one.sizePx * 0.95, y + one.sizePx * 0.9);
        ctx.quadraticCurveTo(
          one.x + side * one.sizePx * 1.5,
          y - one.sizePx * 0.2,
          one.x + side * one.sizePx * 1.25 + wave,
          y - one.sizePx * 1.7,
        );
        ctx.stroke();
      }
    }
  };
}
