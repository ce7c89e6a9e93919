import { CAPTIONS_PART, type CaptionLanguage, captionRoutes } from "@app/contract/captions";
import { type Caller, toPath } from "./caller.ts";
import { toForm } from "./pictures.ts";

type Options = { language?: CaptionLanguage; revision?: number };

/** Sends a captions file, of one language; English by default. */
export function sendCaptions(
  owner: Caller,
  id: string,
  file: string | Buffer,
  { language = "en", revision }: Options = {},
): ReturnType<Caller["send"]> {
  const form = toForm({}, { field: CAPTIONS_PART.field, bytes: Buffer.from(file) });
  return owner.send("PUT", toPath(captionRoutes.save, { params: { id, language }, query: { revision } }), form);
}
