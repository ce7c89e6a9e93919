import { createCanvas } from "@napi-rs/canvas";
import type { Shot } from "./scenes/scene.ts";
import { SCENES, type SceneName } from "./scenes/scenes.ts";

const JPEG_QUALITY = 88;

/** One moment of a scene, as a photo. The same shot always gives the same bytes. */
export function drawStill({ scene, atS, ...shot }: Shot & { scene: SceneName; atS: number }): Buffer {
  const canvas = createCanvas(shot.widthPx, shot.heightPx);
  SCENES[scene](shot).draw(canvas.getContext("2d"), atS);
  return canvas.encodeSync("jpeg", JPEG_QUALITY);
}
