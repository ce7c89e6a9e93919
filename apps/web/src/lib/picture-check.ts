/** For the `accept` attribute of file inputs. */
export const PICTURE_TYPES = "image/jpeg,image/png,.jpg,.jpeg,.png";

export const PICTURE_FAULTS = {
  empty: "This picture is empty. Please choose another one.",
  tooLarge: (maxBytes: number) =>
    `This picture is larger than ${maxBytes / 1024 ** 2} MB. Please choose a smaller one.`,
  noPicture: "This file is not a picture that we can use. Please choose one of these: jpeg, jpg, png.",
  heic: "This is a HEIC image, which browsers cannot show. Please save it as JPEG and choose that.",
  unreadable: "This picture could not be read. Please choose it again.",
} as const;

/** Photos of an iPhone, unless its camera is set to “Most Compatible”. */
export const HEIC_BRANDS: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]);

/** @param head the first 12 bytes of a file, or more */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(4, 12));
  return text.startsWith("ftyp") && HEIC_BRANDS.has(text.slice(4));
}

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
];

/**
 * Finds in advance what the server would refuse after the upload.
 * @returns an error message, or null
 */
export async function findPictureFault(file: Blob, maxBytes: number): Promise<string | null> {
  if (file.size === 0) return PICTURE_FAULTS.empty;
  if (file.size > maxBytes) return PICTURE_FAULTS.tooLarge(maxBytes);
  try {
    const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    const isPicture = SIGNATURES.some((signature) => signature.every((byte, at) => head[at] === byte));
    if (isPicture) return null;
    return isHeic(head) ? PICTURE_FAULTS.heic : PICTURE_FAULTS.noPicture;
  } catch {
    return PICTURE_FAULTS.unreadable;
  }
}
