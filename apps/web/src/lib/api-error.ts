import type { ErrorKind, Refusal } from "@app/contract/errors";
import { MESSAGES } from "@app/contract/errors";

/** A call that the server refused, or that never reached it. `message` is written for the person. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** `offline` when there was no answer at all: no connection, no answer in time, or none that can be read. */
  readonly kind: ErrorKind | "offline";
  /** Field → what is wrong with it. */
  readonly errors: Record<string, string[]>;
  /** Quote it to support; empty when the server was not reached. */
  readonly requestId: string;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** With 402 on a profile: the draft that the server keeps; null otherwise. */
  readonly draftId: string | null;

  constructor(
    refusal: Pick<Refusal, "message" | "errors" | "request_id" | "code" | "draft_id"> & { kind: ErrorKind | "offline" },
  ) {
    super(refusal.message);
    this.kind = refusal.kind;
    this.errors = refusal.errors;
    this.requestId = refusal.request_id;
    this.status = refusal.code;
    this.draftId = refusal.draft_id ?? null;
  }
}

export function offlineError(): ApiError {
  return new ApiError({ kind: "offline", message: MESSAGES.offline, errors: {}, request_id: "", code: 0 });
}

/** @returns what to tell the person about a failure of any kind. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : MESSAGES.unexpected;
}
