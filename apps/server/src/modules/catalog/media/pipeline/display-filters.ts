import type { SourceFacts } from "./source-facts.ts";

type Pixels = { widthPx: number; heightPx: number };

/**
 * Deinterlaces if needed. Must come first, because scaled fields can no longer be joined.
 * @param each `send_field` makes a frame of each field and keeps all motion, `send_frame` one of two
 */
export function toPictures(source: Pick<SourceFacts, "isInterlaced">, each: "send_field" | "send_frame"): string[] {
  return source.isInterlaced ? [`yadif=mode=${each}:deint=interlaced`] : [];
}

/**
 * Scales to a size with square pixels. HDR sources are tone-mapped to SDR on the way, at the smaller size, because that
 * uses floating point and is expensive.
 */
export function toSize(source: Pick<SourceFacts, "hdr">, size: Pixels, pixelFormat: "yuv420p" | "rgb24"): string[] {
  const { widthPx, heightPx } = size;
  if (!source.hdr) return [`scale=${widthPx}:${heightPx}:flags=bicubic`, "setsar=1", `format=${pixelFormat}`];
  const { transfer, primaries, matrix } = source.hdr;
  return [
    // Set explicitly, because zscale refuses to convert from values a file does not state.
    `zscale=w=${widthPx}:h=${heightPx}:f=bicubic:tin=${transfer}:pin=${primaries}:min=${matrix}:t=linear:npl=100:p=bt709`,
    "format=gbrpf32le",
    "tonemap=tonemap=hable:desat=0",
    "zscale=t=bt709",
    // Clips colors outside BT.709 while they are still RGB. Otherwise their chroma is clipped, which shifts red and cyan, or
    // not, depending on which code zscale has for this processor.
    "format=gbrp10le",
    "zscale=m=bt709:r=tv",
    "setsar=1",
    "format=yuv420p",
    ...(pixelFormat === "yuv420p" ? [] : [`scale=in_color_matrix=bt709`, `format=${pixelFormat}`]),
  ];
}
