import { z } from "zod";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { mailLink } from "./links.service.ts";
import { selectAccountByName } from "./session.sql.ts";

export const ASKED_PURPOSE = "asked-link";
export const askedLink = z.strictObject({ purpose: z.enum(["verify", "reset", "sign-in"]), key: z.string() });

/** Mails the link that somebody asked for by name, if there is such an account and it needs one. */
export async function mailLinkTo(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  sealed: Buffer,
): Promise<void> {
  const { purpose, key } = askedLink.parse(JSON.parse(deps.secrets.decrypt(ASKED_PURPOSE, sealed)));
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, key);
    if (!account || (purpose === "verify" && (account.email_verified_at || account.email_disowned_at))) return;
    // An address that is not proved yet is no way into an account.
    if (purpose === "sign-in" && !account.email_verified_at) return;
    await mailLink(deps, tx, account, { purpose, email: account.email });
  });
}
