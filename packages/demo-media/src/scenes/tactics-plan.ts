import type { Ctx } from "@app/drawing/layer";
import { TEXT } from "@app/drawing/palette";
import { arc, clamp, easeInOut, lerp, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";
import type { Camera, Place } from "../drawing/shapes.ts";

/** Meters from the middle of the pitch, `along` towards the goal that is attacked. */
export type OnPitch = { along: number; across: number };
type Team = "own" | "other";
type Pass = { from: number; to: number; fromS: number; toS: number };

const NUMBERS = [1, 2, 5, 4, 3, 6, 8, 10, 7, 9, 11] as const;

const ROOM_M = 6;

const FORMATION: Record<Team, readonly (readonly [along: number, across: number])[]> = {
  own: [
    [-44, 0],
    [-24, 24],
    [-28, 8],
    [-28, -8],
    [-24, -24],
    [-13, 0],
    [-3, 13],
    [-1, -13],
    [14, 24],
    [17, 0],
    [14, -24],
  ],
  other: [
    [49, 0],
    [30, -21],
    [34, -7],
    [34, 7],
    [30, 21],
    [16, -22],
    [19, -7],
    [19, 7],
    [16, 22],
    [-2, -6],
    [0, 7],
  ],
};

/** Passing sequences, by index into the formation; each ends with a striker in front of the goal. */
const CHAINS = [
  [2, 5, 1, 6, 8, 7, 9],
  [3, 4, 5, 7, 10, 6, 9],
  [1, 2, 3, 7, 5, 8, 6, 9],
  [4, 7, 5, 6, 8, 9],
] as const;

type Plan = {
  numbers: readonly number[];
  passes: readonly Pass[];
  shotAtS: number;
  goalAtS: number;
  goalAcross: number;
  /** Seconds on the match clock when the film begins. */
  startS: number;
  playerAt(team: Team, player: number, tS: number): OnPitch;
  ballAt(tS: number): OnPitch;
  ballHeightAt(tS: number): number;
  carrierAt(tS: number): number | null;
};

export function planAttack(seed: number, lengthS: number): Plan {
  const random = randomOf(seed);
  const chain = random.pick(CHAINS);
  const mirror = random.next() < 0.5 ? 1 : -1;
  const goalAtS = lengthS * 0.78;
  const shotAtS = goalAtS - 0.55;
  const goalAcross = random.between(-2.6, 2.6);
  const rounds = Math.max(1, Math.round(shotAtS / 1.15 / chain.length));
  const line = Array.from({ length: rounds }, () => chain).flat();
  const stepS = (shotAtS - 0.3) / line.length;
  const passes = line.slice(1).map((to, at) => {
    const fromS = 0.3 + (at + 0.55) * stepS + random.between(-0.08, 0.08) * stepS;
    return { from: line[at] ?? 0, to, fromS, toS: fromS + stepS * 0.62 };
  });

  function homeOf(team: Team, player: number): OnPitch {
    const [along, across] = FORMATION[team][player] ?? [0, 0];
    return { along, across: across * mirror };
  }

  /** The focus of the game, which moves from one receiver to the next, ahead of the ball. */
  function focusAt(tS: number): number {
    const place = clamp((tS - 0.3) / stepS, 0, line.length - 1.001);
    const step = Math.floor(place);
    const [from, to] = [homeOf("own", line[step] ?? 0), homeOf("own", line[step + 1] ?? 0)];
    return lerp(from.across, to.across, easeInOut(place - step));
  }

  /** Players do not overlap: a defender moves toward their own goal. */
  function playerAt(team: Team, player: number, tS: number): OnPitch {
    const at = wishAt(team, player, tS);
    if (team === "own") return at;
    for (const rival of NUMBERS.keys()) {
      const near = wishAt("own", rival, tS);
      const apart = Math.hypot(near.along - at.along, (near.across - at.across) * 1.4);
      if (apart < ROOM_M) at.along += ROOM_M - apart;
    }
    return at;
  }

  function wishAt(team: Team, player: number, tS: number): OnPitch {
    const home = homeOf(team, player);
    const isKeeper = player === 0;
    const push = easeInOut(span(tS, 0, goalAtS)) * (isKeeper ? 6 : 24) * (team === "own" ? 1 : 0.5);
    const pull = focusAt(tS) * (isKeeper ? 0.08 : team === "own" ? 0.14 : 0.3);
    const restless = seed + player * 37 + (team === "own" ? 0 : 1_000);
    const limit = team === "own" ? 43 : isKeeper ? 51 : 46;
    return {
      along: clamp(
        home.along * (team === "own" && !isKeeper ? 0.92 : 1) + push + wander(restless, tS * 0.8) * 2.6,
        -51,
        limit,
      ),
      across: clamp(home.across * 0.94 + pull + wander(restless + 5, tS * 0.8) * 2.6, -32, 32),
    };
  }

  function ballAt(tS: number): OnPitch {
    if (tS >= shotAtS) {
      const from = playerAt("own", line.at(-1) ?? 0, shotAtS);
      const share = span(tS, shotAtS, goalAtS);
      return { along: lerp(from.along + 1.6, 53.6, share), across: lerp(from.across, goalAcross, share) };
    }
    const pass = passes.findLast((candidate) => candidate.fromS <= tS);
    const keeper = playerAt("own", pass?.to ?? line[0] ?? 0, tS);
    const held = { along: keeper.along + 2.1, across: keeper.across };
    if (!pass || tS >= pass.toS) return held;
    const share = easeInOut(span(tS, pass.fromS, pass.toS)) * 0.35 + span(tS, pass.fromS, pass.toS) * 0.65;
    const from = playerAt("own", pass.from, pass.fromS);
    return { along: lerp(from.along + 2.1, held.along, share), across: lerp(from.across, held.across, share) };
  }

  function ballHeightAt(tS: number): number {
    if (tS >= shotAtS) return arc(span(tS, shotAtS, goalAtS) * 0.75) * 2.4;
    const pass = passes.findLast((candidate) => candidate.fromS <= tS);
    if (!pass || tS >= pass.toS) return 0;
    const [from, to] = [homeOf("own", pass.from), homeOf("own", pass.to)];
    const far = Math.hypot(from.along - to.along, from.across - to.across);
    return arc(span(tS, pass.fromS, pass.toS)) * Math.max(0, far - 18) * 0.22;
  }

  function carrierAt(tS: number): number | null {
    if (tS >= shotAtS) return null;
    const pass = passes.findLast((candidate) => candidate.fromS <= tS);
    return pass ? (tS >= pass.toS - 0.1 ? pass.to : null) : (line[0] ?? null);
  }

  const startS = random.int(12, 88) * 60 + random.int(0, 40);
  return { numbers: NUMBERS, passes, shotAtS, goalAtS, goalAcross, startS, playerAt, ballAt, ballHeightAt, carrierAt };
}

export const HALF_LENGTH_M = 52.5;
export const HALF_WIDTH_M = 34;

type ToPlace = (at: OnPitch, z?: number) => Place;

/** What every line of the pitch is drawn with. */
type Drawing = { ctx: Ctx; camera: Camera; place: ToPlace };

export function drawPitch(ctx: Ctx, camera: Camera, place: ToPlace, u: number): void {
  const drawing = { ctx, camera, place };
  fillBox(drawing, [-HALF_LENGTH_M - 7, -HALF_WIDTH_M - 6, HALF_LENGTH_M + 7, HALF_WIDTH_M + 6], "#0C1D17");
  for (let stripe = 0; stripe < 14; stripe++) {
    const [from, to] = [stripe, stripe + 1].map((at) => -HALF_LENGTH_M + (at * HALF_LENGTH_M * 2) / 14);
    fillBox(drawing, [from ?? 0, -HALF_WIDTH_M, to ?? 0, HALF_WIDTH_M], stripe % 2 ? "#1B5238" : "#16452F");
  }
  ctx.strokeStyle = "#E9F5EAB8";
  ctx.lineWidth = 2.4 * u;
  strokeBox(drawing, [-HALF_LENGTH_M, -HALF_WIDTH_M, HALF_LENGTH_M, HALF_WIDTH_M]);
  for (const end of [-1, 1]) {
    const line = HALF_LENGTH_M * end;
    strokeBox(drawing, [line - 16.5 * end, -20.15, line, 20.15]);
    strokeBox(drawing, [line - 5.5 * end, -9.15, line, 9.15]);
    strokeArc(drawing, { along: line - 11 * end, across: 0 }, end === 1 ? [2.22, 4.07] : [-0.92, 0.92]);
    drawGoal(drawing, { line, end, u });
  }
  ctx.strokeStyle = "#E9F5EAB8";
  ctx.lineWidth = 2.4 * u;
  camera.trace(ctx, [place({ along: 0, across: -HALF_WIDTH_M }), place({ along: 0, across: HALF_WIDTH_M })]);
  ctx.stroke();
  strokeArc(drawing, { along: 0, across: 0 }, [0, Math.PI * 2]);
}

function drawGoal({ ctx, camera, place }: Drawing, { line, end, u }: { line: number; end: number; u: number }): void {
  ctx.strokeStyle = TEXT;
  ctx.lineWidth = 3.4 * u;
  const post = (across: number, z: number): Place => place({ along: line, across }, z);
  camera.trace(ctx, [post(-3.66, 0), post(-3.66, 2.9), post(3.66, 2.9), post(3.66, 0)]);
  ctx.stroke();
  const back = (across: number): Place => place({ along: line + 2.2 * end, across }, 0);
  ctx.strokeStyle = "#FFFFFF48";
  ctx.lineWidth = 1.2 * u;
  for (let cord = 0; cord <= 8; cord++) {
    const across = -3.66 + (cord * 7.32) / 8;
    camera.trace(ctx, [post(across, 2.9), back(across)]);
    ctx.stroke();
  }
  for (const across of [-3.66, 3.66]) {
    camera.trace(ctx, [post(across, 0), back(across), post(across, 2.9)]);
    ctx.stroke();
  }
  camera.trace(ctx, [back(-3.66), back(3.66)]);
  ctx.stroke();
}

type Box = readonly [fromAlong: number, fromAcross: number, toAlong: number, toAcross: number];

function traceBox({ ctx, camera, place }: Drawing, [a, b, c, d]: Box): void {
  const corners = [
    [a, b],
    [c, b],
    [c, d],
    [a, d],
  ] as const;
  camera.trace(
    ctx,
    corners.map(([along, across]) => place({ along, across })),
  );
  ctx.closePath();
}

function fillBox(drawing: Drawing, box: Box, color: string): void {
  drawing.ctx.fillStyle = color;
  traceBox(drawing, box);
  drawing.ctx.fill();
}

function strokeBox(drawing: Drawing, box: Box): void {
  traceBox(drawing, box);
  drawing.ctx.stroke();
}

function strokeArc({ ctx, camera, place }: Drawing, middle: OnPitch, [from, to]: readonly [number, number]): void {
  const places = Array.from({ length: 41 }, (_, step) => {
    const turn = from + ((to - from) * step) / 40;
    return place({ along: middle.along + 9.15 * Math.cos(turn), across: middle.across + 9.15 * Math.sin(turn) });
  });
  camera.trace(ctx, places);
  ctx.stroke();
}
