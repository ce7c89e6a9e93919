import { type MatrixLine, NOBODY } from "./matrix-words.ts";

/** What belongs to the file of an item. */
export const MEDIA_LINES: Record<string, MatrixLine> = {
  "captions.read": {
    of: "captioned content",
    ...NOBODY,
    general: "- 200 404 404",
    earner: "200 200 404 404",
    staff: "- 200 200 404",
  },
  // The file sent here is a picture.
  "captions.save": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "422 404 404 404",
    staff: "- 422 422 404",
  },
  "captions.speech": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  // There is no speech recognition here.
  "captions.recognize": {
    of: "content",
    body: () => ({ language: "en" }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "503 404 404 404",
    staff: "- 503 503 404",
  },
  "captions.silences": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  "captions.remove": {
    of: "captioned content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  "files.one": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  // An upload that does not exist.
  "files.replace": {
    of: "content",
    body: () => ({ upload_id: "0".repeat(32) }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "404 404 404 404",
    staff: "- 404 404 404",
  },
  "files.uploads": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "200 404 404 404",
    staff: "- 200 200 404",
  },
  "files.addImages": {
    of: "content",
    body: () => ({ images: [{ upload_id: "0".repeat(32), caption: "", alt: "", rotation: 0, crop: null }] }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "404 404 404 404",
    staff: "- 404 404 404",
  },
  // Items of the matrix have no files, so nothing can be cut; callers without permission are refused before that.
  "cuts.trim": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "409 404 404 404",
    staff: "- 409 409 404",
  },
  "cuts.setTrim": {
    of: "content",
    body: () => ({ from_s: 1, to_s: 5 }),
    ...NOBODY,
    general: "- 404 404 404",
    earner: "409 404 404 404",
    staff: "- 409 409 404",
  },
  "cuts.undoTrim": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "409 404 404 404",
    staff: "- 409 409 404",
  },
  "cuts.cancelTrim": {
    of: "content",
    ...NOBODY,
    general: "- 404 404 404",
    earner: "409 404 404 404",
    staff: "- 409 409 404",
  },
  "cuts.clip": {
    of: "content",
    body: () => ({ from_s: 1, to_s: 5, title: "A clip", visibility: "private" }),
    ...NOBODY,
    general: "- 403 403 403",
    earner: "409 404 404 404",
    staff: "- 403 403 403",
  },
};
