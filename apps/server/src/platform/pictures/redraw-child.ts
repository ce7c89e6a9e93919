/**
 * A process of its own for one picture that somebody sent: it may crash, hang or eat memory without anybody else
 * noticing. The picture comes by standard input; what goes out is its width before it was resized, in four bytes, and
 * a webp. Run by `redraw-in-child.ts`, which names the arguments.
 */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

const NOT_A_PICTURE = 3;

const { widthPx, heightPx, fit, mostPixels } = JSON.parse(process.argv[2] ?? "{}");
sharp.concurrency(1);
sharp.cache(false);
const bytes = await buffer(process.stdin);
try {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
  const { autoOrient } = await image.metadata();
  const size = { width: widthPx, height: heightPx, fit, withoutEnlargement: true };
  const webp = await image.autoOrient().resize(size).webp({ quality: 82 }).toBuffer();
  const width = Buffer.alloc(4);
  width.writeUInt32BE(autoOrient.width);
  process.stdout.write(Buffer.concat([width, webp]));
} catch {
  process.exitCode = NOT_A_PICTURE;
}
