import type { Ctx } from "@app/drawing/layer";
import { beam } from "./beam.ts";
import { climb } from "./climb.ts";
import { countdown } from "./countdown.ts";
import { playbook } from "./playbook.ts";
import { rally } from "./rally.ts";
import { regatta } from "./regatta.ts";
import { relay } from "./relay.ts";
import type { Scene, Shot } from "./scene.ts";
import { shotChart } from "./shot-chart.ts";
import { slalom } from "./slalom.ts";
import { swim } from "./swim.ts";
import { tactics } from "./tactics.ts";
import { volleyball } from "./volleyball.ts";

/** Every scene by its name in the demo world. */
export const SCENES = {
  beam,
  climb,
  countdown,
  playbook,
  rally,
  regatta,
  relay,
  "shot-chart": shotChart,
  slalom,
  swim,
  tactics,
  volleyball,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;

/** Draws one moment of a scene. For a film, call `SCENES[name](shot)` once and draw it repeatedly. */
export function drawScene(name: SceneName, ctx: Ctx, at: Shot & { tS: number }): void {
  SCENES[name](at).draw(ctx, at.tS);
}
