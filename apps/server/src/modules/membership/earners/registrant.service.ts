import { EARNER_MESSAGES } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { findSignUpAccount } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { hasSignUpRegistration } from "./registrations.sql.ts";

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
  const accountId = await findSignUpAccount(deps.sql, request);
  if (!accountId || !(await hasSignUpRegistration(deps.sql, accountId)))
    throw new AppError("gone", EARNER_MESSAGES.expired);
  return { accountId, isSignedIn: false };
}
