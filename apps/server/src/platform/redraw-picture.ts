/** A 776 kB PNG can unpack to 800 MB; this many pixels are 200 MB at most. */
const MOST_PIXELS = 50_000_000;

export type Frame = { widthPx: number; heightPx: number; fit: "inside" | "cover" };

/**
 * What a picture is, is told by its bytes; it is drawn anew as webp, so nothing but its pixels stays.
 * @returns null for anything but a whole jpeg or png; `widthPx` is that of the picture that was sent
 */
export async function redrawPicture(bytes: Buffer, frame: Frame): Promise<{ webp: Buffer; widthPx: number } | null> {
  try {
    // Loaded with the first picture: a server that is sent none stays smaller.
    const { default: sharp } = await import("sharp");
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
    const { format, autoOrient } = await image.metadata();
    if (format !== "jpeg" && format !== "png") return null;
    const size = { width: frame.widthPx, height: frame.heightPx, fit: frame.fit, withoutEnlargement: true };
    return { webp: await image.autoOrient().resize(size).webp({ quality: 82 }).toBuffer(), widthPx: autoOrient.width };
  } catch {
    return null;
  }
}

/** A picture of our own making, made smaller; to `cover` a frame it is cut around its middle. */
export async function drawSmall(picture: Buffer, { widthPx, heightPx, fit }: Frame): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const size = { width: widthPx, height: heightPx, fit, withoutEnlargement: true };
  return sharp(picture, { limitInputPixels: MOST_PIXELS }).resize(size).webp({ quality: 80 }).toBuffer();
}
