import type { FilePart } from "@app/contract/http";
import { labelOf, requiredMessage } from "@app/contract/validation";
import type { FastifyRequest } from "fastify";
import { AppError, fieldError } from "../errors.ts";

/** What a request says of its body before it is read; `isMultipart` knows only afterwards. */
export function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("multipart/") ?? false;
}

/**
 * The one file of a multipart request, in memory.
 * @throws AppError `unsupported_media_type` no multipart; `invalid_input` no file under this name; `too_large`
 */
export async function takeFile(request: FastifyRequest, part: FilePart): Promise<Buffer> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "Please send the file as multipart/form-data.");
  const sent = await request.file({ limits: { fileSize: part.maxBytes } }).catch(() => {
    throw fieldError(part.field, "Please send one file, and nothing else.");
  });
  if (!sent || sent.fieldname !== part.field) throw fieldError(part.field, requiredMessage(labelOf([part.field])));
  const bytes = await sent.toBuffer().catch(() => {
    throw tooLarge(part);
  });
  if (bytes.length === 0) throw fieldError(part.field, "The file is empty.");
  return bytes;
}

export function tooLarge(part: FilePart): AppError {
  const message = `The file is larger than ${Math.round(part.maxBytes / 1024 ** 2)} MB.`;
  return new AppError("too_large", message, { errors: { [part.field]: [message] } });
}
