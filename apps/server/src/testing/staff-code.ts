import { randomUUID } from "node:crypto";
import { hashRecoveryCode, SECRET_PURPOSE } from "#modules/identity/two-factor/check-code.service.ts";
import type { Deps } from "#platform/deps.ts";

/** For people of the stage who only need to have it: no app, no mails, no time. */
export async function haveTwoFactor(deps: Pick<Deps, "pool" | "secrets">, accountId: string): Promise<void> {
  const sealed = deps.secrets.encrypt(SECRET_PURPOSE, "JBSWY3DPEHPK3PXP");
  await deps.pool.query(
    "insert into two_factor (account_id, sealed_secret, enabled_at) values ($1, $2, now()) on conflict do nothing",
    [accountId, sealed],
  );
}

/** A recovery code of an account that has two-factor sign-in, for one more sign-in. */
export async function newCodeFor(deps: Pick<Deps, "pool" | "secrets">, accountId: string): Promise<string> {
  const code = randomUUID().slice(0, 18);
  await deps.pool.query("insert into recovery_codes (account_id, code_hash) values ($1, $2)", [
    accountId,
    hashRecoveryCode(deps, accountId, code),
  ]);
  return code;
}
