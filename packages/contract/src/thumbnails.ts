import { z } from "zod";
import type { FilePart } from "./http.ts";
import { pictureId } from "./ids.ts";
import { imageNumber } from "./images.ts";

/** The thumbnail: one of three frames of the video, a picture of the set, or a picture the owner sent for it. */
export const thumbnailChoice = z.union([
  z.strictObject({ frame: z.int().min(0).max(2) }),
  z.strictObject({ image: imageNumber }),
  z.strictObject({ picture: pictureId }),
]);
export type ThumbnailChoice = z.infer<typeof thumbnailChoice>;

/** A picture the owner sends: jpeg, jpg or png. */
export const THUMBNAIL_PART: FilePart = {
  field: "picture",
  maxBytes: 10 * 1024 ** 2,
  types: ["image/jpeg", "image/png"],
};

/** A custom thumbnail, before an item has it. */
export const sentPicture = z.object({
  id: pictureId,
  /** Expires after some hours. */
  url: z.string(),
});
