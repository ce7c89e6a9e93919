import { blend, type Pose, standing } from "../drawing/figure.ts";
import { arc, easeInOut, lerp, span } from "../drawing/motion.ts";
import { running } from "../drawing/poses.ts";
import { randomOf, wander } from "../drawing/random.ts";
import { BLOCK, BUMP, COCKED, READY, SETTING, SPIKE, WATCH } from "./volleyball-poses.ts";

export const NET_M = 2.43;
const CYCLE_S = 4.3;
/** Seconds into an attack: the ball is received, set, hit, and down. */
const PASS_S = 0.75;
const SET_S = 1.75;
const HIT_S = 2.75;
const DOWN_S = 3.05;

export type Rallier = { team: "home" | "guest"; role: Role; depthM: number; isLibero: boolean; seed: number };
type Role = "passer" | "setter" | "hitter" | "back";
type Ball = { x: number; depthM: number; z: number; isSpike: boolean };
type Key = { atS: number; x: number; pose: Pose };

const PLAYERS: readonly Rallier[] = (["home", "guest"] as const).flatMap((team) =>
  (
    [
      ["passer", 3.2],
      ["setter", 4.2],
      ["hitter", 2.2],
      ["back", 6.6],
    ] as const
  ).map(([role, depthM], at) => ({
    team,
    role,
    depthM,
    isLibero: role === "passer",
    seed: at + (team === "home" ? 0 : 20),
  })),
);

/** The four players' moves while their team attacks, from the net at x 0 to their line at x -9. */
const ATTACK: Record<Role, readonly Key[]> = {
  passer: [
    { atS: 0, x: -6.1, pose: READY },
    { atS: PASS_S, x: -6.2, pose: BUMP },
    { atS: PASS_S + 0.5, x: -5.9, pose: READY },
    { atS: CYCLE_S, x: -6.1, pose: READY },
  ],
  setter: [
    { atS: 0, x: -2.4, pose: READY },
    { atS: SET_S - 0.3, x: -1.9, pose: READY },
    { atS: SET_S, x: -1.8, pose: SETTING },
    { atS: SET_S + 0.5, x: -1.8, pose: WATCH },
    { atS: CYCLE_S, x: -2.4, pose: READY },
  ],
  hitter: [
    { atS: 0, x: -4.7, pose: READY },
    { atS: 1.5, x: -4.7, pose: READY },
    { atS: 2.2, x: -2.2, pose: WATCH },
    { atS: 2.5, x: -1.35, pose: COCKED },
    { atS: HIT_S - 0.05, x: -1, pose: COCKED },
    { atS: HIT_S + 0.12, x: -0.95, pose: SPIKE },
    { atS: 3.25, x: -1.1, pose: READY },
    { atS: CYCLE_S, x: -4.7, pose: READY },
  ],
  back: [
    { atS: 0, x: -6.9, pose: READY },
    { atS: HIT_S, x: -5.8, pose: READY },
    { atS: CYCLE_S, x: -6.9, pose: READY },
  ],
};

/** Their moves while the other team attacks: two block, one dives. */
const DEFEND: typeof ATTACK = {
  passer: [
    { atS: 0, x: -6.1, pose: READY },
    { atS: HIT_S, x: -6, pose: READY },
    { atS: DOWN_S, x: -5.1, pose: BUMP },
    { atS: CYCLE_S, x: -6.1, pose: READY },
  ],
  setter: [
    { atS: 0, x: -2.4, pose: READY },
    { atS: 2.2, x: -0.7, pose: WATCH },
    { atS: HIT_S - 0.08, x: -0.55, pose: BLOCK },
    { atS: HIT_S + 0.2, x: -0.55, pose: BLOCK },
    { atS: 3.3, x: -0.8, pose: READY },
    { atS: CYCLE_S, x: -2.4, pose: READY },
  ],
  hitter: [
    { atS: 0, x: -4.7, pose: READY },
    { atS: 2.1, x: -0.9, pose: WATCH },
    { atS: HIT_S, x: -0.6, pose: BLOCK },
    { atS: HIT_S + 0.25, x: -0.6, pose: BLOCK },
    { atS: 3.3, x: -1, pose: READY },
    { atS: CYCLE_S, x: -4.7, pose: READY },
  ],
  back: ATTACK.back,
};

type Jump = { fromS: number; lengthS: number; heightM: number };

const JUMPS: Partial<Record<Role, { attack: Jump; defend: Jump }>> = {
  hitter: {
    attack: { fromS: 2.38, lengthS: 0.78, heightM: 0.85 },
    defend: { fromS: 2.52, lengthS: 0.6, heightM: 0.6 },
  },
  setter: {
    attack: { fromS: SET_S - 0.18, lengthS: 0.4, heightM: 0.2 },
    defend: { fromS: 2.48, lengthS: 0.62, heightM: 0.55 },
  },
};

const TURNED = { 1: -1, "-1": 1 } as const;

export type SetPlan = {
  players: readonly Rallier[];
  touches: readonly number[];
  landings: readonly { atS: number; x: number; depthM: number }[];
  ballAt(tS: number): Ball;
  playerAt(player: Rallier, tS: number): { pose: Pose; x: number; hip: number; liftM: number; facing: 1 | -1 };
  scoreAt(tS: number): [number, number];
  phaseAt(tS: number): string;
};

