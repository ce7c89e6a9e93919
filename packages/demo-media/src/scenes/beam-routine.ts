import { blend, type Pose, standing } from "../drawing/figure.ts";
import { arc, easeInOut, lerp } from "../drawing/motion.ts";

/** In heights of the gymnast. */
export const BEAM_LENGTH = 3.1;

/** An element's name, and its share of the routine. */
export const MOVES = [
  { name: "Mount and salute", from: 0, to: 0.12, isLanding: false, worth: "" },
  { name: "Split leap", from: 0.12, to: 0.34, isLanding: true, worth: "C  0.3" },
  { name: "Front walkover", from: 0.34, to: 0.66, isLanding: true, worth: "D  0.4" },
  { name: "Tuck salto off", from: 0.66, to: 1, isLanding: true, worth: "E  0.5" },
];

type Key = { at: number; x: number; pose: Pose };

/** A pose with straight arms and legs, which covers most of gymnastics. */
function shape(
  torso: number,
  arms: readonly [number, number],
  thighs: readonly [number, number],
  shins = thighs,
): Pose {
  return {
    torso,
    head: torso,
    upperArms: arms,
    foreArms: arms,
    thighs,
    shins,
    feet: [shins[0] + 28, shins[1] + 28],
  };
}

const SALUTE = shape(183, [168, 200], [3, -3]);
const READY = shape(176, [60, -60], [12, -14], [-4, -22]);

const KEYS: readonly Key[] = [
  { at: 0, x: 0.3, pose: SALUTE },
  { at: 0.07, x: 0.36, pose: SALUTE },
  { at: 0.12, x: 0.55, pose: READY },
  { at: 0.17, x: 0.72, pose: shape(168, [-40, -70], [34, -30], [-20, -50]) },
  { at: 0.205, x: 0.8, pose: shape(172, [40, -20], [40, -34], [10, -44]) },
  { at: 0.255, x: 1.05, pose: shape(178, [112, -98], [94, -92], [96, -98]) },
  { at: 0.3, x: 1.28, pose: shape(172, [70, -70], [30, -44], [0, -60]) },
  { at: 0.345, x: 1.36, pose: shape(178, [150, 130], [8, -8], [0, -12]) },
  { at: 0.4, x: 1.44, pose: shape(172, [172, 168], [22, -14], [12, -20]) },
  { at: 0.45, x: 1.66, pose: shape(96, [62, 58], [4, -98]) },
  { at: 0.505, x: 1.98, pose: shape(2, [2, -2], [-112, -236], [-118, -238]) },
  { at: 0.56, x: 2.22, pose: shape(-78, [-38, -42], [-236, -338], [-244, -372]) },
  { at: 0.61, x: 2.36, pose: shape(-150, [-150, -156], [-292, -354], [-300, -372]) },
  { at: 0.655, x: 2.46, pose: shape(-184, [-178, -166], [-352, -364], [-360, -368]) },
  { at: 0.72, x: 2.56, pose: shape(-206, [-280, -300], [-318, -322], [-392, -396]) },
  { at: 0.765, x: 2.68, pose: shape(-180, [-186, -190], [-352, -358], [-368, -372]) },
  { at: 0.82, x: 2.98, pose: shape(-262, [-348, -352], [-352, -356], [-478, -482]) },
  { at: 0.88, x: 3.24, pose: shape(-442, [-560, -564], [-560, -564], [-690, -694]) },
  { at: 0.93, x: 3.44, pose: shape(-528, [-590, -596], [-668, -672], [-748, -752]) },
  { at: 1, x: 3.48, pose: shape(-537, [-542, -520], [-717, -723], [-720, -724]) },
];

/** Hips over the beam: what the pose needs to touch, plus the flight; after the dismount the floor is lower. */
const FLOOR_DROP = 0.78;
const FLIGHTS = [
  { from: 0.205, to: 0.3, height: 0.3, drop: 0 },
  { from: 0.765, to: 0.93, height: 0.55, drop: FLOOR_DROP },
];

/** The gymnast at a share of the routine: position, height of the hips above the beam, and pose. */
export function routineAt(share: number): { pose: Pose; x: number; hip: number } {
  const now = Math.min(1, Math.max(0, share));
  const next = KEYS.findIndex((key) => key.at > now);
  const [from, to] = next === -1 ? [KEYS.at(-2), KEYS.at(-1)] : [KEYS[next - 1], KEYS[next]];
  if (!from || !to) throw new RangeError("A routine needs two keys.");
  const part = Math.min(1, (now - from.at) / (to.at - from.at));
  const pose = blend(from.pose, to.pose, easeInOut(part) * 0.5 + part * 0.5);
  let height = 0;
  for (const flight of FLIGHTS) {
    if (now <= flight.from) continue;
    const way = Math.min(1, (now - flight.from) / (flight.to - flight.from));
    height += arc(way) * flight.height - flight.drop * way ** 2;
  }
  return { pose, x: lerp(from.x, to.x, part), hip: standing(pose) + height };
}
