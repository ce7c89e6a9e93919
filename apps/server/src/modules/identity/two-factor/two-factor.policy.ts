import { randomBytes } from "node:crypto";
import { BRAND } from "@app/contract/brand";
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** Tolerates a phone's clock that is one step off (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function toTotp(secret: string, label: string): TOTP {
  // Some authenticator apps ignore any other parameters.
  return new TOTP({
    issuer: BRAND.name,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
  });
}

/** @returns the content of the QR code */
export function toOtpauthUrl(secret: string, username: string): string {
  return toTotp(secret, username).toString();
}

/** @returns the time step of the code, or null if the code is wrong */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
  const delta = toTotp(secret, "").validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}

/** Crockford's base 32, which has no letters that look like digits. */
const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_LENGTH = 10;

/** 50 bits, against five attempts. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(RECOVERY_LENGTH)]
    .map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length])
    .join("");
  return `${text.slice(0, RECOVERY_LENGTH / 2)}-${text.slice(RECOVERY_LENGTH / 2)}`;
}

/** A code as it is compared: upper case, without separators, with look-alike letters as digits. */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}
