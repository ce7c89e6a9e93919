import type { Pose } from "../drawing/figure.ts";

export const READY: Pose = {
  torso: 156,
  head: 150,
  upperArms: [34, 28],
  foreArms: [88, 80],
  thighs: [46, 18],
  shins: [-16, -34],
  feet: [82, 74],
};

export const WATCH: Pose = {
  torso: 172,
  head: 186,
  upperArms: [24, 10],
  foreArms: [70, 58],
  thighs: [20, -8],
  shins: [-8, -24],
  feet: [84, 78],
};

/** Both arms straight and together in front, under the ball. */
export const BUMP: Pose = {
  torso: 146,
  head: 152,
  upperArms: [62, 60],
  foreArms: [70, 68],
  thighs: [62, 10],
  shins: [-22, -46],
  feet: [80, 66],
};

/** Hands over the forehead. */
export const SETTING: Pose = {
  torso: 180,
  head: 200,
  upperArms: [140, 150],
  foreArms: [186, 178],
  thighs: [14, -8],
  shins: [-4, -16],
  feet: [72, 60],
};

/** In the air, arched: hitting arm back, the other one pointing at the ball. */
export const COCKED: Pose = {
  torso: 196,
  head: 188,
  upperArms: [232, 128],
  foreArms: [176, 132],
  thighs: [-14, 6],
  shins: [-84, -60],
  feet: [-30, -10],
};

export const SPIKE: Pose = {
  torso: 160,
  head: 150,
  upperArms: [118, 40],
  foreArms: [88, 20],
  thighs: [28, 12],
  shins: [-6, -20],
  feet: [40, 30],
};

export const BLOCK: Pose = {
  torso: 178,
  head: 170,
  upperArms: [166, 170],
  foreArms: [164, 168],
  thighs: [4, -6],
  shins: [-8, -16],
  feet: [40, 34],
};
