import { EARNER_MESSAGES } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { hashToken } from "#platform/crypto/secrets.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { REGISTRATION_COOKIE } from "./registration-cookie.ts";
import { selectAccountOfToken } from "./registrations.sql.ts";

/** Whoever enters a profile or pays: a member, or somebody in the middle of signing up. */
export type Registrant = { accountId: AccountId; isSignedIn: boolean };

/**
 * A session counts more than the cookie of a sign-up.
 * @throws AppError `gone` a visitor without a sign-up under way; a 401 would end sessions
 */
export async function requireRegistrant(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  request: { cookies: Record<string, string | undefined> },
): Promise<Registrant> {
  if (viewer) return { accountId: viewer.accountId, isSignedIn: true };
  const token = request.cookies[REGISTRATION_COOKIE];
  const accountId = token ? await selectAccountOfToken(deps.sql, hashToken(token)) : null;
  if (!accountId) throw new AppError("gone", EARNER_MESSAGES.expired);
  return { accountId, isSignedIn: false };
}