export function planSet(seed: number, lengthS: number): SetPlan {
  const random = randomOf(seed);
  const cycles = Array.from({ length: Math.ceil(lengthS / CYCLE_S) + 1 }, (_, at) => ({
    startS: at * CYCLE_S - 0.35,
    side: (at + (seed % 2)) % 2 === 0 ? (1 as const) : (-1 as const),
    landX: random.between(3.8, 6.6),
    landDepthM: random.between(2, 5.4),
    tempo: random.between(0.9, 1.25),
  }));
  const base = [random.int(8, 11), random.int(8, 11)] as const;
  function cycleAt(tS: number): (typeof cycles)[number] {
    const found = cycles.findLast((cycle) => cycle.startS <= tS) ?? cycles[0];
    if (!found) throw new RangeError("A set needs an attack.");
    return found;
  }

  function ballAt(tS: number): Ball {
    const cycle = cycleAt(tS);
    const now = tS - cycle.startS;
    const fly = (
      from: readonly [number, number, number],
      to: readonly [number, number, number],
      times: readonly [number, number],
      highM: number,
    ): Ball => {
      const share = span(now, times[0], times[1]);
      return {
        x: lerp(from[0], to[0], share) * cycle.side,
        depthM: lerp(from[1], to[1], share),
        z: lerp(from[2], to[2], share) + arc(share) * highM,
        isSpike: times[0] === HIT_S,
      };
    };
    const [pass, set, hit] = [
      [-5.6, 3.2, 0.95],
      [-1.6, 4, 2.5],
      [-0.62, 2.3, 3.15],
    ] as const;
    if (now < PASS_S) return fly([8.6, 4, 2.6], pass, [-0.4, PASS_S], 1.6);
    if (now < SET_S) return fly(pass, set, [PASS_S, SET_S], 2);
    if (now < HIT_S) return fly(set, hit, [SET_S, HIT_S], 1.5 * cycle.tempo);
    const land = [cycle.landX, cycle.landDepthM, 0.2] as const;
    if (now < DOWN_S) return fly(hit, land, [HIT_S, DOWN_S], 0.1);
    return fly(land, [cycle.landX + 2.4, cycle.landDepthM + 1, 0.3], [DOWN_S, CYCLE_S], 1.5);
  }

  function playerAt(
    player: Rallier,
    tS: number,
  ): { pose: Pose; x: number; hip: number; liftM: number; facing: 1 | -1 } {
    const cycle = cycleAt(tS);
    const now = tS - cycle.startS;
    const isAttacking = (player.team === "home") === (cycle.side === 1);
    const { from, to } = keysAt((isAttacking ? ATTACK : DEFEND)[player.role], now);
    const share = easeInOut(span(now, from.atS, to.atS));
    const speed = Math.abs(to.x - from.x) / (to.atS - from.atS);
    let pose = blend(from.pose, to.pose, share);
    if (speed > 1.4)
      pose = blend(pose, running(now * 1.7), Math.min(1, (speed - 1.4) / 1.2) * arc(span(now, from.atS, to.atS)));
    const jump = JUMPS[player.role]?.[isAttacking ? "attack" : "defend"];
    const sway = wander(seed + player.seed, tS * 0.9) * 0.12;
    const isBack = to.x < from.x - 0.6 && speed > 1.4;
    const facing = player.team === "home" ? 1 : -1;
    return {
      pose,
      x: (lerp(from.x, to.x, share) + sway) * facing,
      hip: standing(pose),
      liftM: jump ? liftAt(jump, now) : 0,
      facing: isBack ? TURNED[facing] : facing,
    };
  }

  const within = (atS: number): boolean => atS > 0 && atS < lengthS;
  return {
    players: PLAYERS,
    touches: cycles.flatMap((cycle) => [PASS_S, SET_S, HIT_S].map((atS) => cycle.startS + atS)).filter(within),
    landings: cycles.map((cycle) => ({
      atS: cycle.startS + DOWN_S,
      x: cycle.landX * cycle.side,
      depthM: cycle.landDepthM,
    })),
    ballAt,
    playerAt,
    scoreAt(tS) {
      const done = cycles.filter((cycle) => cycle.startS + DOWN_S <= tS);
      const home = done.filter((cycle) => cycle.side === 1).length;
      return [base[0] + home, base[1] + done.length - home];
    },
    phaseAt(tS) {
      const now = tS - cycleAt(tS).startS;
      return now < PASS_S
        ? "serve receive"
        : now < SET_S
          ? "pass to the setter"
          : now < HIT_S
            ? "set to the outside"
            : "kill";
    },
  };
}

/** The two keys between which a player moves at a moment of the attack. */
function keysAt(keys: readonly Key[], now: number): { from: Key; to: Key } {
  const next = Math.max(
    1,
    keys.findIndex((key) => key.atS > now),
  );
  const [from, to] = [keys[next - 1], keys[next]];
  if (!from || !to) throw new RangeError("A player needs two keys.");
  return { from, to };
}

function liftAt(jump: Jump, now: number): number {
  const air = span(now, jump.fromS, jump.fromS + jump.lengthS);
  return air > 0 && air < 1 ? arc(air) * jump.heightM : 0;
}
