import { z } from "zod";

/** What was drawn of a set's pictures again, in `unpublished_media.renditions`, until it takes the place of the old. */
export const redrawnImages = z.array(
  z.object({
    name: z.string(),
    widthPx: z.int(),
    heightPx: z.int(),
    placeholder: z.string(),
    widths: z.array(z.int()),
  }),
);
export type RedrawnImage = z.infer<typeof redrawnImages>[number];
