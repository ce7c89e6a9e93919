import { type Logger, pino } from "pino";

export type Log = Logger;

/** Names of fields that never reach the log, at the top level and one level down. */
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
  "email",
  "email_or_username",
  "phone",
  "date_of_birth",
  "ip_address",
];

export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: "[redacted]" },
  });
}
