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

/** The code before the current one, which is left for the test. The product accepts it until the current step ends. */
export async function previousAppCode(secret: string): Promise<string> {
  // Just before that, it would be outdated when it arrives.
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < 5_000) await sleep(leftMs);
  return appCode(secret, -1);
}

/** Enables two-factor sign-in the way a person does. */
export async function enableTwoFactor(person: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  const { secret } = await person.call(accountSecurityRoutes.beginTwoFactor);
  const body = { code: await previousAppCode(secret) };
  const enabled = await person.call(accountSecurityRoutes.enableTwoFactor, { body });
  return { secret, recoveryCodes: enabled.recovery_codes };
}
