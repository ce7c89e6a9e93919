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
