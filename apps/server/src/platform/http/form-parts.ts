import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { MESSAGES } from "@app/contract/errors";
import type { FilePart, Route } from "@app/contract/http";
import { labelOf, requiredMessage } from "@app/contract/validation";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, type FieldErrors, fieldError } from "../errors.ts";

/** The longest field, a list of 100 offers with long names, is 40 kB. */
const FIELD_MAX_BYTES = 128 * 1024;
const FIELDS_MAX = 60;
/** The boundaries and headers of the parts. */
const FRAME_MAX_BYTES = 64 * 1024;

export type Form = { fields: unknown; file: Buffer | null };
export type FormReader = (request: FastifyRequest) => Promise<Form>;

/**
 * Reads a multipart body of fields and an optional file. Parts are text: lists and numbers are parsed as JSON, and an empty
 * part of a nullable field is null.
 */
export function createFormReader(route: Route, part: FilePart): FormReader {
  const kinds = toKinds(route);
  return async (request) => {
    if (!request.isMultipart()) return { fields: request.body ?? {}, file: null };
    const fields: Record<string, unknown> = {};
    const errors: FieldErrors = {};
    let file: Buffer | null = null;
    try {
      const limits = {
        parts: FIELDS_MAX + 1,
        fields: FIELDS_MAX,
        files: 1,
        fileSize: part.maxBytes,
        fieldSize: FIELD_MAX_BYTES,
      };
      for await (const received of request.parts({ limits })) {
        const { fieldname: name } = received;
        if (received.type === "file") {
          const bytes = await received.toBuffer();
          if (name !== part.field) errors[name] = ["This field is not known."];
          else if (bytes.length > 0) file = bytes;
        } else if (Object.hasOwn(fields, name)) errors[name] = ["This field was sent twice."];
        else if (received.valueTruncated) errors[name] = ["This field is too long."];
        else fields[name] = toValue(kinds.get(name), received.value);
      }
    } catch (error) {
      throw toFault(error, part);
    }
    if (Object.keys(errors).length > 0) throw new AppError("invalid_input", MESSAGES.invalidInput, { errors });
    return { fields, file };
  };
}

/** The maximum body size of a route with a file. */
export function formMaxBytes(part: FilePart): number {
  const fields = part.isOptional ? FIELDS_MAX * FIELD_MAX_BYTES : 0;
  return part.maxBytes + fields + FRAME_MAX_BYTES;
}

type Kind = { isText: boolean; isNullable: boolean };

function toKinds(route: Route): Map<string, Kind> {
  const { properties = {} } = z.toJSONSchema(route.body, { io: "input", unrepresentable: "any" });
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      const types = (typeof schema === "object" ? [schema, ...(schema.anyOf ?? [])] : []).map((one) =>
        typeof one === "object" ? one.type : undefined,
      );
      return [name, { isText: types.includes("string"), isNullable: types.includes("null") }];
    }),
  );
}

function toValue(kind: Kind | undefined, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (kind?.isNullable && value === "") return null;
  if (!kind || kind.isText) return value;
  try {
    return JSON.parse(value);
  } catch {
    // The contract then refuses it, with the field's name.
    return value;
  }
}

/** Maps errors of the multipart parser to ours. */
function toFault(error: unknown, part: FilePart): AppError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isTooLarge(error))
    return fieldError(part.field, `The file is larger than ${Math.round(part.maxBytes / 1024 ** 2)} MB.`);
  // Too many parts, fields or files.
  if (code.endsWith("_LIMIT")) return new AppError("too_large", "The request is too large.");
  return new AppError("bad_request", "The request could not be read.");
}

/** By the header alone: Fastify's `isMultipart` works only once the body is being parsed. */
export function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("multipart/") ?? false;
}

/**
 * Reads the only file of a multipart request into memory.
 * @throws AppError `unsupported_media_type` not multipart; `invalid_input` no file in this field; `too_large`
 */
export async function readFilePart(request: FastifyRequest, part: FilePart): Promise<Buffer> {
  const file = await receiveFilePart(request, part);
  const bytes = await file.toBuffer().catch(() => {
    throw tooLarge(part);
  });
  if (bytes.length === 0) throw emptyFile(part);
  return bytes;
}

/** As `readFilePart`, for a file that is too large for memory: it is written to `target`. */
export async function saveFilePart(request: FastifyRequest, part: FilePart, target: string): Promise<void> {
  const { file } = await receiveFilePart(request, part);
  await pipeline(file, createWriteStream(target)).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge(part) : error;
  });
  if (file.truncated) throw tooLarge(part);
  if (file.bytesRead === 0) throw emptyFile(part);
}

async function receiveFilePart(request: FastifyRequest, part: FilePart) {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "Please send the file as multipart/form-data.");
  const file = await request.file({ limits: { fileSize: part.maxBytes } }).catch(() => {
    throw fieldError(part.field, "Please send one file, and nothing else.");
  });
  if (!file || file.fieldname !== part.field) throw fieldError(part.field, requiredMessage(labelOf([part.field])));
  return file;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
}

function emptyFile(part: FilePart): AppError {
  return fieldError(part.field, "The file is empty.");
}

export function tooLarge(part: FilePart): AppError {
  const message = `The file is larger than ${Math.round(part.maxBytes / 1024 ** 2)} MB.`;
  return new AppError("too_large", message, { errors: { [part.field]: [message] } });
}
