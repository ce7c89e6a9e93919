import type { Ctx } from "@app/drawing/layer";
import { lerp, type Point } from "./motion.ts";

/**
 * A person from the side, as angles in degrees: 0 is down, 90 forward, 180 up.
 * Pairs are [near, far]. Everything scales with the height of the person.
 */
export type Pose = {
  torso: number;
  head: number;
  upperArms: readonly [number, number];
  foreArms: readonly [number, number];
  thighs: readonly [number, number];
  shins: readonly [number, number];
  feet: readonly [number, number];
};

export type Joints = {
  hip: Point;
  neck: Point;
  head: Point;
  elbows: [Point, Point];
  hands: [Point, Point];
  knees: [Point, Point];
  ankles: [Point, Point];
  toes: [Point, Point];
};

const TORSO = 0.29;
const NECK = 0.115;
const UPPER_ARM = 0.165;
const FORE_ARM = 0.175;
const THIGH = 0.25;
const SHIN = 0.25;
const FOOT = 0.085;

/** The positions of all joints relative to the hip, for a person of height 1 facing right. */
export function jointsOf(pose: Pose): Joints {
  const hip = { x: 0, y: 0 };
  const neck = reach(hip, pose.torso, TORSO);
  const shoulder = reach(hip, pose.torso, TORSO * 0.93);
  const elbows = both((side) => reach(shoulder, pose.upperArms[side], UPPER_ARM));
  const knees = both((side) => reach(hip, pose.thighs[side], THIGH));
  const ankles = both((side) => reach(knees[side], pose.shins[side], SHIN));
  return {
    hip,
    neck,
    head: reach(neck, pose.head, NECK),
    elbows,
    hands: both((side) => reach(elbows[side], pose.foreArms[side], FORE_ARM)),
    knees,
    ankles,
    toes: both((side) => reach(ankles[side], pose.feet[side], FOOT)),
  };
}

/** @returns the distance from the hip down to the lowest hand or foot; add it to stand on the ground */
export function standing(pose: Pose): number {
  const joints = jointsOf(pose);
  return Math.max(...[...joints.ankles, ...joints.toes, ...joints.hands].map((joint) => joint.y)) + 0.02;
}

export type Look = { skin: string; shirt: string; shorts: string; far: string };

/** `facing` 1 is right, -1 is left; `at` is the position of the hip. */
export function drawFigure(ctx: Ctx, pose: Pose, at: Point & { heightPx: number; facing: 1 | -1 }, look: Look): void {
  const joints = jointsOf(pose);
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(at.heightPx * at.facing, at.heightPx);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  drawArm(ctx, joints, 1, look.far);
  drawLeg(ctx, joints, 1, { skin: look.far, shorts: look.far });
  drawLeg(ctx, joints, 0, look);
  stroke(ctx, [joints.hip, joints.neck], 0.125, look.shirt);
  stroke(ctx, [reach(joints.hip, 0, -0.02), joints.hip], 0.13, look.shorts);
  stroke(ctx, [joints.neck, joints.head], 0.05, look.skin);
  ctx.fillStyle = look.skin;
  ctx.beginPath();
  ctx.arc(joints.head.x, joints.head.y, 0.068, 0, Math.PI * 2);
  ctx.fill();
  drawArm(ctx, joints, 0, look.skin);
  ctx.restore();
}

function drawArm(ctx: Ctx, joints: Joints, side: 0 | 1, color: string): void {
  const shoulder = { x: lerp(joints.hip.x, joints.neck.x, 0.93), y: lerp(joints.hip.y, joints.neck.y, 0.93) };
  stroke(ctx, [shoulder, joints.elbows[side]], 0.055, color);
  stroke(ctx, [joints.elbows[side], joints.hands[side]], 0.044, color);
}

function drawLeg(ctx: Ctx, joints: Joints, side: 0 | 1, { skin, shorts }: Pick<Look, "skin" | "shorts">): void {
  stroke(ctx, [joints.hip, joints.knees[side], joints.ankles[side]], 0.062, skin);
  const hem = { x: lerp(joints.hip.x, joints.knees[side].x, 0.55), y: lerp(joints.hip.y, joints.knees[side].y, 0.55) };
  stroke(ctx, [joints.hip, hem], 0.095, shorts);
  stroke(ctx, [joints.ankles[side], joints.toes[side]], 0.048, skin);
}

function stroke(ctx: Ctx, points: readonly Point[], width: number, color: string): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.beginPath();
  for (const point of points) ctx.lineTo(point.x, point.y);
  ctx.stroke();
}

/** Interpolates between two poses. */
export function blend(from: Pose, to: Pose, share: number): Pose {
  const pair = (a: readonly [number, number], b: readonly [number, number]): [number, number] => [
    lerp(a[0], b[0], share),
    lerp(a[1], b[1], share),
  ];
  return {
    torso: lerp(from.torso, to.torso, share),
    head: lerp(from.head, to.head, share),
    upperArms: pair(from.upperArms, to.upperArms),
    foreArms: pair(from.foreArms, to.foreArms),
    thighs: pair(from.thighs, to.thighs),
    shins: pair(from.shins, to.shins),
    feet: pair(from.feet, to.feet),
  };
}

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

function reach(from: Point, degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: from.x + Math.sin(angle) * length, y: from.y + Math.cos(angle) * length };
}

function both<T>(make: (side: 0 | 1) => T): [T, T] {
  return [make(0), make(1)];
}
