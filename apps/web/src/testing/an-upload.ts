import type { OpenUpload } from "@app/contract/uploads";

/** A video that is uploaded and checked, and not published yet. */
export function anUpload(changes: object = {}): OpenUpload {
  const upload = {
    id: "0190a1b2000070008000000000000001",
    type: "video",
    replaces: null,
    file_name: "game.mp4",
    size_bytes: 9,
    offset_bytes: 9,
    frames: [],
    awaits_frames: false,
    processing: null,
    started_at: "2030-01-01T00:00:00.000Z",
    expires_at: "2030-01-08T00:00:00.000Z",
    check: { ok: true, message: null, length: 9 },
    ...changes,
  };
  return upload as unknown as OpenUpload;
}
