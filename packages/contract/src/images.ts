import { z } from "zod";
import { uploadId } from "./ids.ts";
import { toLine, toText } from "./plain-text.ts";

/** The most pictures in one item. */
export const IMAGES_MAX = 20;
export const CAPTION_MAX_CHARS = 500;
export const ALT_MAX_CHARS = 250;
/** The widths that pictures are shown in; none is enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280, 2048] as const;
/** Formats in which every picture is kept, the smallest files first. */
export const IMAGE_FORMATS = ["avif", "webp", "jpeg"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** No side of a crop may be smaller than this part of the picture. */
const CROP_MIN = 0.01;

/** What remains of a picture, in fractions of its upright and rotated whole. */
export const imageCrop = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    width: z.number().min(CROP_MIN).max(1),
    height: z.number().min(CROP_MIN).max(1),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.000001 && y + height <= 1.000001, "The crop leaves the picture.");
export type ImageCrop = z.infer<typeof imageCrop>;

export const IMAGE_ROTATIONS = [0, 90, 180, 270] as const;

/** One picture of a set, as its owner sends it. */
export const imageForm = z.strictObject({
  upload_id: uploadId,
  caption: z
    .string()
    .overwrite(toText)
    .max(CAPTION_MAX_CHARS, `A caption must be at most ${CAPTION_MAX_CHARS} characters`),
  alt: z.string().overwrite(toLine).max(ALT_MAX_CHARS, `A description must be at most ${ALT_MAX_CHARS} characters`),
  /** Clockwise, after the orientation that the file states. */
  rotation: z.literal(IMAGE_ROTATIONS),
  crop: imageCrop.nullable(),
});
export type ImageForm = z.infer<typeof imageForm>;

export const imageForms = z
  .array(imageForm)
  .min(1, "Please add an image.")
  .max(IMAGES_MAX, `Please add at most ${IMAGES_MAX} images`);

/** Which picture of a set, from 0. */
export const imageNumber = z
  .int()
  .min(0)
  .max(IMAGES_MAX - 1);

/** Names a picture within its set, wherever it stands. */
const imageId = z.string().regex(/^[a-f0-9]{16}$/);

/** One picture of a set, as it is shown. */
export const contentImage = z.object({
  id: imageId,
  caption: z.string(),
  /** Empty if its owner wrote none. */
  alt: z.string(),
  /** Null until it is drawn. */
  width_px: z.int().nullable(),
  height_px: z.int().nullable(),
  /** A data URL of a few pixels, to show until the picture is there. */
  placeholder: z.string().nullable(),
  /** Why it cannot be drawn, in words for those who may edit the set; null for everybody else. */
  fault: z.string().nullable(),
  /** Every width in every format that is drawn, the narrowest first. */
  files: z.array(z.object({ format: z.enum(IMAGE_FORMATS), width_px: z.int(), url: z.string() })),
});
export type ContentImage = z.infer<typeof contentImage>;

export const IMAGE_SET_MESSAGES = {
  notImages: "Only an item of images has images.",
  processing: "This is still being processed. Please change its images once that is done.",
  failed: "Processing failed. You can change the images once a retry has succeeded.",
  /** 422 */
  full: `A set can have at most ${IMAGES_MAX} images.`,
  undrawn: "Please keep an image that is ready until the new ones are.",
  ourFault: "This image could not be prepared. Please remove it and add it again.",
  unknown: "This image is no longer in the set.",
  twice: "Each image can be in the set only once.",
} as const;

/** The pictures that a published set keeps, in their new order, with their texts. Those left out are deleted. */
export const imageChanges = z
  .array(z.strictObject({ id: imageId, caption: imageForm.shape.caption, alt: imageForm.shape.alt }))
  .min(1, "Please keep at least one image.")
  .max(IMAGES_MAX)
  .refine((images) => new Set(images.map(({ id }) => id)).size === images.length, IMAGE_SET_MESSAGES.twice);
export type ImageChange = z.infer<typeof imageChanges>[number];
