import { ERROR_STATUS, type ErrorKind, MESSAGES } from "@app/contract/errors";

export type FieldErrors = Record<string, string[]>;

/** An error that the caller can act on. Any other error is a bug: it is logged in full and reported as `internal`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly errors: FieldErrors;
  /** Seconds the caller should wait, for the `Retry-After` header. */
  readonly retryAfterS: number | null;
  /** The draft that awaits a payment. */
  readonly draftId: string | null;
  /** Opens the page where a suspended person can appeal. */
  readonly appealToken: string | null;

  constructor(
    kind: ErrorKind,
    message: string,
    more: { errors?: FieldErrors; retryAfterS?: number; draftId?: string; appealToken?: string } = {},
  ) {
    super(message);
    this.kind = kind;
    this.errors = more.errors ?? {};
    this.retryAfterS = more.retryAfterS ?? null;
    this.draftId = more.draftId ?? null;
    this.appealToken = more.appealToken ?? null;
  }

  get status(): number {
    return ERROR_STATUS[this.kind];
  }
}

export function notFound(): AppError {
  return new AppError("not_found", MESSAGES.notFound);
}

/** A 422 for a single field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { errors: { [field]: [message] } });
}
