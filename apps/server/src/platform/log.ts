import { type Logger, pino } from "pino";

export type Log = Logger;

/** Fields that are redacted, at the top level and one level down. */
const SECRET_FIELDS = [
  "password",
  "password_confirmation",
  "current_password",
  "access_token",
  "refresh_token",
  "token",
  "authorization",
  "cookie",
  "ssn",
  "card",
  "cvc",
  "email",
  "email_or_username",
  "phone",
  "date_of_birth",
  "ip_address",
];

/** @param file to append to; null: standard output */
export function createLog(level: string, file: string | null = null): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: "[redacted]" },
    serializers: { err: toErrorLine },
  };
  return file === null ? pino(options) : pino(options, pino.destination({ dest: file, mkdir: true, sync: true }));
}

/** Drops other properties of errors: PostgreSQL's `detail` quotes the row, and drivers attach the whole connection. */
function toErrorLine(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = "code" in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(error.cause ? { cause: toErrorLine(error.cause) } : {}) };
}
