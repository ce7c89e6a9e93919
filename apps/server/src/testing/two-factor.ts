import { setTimeout as sleep } from "node:timers/promises";
import { safetyRoutes } from "@app/contract/account-safety";
import { TOTP } from "otpauth";
import type { Caller } from "./caller.ts";
import { PASSWORD } from "./people.ts";

const STEP_MS = 30_000;

/** What the person's app shows at this moment. @param steps later, of 30 seconds: a code counts once */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Switches two-factor sign-in on as a person does. */
export async function enableTwoFactor(person: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  // A code that is asked for at the end of its half minute would be an old one by the time it is sent.
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < 3_000) await sleep(leftMs);
  await person.call(safetyRoutes.confirmPassword, { body: { password: PASSWORD } });
  const { secret } = await person.call(safetyRoutes.beginTwoFactor);
  // The code before this one, so that this one is still good for what the test is about.
  const enabled = await person.call(safetyRoutes.enableTwoFactor, { body: { code: appCode(secret, -1) } });
  return { secret, recoveryCodes: enabled.recovery_codes };
}
