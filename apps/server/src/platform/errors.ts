import { ERROR_STATUS, type ErrorKind, MESSAGES } from "@app/contract/errors";

export type FieldErrors = Record<string, string[]>;

/**
 * A failure the caller can be told about. Anything else that is thrown is a fault of ours: it is
 * logged whole and reported as `internal`, with no detail.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly errors: FieldErrors;
  /** Seconds the caller should wait, for the `Retry-After` header. */
  readonly retryAfterS: number | null;
  /** Names the draft that waits for a payment. */
  readonly draftId: string | null;

  constructor(
    kind: ErrorKind,
    message: string,
    more: { errors?: FieldErrors; retryAfterS?: number; draftId?: string } = {},
  ) {
    super(message);
    this.kind = kind;
    this.errors = more.errors ?? {};
    this.retryAfterS = more.retryAfterS ?? null;
    this.draftId = more.draftId ?? null;
  }

  get status(): number {
    return ERROR_STATUS[this.kind];
  }
}

export function notFound(): AppError {
  return new AppError("not_found", MESSAGES.notFound);
}

/** A 422 whose only fault is in one field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { errors: { [field]: [message] } });
}
