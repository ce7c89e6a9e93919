import { type ErrorKind, MESSAGES } from "@app/contract/errors";
import type { Refusal } from "@app/contract/http";

/** The server refused a call or could not be reached. `message` is meant for the user. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** `offline` if there was no usable reply: no connection, a timeout or an unreadable body. */
  readonly kind: ErrorKind | "offline";
  /** Error messages by field. */
  readonly errors: Record<string, string[]>;
  /** For support; empty if the server was not reached. */
  readonly requestId: string;
  /** HTTP status, 0 if there was no reply. */
  readonly status: number;
  /** With 402 on a profile: the draft that the server stored; otherwise null. */
  readonly draftId: string | null;
  /** With 403 `suspended`: opens the page where the person can appeal; otherwise null. */
  readonly appealToken: string | null;

  constructor(
    refusal: Pick<Refusal, "message" | "errors" | "request_id" | "code" | "draft_id" | "appeal_token"> & {
      kind: ErrorKind | "offline";
    },
  ) {
    super(refusal.message);
    this.kind = refusal.kind;
    this.errors = refusal.errors;
    this.requestId = refusal.request_id;
    this.status = refusal.code;
    this.draftId = refusal.draft_id ?? null;
    this.appealToken = refusal.appeal_token ?? null;
  }
}

export function offlineError(): ApiError {
  return new ApiError({ kind: "offline", message: MESSAGES.offline, errors: {}, request_id: "", code: 0 });
}

/** @returns a message for the user about any failure */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : MESSAGES.unexpected;
}

/** @returns the first fault of a field, for a form without one such as a file's; null if the failure is another one */
export function firstFaultOf(error: unknown): string | null {
  const [fault] = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return fault ?? null;
}

/** @returns the first fault of a field, or else the message, for a form that shows one sentence about any failure */
export function faultOf(error: unknown): string {
  return firstFaultOf(error) ?? messageOf(error);
}

/** There is no such thing, or it was deleted. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "not_found";
}

/** Nothing has this id, or it is no id at all. Not for a form: there `invalid_input` is about its fields. */
export function isUnknownId(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.kind === "invalid_input");
}

/** The user may not do it, or not any more. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "not_allowed";
}

/** Somebody else changed it meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "conflict";
}
