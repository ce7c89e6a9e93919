import type { ImageForm } from "@app/contract/images";
import type { Caller } from "./caller.ts";
import { toUploadForm } from "./test-app.ts";
import { uploadBytes } from "./tus.ts";

type SentImage = Omit<ImageForm, "upload_id"> & { upload_id: string };

export const uploadImage = (owner: Caller, bytes: Uint8Array, name = "team.jpg") =>
  uploadBytes(owner, bytes, name, "image");

/** The full payload of the upload form for a set of images. */
export function toImagesForm(
  categoryId: number,
  images: readonly (Pick<SentImage, "upload_id"> & Partial<SentImage>)[],
) {
  return {
    ...toUploadForm(categoryId, images[0]?.upload_id ?? ""),
    type: "image" as const,
    images: images.map((image): SentImage => ({ caption: "", alt: "", rotation: 0, crop: null, ...image })),
  };
}
