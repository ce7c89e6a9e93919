import path from "node:path";

const TYPES: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".vtt": "text/vtt; charset=utf-8",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
};

/** What a file that this product made is. Of what a person sent only the bytes tell, never the name. */
export function contentTypeOf(name: string): string {
  return TYPES[path.extname(name)] ?? "application/octet-stream";
}
