import { along, arc, between, easeInOut, lerp, type Point, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";

export type Route = {
  isTarget: boolean;
  isBlock: boolean;
  drawS: number;
  at(share: number): Point;
  runnerAt(tS: number): Point;
};

export type Play = {
  name: string;
  snapS: number;
  throwS: number;
  catchS: number;
  scoreS: number;
  routes: readonly Route[];
  defenders: readonly ((tS: number) => Point)[];
  ballAt(tS: number): Point & { z: number };
};

/** Yards from the ball, the line of scrimmage at y 0 and the goal line at 22. */
const PASSER = 0;
const SHAPES: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [
    [0, -5],
    [0, -6.5],
    [0.4, -7.5],
    [0.6, -7.2],
  ],
  [
    [-3.6, -0.6],
    [-3.9, -2],
    [-4, -2.4],
  ],
  [
    [-1.8, -0.6],
    [-1.9, -1.9],
    [-1.9, -2.2],
  ],
  [
    [0, -0.6],
    [0, -1.7],
    [0, -2],
  ],
  [
    [1.8, -0.6],
    [1.9, -1.9],
    [1.9, -2.2],
  ],
  [
    [3.6, -0.6],
    [3.9, -2],
    [4, -2.4],
  ],
  [
    [-2.6, -6.4],
    [-4, -3.5],
    [-8, 0.5],
    [-13, 3],
  ],
  [
    [-8, -1.4],
    [-8, 6],
    [-5, 11],
    [2, 13.4],
    [9, 14],
  ],
  [
    [8, -1.4],
    [8.2, 5],
    [7, 9],
    [2, 9.8],
    [-6, 10],
  ],
];
/** The two wide receivers, one of whom gets the ball. */
const OUTSIDE: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [
    [14.5, -0.6],
    [14.6, 7],
    [14, 12],
    [9, 18],
    [5, 23],
    [3.5, 27],
  ],
  [
    [-14.5, -0.6],
    [-14.2, 6],
    [-12, 9],
    [-15.4, 14],
    [-15, 22],
    [-13.5, 27],
  ],
];
const DEFENCE = [
  [-3, 1],
  [-1, 1],
  [1.2, 1],
  [3.2, 1],
  [-6, 4.5],
  [0, 5],
  [6, 4.5],
  [-13.4, 6],
  [13.4, 6],
  [-6, 12],
  [6, 13],
] as const;
const NAMES = ["Trips right, post", "Slot left, corner", "Twins, deep out"] as const;

export function planPlay(seed: number, lengthS: number): Play {
  const random = randomOf(seed);
  const flip = random.next() < 0.5 ? -1 : 1;
  const target = random.int(0, 1);
  const snapS = Math.min(4.2, lengthS * 0.34);
  const paceS = Math.min(5, (lengthS - snapS) * 0.62);
  const [throwS, catchS] = [snapS + paceS * 0.42, snapS + paceS * 0.7];
  const scoreS = snapS + paceS * 0.9;
  const shapes = [...SHAPES, ...OUTSIDE].map((shape) => shape.map(([x, y]) => ({ x: x * flip, y })));

  const routes = shapes.map((points, at): Route => {
    const isBlock = at >= 1 && at <= 5;
    const endS = isBlock ? snapS + 1 : snapS + paceS;
    return {
      isTarget: at === SHAPES.length + target,
      isBlock,
      drawS: 0.15 + at * 0.17 * Math.min(1, snapS / 3),
      at: (share) => along(points, share),
      runnerAt: (tS) => along(points, span(tS, snapS, endS) ** 1.15),
    };
  });
  const receiver = routes[SHAPES.length + target];
  const passer = routes[PASSER];

  const defenders = DEFENCE.map(([x, y], at) => (tS: number): Point => {
    const home = { x: x * flip + wander(seed + at, tS * 0.7) * 0.4, y: y + wander(seed + at + 50, tS * 0.7) * 0.4 };
    const chase = receiver && passer ? (at < 4 ? passer.runnerAt(tS) : receiver.runnerAt(tS)) : home;
    const reach = at < 4 ? 0.45 : at > 6 ? 0.72 : 0.4;
    const near = between(
      home,
      { x: chase.x * 0.85, y: chase.y - 2.2 },
      reach * easeInOut(span(tS, snapS + 0.25, snapS + paceS)),
    );
    return near;
  });

  return {
    name: random.pick(NAMES),
    snapS,
    throwS,
    catchS,
    scoreS,
    routes,
    defenders,
    ballAt(tS) {
      if (!receiver || !passer) return { x: 0, y: 0, z: 0 };
      const held = (at: Point): Point & { z: number } => ({ x: at.x + 0.9, y: at.y + 0.2, z: 0 });
      if (tS < snapS) return { x: 0, y: 0, z: -0.7 };
      if (tS < snapS + 0.3)
        return { ...between({ x: 0, y: 0 }, passer.runnerAt(tS), span(tS, snapS, snapS + 0.3)), z: 0 };
      if (tS < throwS) return held(passer.runnerAt(tS));
      if (tS >= catchS) return held(receiver.runnerAt(tS));
      const share = span(tS, throwS, catchS);
      const [from, to] = [passer.runnerAt(throwS), receiver.runnerAt(catchS)];
      return { x: lerp(from.x, to.x + 0.9, share), y: lerp(from.y, to.y, share), z: 1 + arc(share) * 5 };
    },
  };
}
