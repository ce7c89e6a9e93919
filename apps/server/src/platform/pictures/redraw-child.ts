/**
 * Redraws one uploaded picture in a process of its own, which may crash, hang or run out of memory without affecting
 * others. Reads the picture from stdin; writes its original width in four bytes, then a WebP. Started by
 * `redraw-picture.ts`, which passes the arguments.
 */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

const NOT_A_PICTURE = 3;

const { widthPx, heightPx, fit, pixelsMax } = JSON.parse(process.argv[2] ?? "{}");
sharp.concurrency(1);
sharp.cache(false);
const bytes = await buffer(process.stdin);
try {
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
  const { autoOrient } = await image.metadata();
  const size = { width: widthPx, height: heightPx, fit, withoutEnlargement: true };
  const webp = await image.autoOrient().resize(size).webp({ quality: 82 }).toBuffer();
  const width = Buffer.alloc(4);
  width.writeUInt32BE(autoOrient.width);
  process.stdout.write(Buffer.concat([width, webp]));
} catch {
  process.exitCode = NOT_A_PICTURE;
}
