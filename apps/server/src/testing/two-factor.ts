import { setTimeout as sleep } from "node:timers/promises";
import { accountSecurityRoutes } from "@app/contract/account-security";
import { TOTP } from "otpauth";
import type { Caller } from "./caller.ts";
import { PASSWORD } from "./people.ts";

const STEP_MS = 30_000;

/** The current code of the authenticator app. @param steps offset in steps of 30 s, because a code is valid once */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Enables two-factor sign-in the way a person does. */
export async function enableTwoFactor(person: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  // A code generated at the end of its step would be outdated when it arrives.
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < 3_000) await sleep(leftMs);
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  const { secret } = await person.call(accountSecurityRoutes.beginTwoFactor);
  // Use the previous code, so that the current one is left for the test.
  const enabled = await person.call(accountSecurityRoutes.enableTwoFactor, { body: { code: appCode(secret, -1) } });
  return { secret, recoveryCodes: enabled.recovery_codes };
}
