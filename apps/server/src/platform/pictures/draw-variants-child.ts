/**
 * Draws one uploaded picture in every width and format that it is shown in, in a process of its own, which may crash,
 * hang or run out of memory without affecting others. Reads the picture from stdin; writes the length of a header in four
 * bytes, the header as JSON, and the files. Started by `draw-variants.ts`, which passes the arguments.
 */
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import type { Drawing } from "./draw-variants.ts";

const NOT_A_PICTURE = 3;
/** A larger profile is none of a camera, and every file would contain it. */
const PROFILE_MAX_BYTES = 4_096;
const PLACEHOLDER_PX = 16;
/** WebP allows 16,383. */
const HEIGHT_MAX_PX = 8_192;
const WHITE = "#ffffff";
const ENCODERS: Record<string, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80, effort: 1 }),
  jpeg: (image) => image.flatten({ background: WHITE }).jpeg({ quality: 80 }),
};

type Task = Drawing & { pixelsMax: number };

const { rotation, crop, widths, formats, pixelsMax }: Task = JSON.parse(process.argv[2] ?? "{}");
sharp.concurrency(1);
sharp.cache(false);
const bytes = await buffer(process.stdin);
try {
  process.stdout.write(Buffer.concat(await draw()));
} catch {
  process.exitCode = NOT_A_PICTURE;
}

async function draw(): Promise<Buffer[]> {
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
  const facts = await image.metadata();
  const whole = toEdited(facts.autoOrient);
  // Cameras write wide color spaces as RGB with a small profile: it stays, with the numbers as they are. Everything else
  // becomes sRGB.
  const keepsProfile = isRgbProfile(facts.icc) && (facts.icc?.length ?? 0) <= PROFILE_MAX_BYTES;
  const withColor = (one: Sharp) => (keepsProfile ? one.keepIccProfile() : one);
  const edited = image.autoOrient().rotate(rotation).extract(whole);
  const base = await withColor(
    edited.resize({ width: Math.max(...widths), height: HEIGHT_MAX_PX, fit: "inside", withoutEnlargement: true }),
  )
    // Uncompressed: it is decoded once for every file below.
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const placeholder = await sharp(base.data)
    .resize({ width: PLACEHOLDER_PX, height: PLACEHOLDER_PX, fit: "inside" })
    .webp({ quality: 50 })
    .toBuffer();
  const drawn = [...widths.filter((width) => width < base.info.width), base.info.width];
  const files = await Promise.all(
    formats.flatMap((format) =>
      drawn.map(async (width) => {
        const file = await encode(format, withColor(sharp(base.data).resize({ width }))).toBuffer();
        return { about: { format, widthPx: width, sizeBytes: file.length }, file };
      }),
    ),
  );
  const header = Buffer.from(
    JSON.stringify({
      widthPx: whole.width,
      heightPx: whole.height,
      placeholder: `data:image/webp;base64,${placeholder.toString("base64")}`,
      files: files.map(({ about }) => about),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return [length, header, ...files.map(({ file }) => file)];
}

function encode(format: string, image: Sharp): Sharp {
  const encoder = ENCODERS[format];
  if (!encoder) throw new Error(`no such format: ${format}`);
  return encoder(image);
}

/** The part of the upright and rotated picture that remains, in pixels. */
function toEdited(upright: { width: number; height: number }) {
  const isTurned = rotation % 180 !== 0;
  const width = isTurned ? upright.height : upright.width;
  const height = isTurned ? upright.width : upright.height;
  if (!crop) return { left: 0, top: 0, width, height };
  const left = Math.min(Math.round(crop.x * width), width - 1);
  const top = Math.min(Math.round(crop.y * height), height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
  };
}

/** Bytes 16 to 19 of a profile name its color space (ICC.1, section 7.2). */
function isRgbProfile(profile: Buffer | undefined): boolean {
  return profile?.toString("latin1", 16, 20) === "RGB ";
}
