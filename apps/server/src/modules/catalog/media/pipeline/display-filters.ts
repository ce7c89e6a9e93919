import type { SourceFacts } from "./source-facts.ts";

type Pixels = { widthPx: number; heightPx: number };

/**
 * Makes pictures of what is stored as fields. Comes first: fields that were moved can no longer be joined.
 * @param each `send_field` makes one of each field and keeps all of the motion, `send_frame` one of two
 */
export function toPictures(source: Pick<SourceFacts, "isInterlaced">, each: "send_field" | "send_frame"): string[] {
  return source.isInterlaced ? [`yadif=mode=${each}:deint=interlaced`] : [];
}

/**
 * Scales to a size with square pixels. A source of high dynamic range becomes a plain one on the way, at
 * the smaller size: that arithmetic is in floats and dear.
 */
export function toSize(source: Pick<SourceFacts, "hdr">, size: Pixels, pixelFormat: "yuv420p" | "rgb24"): string[] {
  const { widthPx, heightPx } = size;
  if (!source.hdr) return [`scale=${widthPx}:${heightPx}:flags=bicubic`, "setsar=1", `format=${pixelFormat}`];
  const { transfer, primaries, matrix } = source.hdr;
  return [
    // Named in full: zscale refuses to convert from what a file leaves unsaid.
    `zscale=w=${widthPx}:h=${heightPx}:f=bicubic:tin=${transfer}:pin=${primaries}:min=${matrix}:t=linear:npl=100:p=bt709`,
    "format=gbrpf32le",
    "tonemap=tonemap=hable:desat=0",
    "zscale=t=bt709:m=bt709:r=tv",
    "setsar=1",
    "format=yuv420p",
    ...(pixelFormat === "yuv420p" ? [] : [`scale=in_color_matrix=bt709`, `format=${pixelFormat}`]),
  ];
}
