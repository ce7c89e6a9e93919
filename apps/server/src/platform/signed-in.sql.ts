import { type RawBuilder, sql as raw } from "kysely";

/**
 * Whether somebody is signed in on a device, given by an expression for its id. A session also ends without being signed
 * out, when its last refresh token expires.
 */
export function isSignedIn(deviceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return raw<boolean>`exists (
    select from refresh_tokens t where t.device_id = ${deviceId} and t.expires_at > now())`;
}
