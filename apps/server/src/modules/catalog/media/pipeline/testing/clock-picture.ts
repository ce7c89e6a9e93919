import sharp from "sharp";

/** A plain grey picture that is lighter each second: its time can be read off it. */
export function clockPicture(size: string, seconds: number): string[] {
  return ["-f", "lavfi", "-i", `nullsrc=s=${size}:r=10:d=${seconds},geq=lum='16+6*floor(T)':cb=128:cr=128`];
}

/** The second that a part of such a picture shows. */
export async function secondOf(
  image: Buffer,
  part?: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const shown = part ? sharp(image).extract(part) : sharp(image);
  const { channels } = await sharp(await shown.png().toBuffer()).stats();
  return Math.round((((channels[0]?.mean ?? 0) / 255) * 219) / 6);
}
