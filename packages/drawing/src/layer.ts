import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { loadFonts } from "./fonts.ts";

export type Ctx = SKRSContext2D;

/** A picture that is drawn once and reused in every frame. Loads the fonts, because every drawing starts with one. */
export function layer(widthPx: number, heightPx: number, draw: (ctx: Ctx) => void): Canvas {
  loadFonts();
  const canvas = createCanvas(Math.max(1, Math.ceil(widthPx)), Math.max(1, Math.ceil(heightPx)));
  draw(canvas.getContext("2d"));
  return canvas;
}
