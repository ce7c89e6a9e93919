import type { Pose } from "./figure.ts";

/** A sprinter's stride; `phase` 0 to 1 covers both steps. */
export function running(phase: number): Pose {
  const near = leg(phase);
  const far = leg(phase + 0.5);
  const swing = Math.sin(phase * Math.PI * 2) * 55;
  return {
    torso: 168,
    head: 165,
    upperArms: [-swing - 8, swing - 8],
    foreArms: [-swing + 82, swing + 82],
    thighs: [near.thigh, far.thigh],
    shins: [near.shin, far.shin],
    feet: [near.shin + 80, far.shin + 80],
  };
}

function leg(phase: number): { thigh: number; shin: number } {
  const turn = phase * Math.PI * 2;
  const thigh = 18 + 42 * Math.sin(turn);
  const fold = 58 - 52 * Math.sin(turn + 1.15);
  return { thigh, shin: thigh - Math.max(4, fold) };
}
