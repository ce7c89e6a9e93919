import type { AccountId } from "@app/contract/ids";
import {
  APPEAL_GRANT_MINUTES,
  APPEAL_LINK_DAYS,
  SUSPENSION_APPEAL_MESSAGES as MESSAGES,
} from "@app/contract/suspension-appeals";
import { z } from "zod";
import { selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { type SuspensionRow, selectSuspension } from "./suspensions.sql.ts";

const PURPOSE = "suspension-appeal";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Suspended = { accountId: string; beganAt: string };
const granted = z.strictObject({ accountId: z.uuid(), beganAt: z.string(), expiresAtMs: z.int() });

type TokenDeps = Pick<Deps, "secrets" | "now">;

/** For whoever has just shown that the account is theirs. Not a row: the refused sign-in rolls back all it wrote. */
export function createSignInAppealToken(deps: TokenDeps, of: Suspended): string {
  return createToken(deps, of, deps.now().getTime() + APPEAL_GRANT_MINUTES * MINUTE_MS);
}

/** In the fragment, which no server, proxy or log sees. It works no longer than the suspension lasts. */
export function toMailedAppealUrl(deps: TokenDeps & Pick<Deps, "config">, of: Suspended, until: Date | null): string {
  const latest = deps.now().getTime() + APPEAL_LINK_DAYS * DAY_MS;
  const token = createToken(deps, of, Math.min(latest, until?.getTime() ?? latest));
  return `${deps.config.publicUrl}/appeal#${token}`;
}

function createToken(deps: TokenDeps, of: Suspended, expiresAtMs: number): string {
  return deps.secrets.encrypt(PURPOSE, JSON.stringify({ ...of, expiresAtMs })).toString("base64url");
}

export type AppealableSuspension = SuspensionRow & { accountId: AccountId; username: string };

/**
 * Opens one suspension to its owner, and nothing else of the account.
 * @throws AppError `gone` the token is not ours, has expired, or is about an earlier suspension; or nobody is suspended
 */
export async function requireAppealable(deps: TokenDeps & { sql: Sql }, token: string): Promise<AppealableSuspension> {
  const grant = readToken(deps, token);
  const account = grant && (await selectAccount(deps.sql, grant.accountId));
  if (!grant || !account) throw new AppError("gone", MESSAGES.useless);
  const suspension = await selectSuspension(deps.sql, account.id);
  if (!suspension) throw new AppError("gone", MESSAGES.over);
  if (suspension.began_at !== grant.beganAt) throw new AppError("gone", MESSAGES.useless);
  return { ...suspension, accountId: account.id as AccountId, username: account.username };
}

function readToken(deps: TokenDeps, token: string): Suspended | null {
  const text = decrypt(deps, token);
  const grant = text === null ? null : granted.parse(JSON.parse(text));
  return grant && grant.expiresAtMs > deps.now().getTime() ? grant : null;
}

/** @returns null if the token was not made here, for this purpose */
function decrypt({ secrets }: Pick<Deps, "secrets">, token: string): string | null {
  try {
    return secrets.decrypt(PURPOSE, Buffer.from(token, "base64url"));
  } catch {
    return null;
  }
}
