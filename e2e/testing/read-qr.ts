import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Locator } from "playwright-core";
import { create } from "qrcode";

const PX_PER_MODULE = 6;
/** The white margin that a code needs. */
const QUIET = 4;

/** @returns the differences between the painted code and the code of this text; empty if a camera would read the text */
export async function qrFaults(code: Locator, text: string): Promise<string[]> {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const across = modules.size + 2 * QUIET;
  await code.evaluate(
    (svg: { style: { width: string; height: string } }, edge) => {
      svg.style.width = edge;
      svg.style.height = edge;
    },
    `${across * PX_PER_MODULE}px`,
  );
  const picture = await loadImage(await code.screenshot());
  const canvas = createCanvas(picture.width, picture.height);
  const drawing = canvas.getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const faults: string[] = [];
  for (let y = 1; y < across - 1; y++)
    for (let x = 1; x < across - 1; x++) {
      const [px, py] = [(x + 0.5) * PX_PER_MODULE, (y + 0.5) * PX_PER_MODULE];
      const [red = 0] = drawing.getImageData(Math.floor(px), Math.floor(py), 1, 1).data;
      const isInside = [x, y].every((at) => at >= QUIET && at < QUIET + modules.size);
      const isDark = isInside && Boolean(modules.get(y - QUIET, x - QUIET));
      if (red < 128 !== isDark) faults.push(`${x},${y}`);
    }
  return faults;
}
