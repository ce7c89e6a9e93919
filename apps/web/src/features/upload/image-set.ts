import { IMAGE_ROTATIONS, IMAGES_MAX, type ImageCrop, type ImageForm, imageCrop } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { z } from "zod";
import { hasFormDraft, readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";

/** One image of the set, before it is published. */
export type SetImage = {
  /** Stays the same while the image is moved. */
  key: string;
  /** Null after a reload: a browser cannot reopen a file by itself. */
  file: File | null;
  fileName: string;
  sizeBytes: number;
  uploadId: string | null;
  caption: string;
  alt: string;
  rotation: ImageForm["rotation"];
  crop: ImageCrop | null;
  /** Chosen by the owner; of a set without one, it is the first image. */
  isThumbnail: boolean;
};

export type ImageChanges = Partial<Pick<SetImage, "uploadId" | "caption" | "alt" | "rotation" | "crop">>;

export function newImage(file: File): SetImage {
  const { name, size } = file;
  return { ...emptyImage(), key: crypto.randomUUID(), file, fileName: name, sizeBytes: size, uploadId: null };
}

/** An image that an earlier visit uploaded. */
export function openImage({ id, file_name, size_bytes }: OpenUpload): SetImage {
  return { ...emptyImage(), key: id, file: null, fileName: file_name, sizeBytes: size_bytes, uploadId: id };
}

function emptyImage(): Pick<SetImage, "caption" | "alt" | "rotation" | "crop" | "isThumbnail"> {
  return { caption: "", alt: "", rotation: 0, crop: null, isThumbnail: false };
}

/** @returns the set with as many of the new images as there is room for */
export function addImages(set: readonly SetImage[], added: readonly SetImage[], room: number = IMAGES_MAX): SetImage[] {
  const isNew = (image: SetImage) => image.uploadId === null || set.every((other) => other.uploadId !== image.uploadId);
  return [...set, ...added.filter(isNew)].slice(0, room);
}

export function changeImage(set: readonly SetImage[], key: string, changes: ImageChanges): SetImage[] {
  return set.map((image) => (image.key === key ? { ...image, ...changes } : image));
}

export function chooseThumbnail(set: readonly SetImage[], key: string): SetImage[] {
  return set.map((image) => ({ ...image, isThumbnail: image.key === key }));
}

/** @returns the position of the thumbnail */
export function thumbnailOf(set: readonly SetImage[]): number {
  return Math.max(
    0,
    set.findIndex(({ isThumbnail }) => isThumbnail),
  );
}

/** @param to the new position; beyond an end, nothing moves */
export function moveImage(set: readonly SetImage[], key: string, to: number): SetImage[] {
  const from = set.findIndex((image) => image.key === key);
  const image = set[from];
  if (!image || to < 0 || to >= set.length) return [...set];
  return set.toSpliced(from, 1).toSpliced(to, 0, image);
}

const CROP_STEPS = 1e6;

/** A fraction of an image as the server takes it: sums of fractions can be a hair below 0 or above 1. */
export function toCropPart(fraction: number): number {
  return Math.min(1, Math.max(0, Math.round(fraction * CROP_STEPS) / CROP_STEPS));
}

/** Turns an image and what is cut out of it clockwise by 90 degrees. */
export function turn({ rotation, crop }: Pick<SetImage, "rotation" | "crop">): Pick<SetImage, "rotation" | "crop"> {
  const next = IMAGE_ROTATIONS[(IMAGE_ROTATIONS.indexOf(rotation) + 1) % IMAGE_ROTATIONS.length] ?? 0;
  return {
    rotation: next,
    crop: crop && { x: toCropPart(1 - crop.y - crop.height), y: crop.x, width: crop.height, height: crop.width },
  };
}

function toForm({ uploadId, caption, alt, rotation, crop }: SetImage) {
  return { upload_id: uploadId, caption, alt, rotation, crop };
}

/** @returns null while an upload has not begun */
export function toImageForms(set: readonly SetImage[]): ImageForm[] | null {
  const forms = set.map(toForm);
  return forms.every((form) => form.upload_id !== null) ? (forms as ImageForm[]) : null;
}

/**
 * Where a set is kept: its order and texts survive a reload, the uploads are on the server.
 * @param owner the channel of a new set, or the set that the images are added to
 */
function setName(owner: string): string {
  return `upload.images.${owner}`;
}

/** The form about the set is a draft of its own. */
export function setFormName(channelId: string): string {
  return `upload.image-form.${channelId}`;
}

const draft = z.array(
  z.object({
    upload_id: z.string(),
    caption: z.string(),
    alt: z.string(),
    rotation: z.literal(IMAGE_ROTATIONS),
    // One that cannot be used must not lose the texts of the whole set.
    crop: imageCrop.nullable().catch(null),
    /** Drafts of an earlier release lack it. */
    is_thumbnail: z.boolean().default(false),
  }),
);

export function hasStoredSet(owner: string): boolean {
  return hasFormDraft(setName(owner));
}

export function saveSet(owner: string, set: readonly SetImage[]): void {
  const begun = set.filter((image) => image.uploadId !== null);
  const stored = begun.map((image) => ({ ...toForm(image), is_thumbnail: image.isThumbnail }));
  saveFormDraft(setName(owner), stored.length > 0 ? stored : null);
}

/** @param open the uploads that are still there */
export function readSet(owner: string, open: readonly OpenUpload[]): SetImage[] {
  const stored = readFormDraft(setName(owner), draft) ?? [];
  return stored.flatMap(({ upload_id, is_thumbnail: isThumbnail, ...texts }) => {
    const upload = open.find(({ id }) => id === upload_id);
    return upload ? [{ ...openImage(upload), ...texts, isThumbnail }] : [];
  });
}
