import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { askForLink } from "./ask-for-link.service.ts";
import { selectOpenLink, useLink } from "./links.sql.ts";
import { emailKey } from "./names.policy.ts";
import { selectAccount } from "./session.sql.ts";
import { type Device, openKeptSession, requireSecondStep, type SignedIn } from "./sign-in.service.ts";

type LinkDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/** The same answer and the same work for a known and an unknown account. */
export function sendSignInLink(deps: LinkDeps, name: string): Promise<void> {
  return askForLink(deps, "sign-in", name);
}

/**
 * Signs in whoever reads the account's mail; it does not replace a second factor. The browser is one that the person
 * has used from then on, so that its password is enough again.
 * @throws AppError `gone` the link was used, has expired, or never was; `two_factor_required`; `invalid_input` on `code`
 */
export async function signInByLink(
  deps: LinkDeps,
  link: { token: string; code: string | undefined },
  from: Device,
  address: string,
): Promise<SignedIn> {
  const hash = hashToken(link.token);
  const sent = await selectOpenLink(deps.sql, hash, "sign-in");
  const account = sent && (await selectAccount(deps.sql, sent.account_id));
  // A link proves the address that it was sent to, and no other.
  if (!sent || !account?.email_verified_at || emailKey(sent.email) !== emailKey(account.email)) throw useless();
  // A wrong code does not use the link up.
  await requireSecondStep(deps, account, link.code);
  return inTransaction(deps.sql, async (tx) => {
    if (!(await useLink(tx, hash, "sign-in"))) throw useless();
    return openKeptSession(deps, tx, { account, from, address });
  });
}

function useless(): AppError {
  return new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
}
