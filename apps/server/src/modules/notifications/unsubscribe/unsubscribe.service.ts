import {
  type EmailFrequency,
  type NotificationKind,
  UNSUBSCRIBE_MESSAGES,
  type UnsubscribeScope,
  type Unsubscribing,
} from "@app/contract/preferences";
import { listEmails, switchEmailsOff } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { readUnsubscribeToken, scopeInWords } from "./unsubscribe-link.ts";

type UnsubscribeDeps = Pick<Deps, "sql" | "secrets">;

type Link = { account: string; scope: UnsubscribeScope; kinds: NotificationKind[] };

export async function showUnsubscribing(deps: UnsubscribeDeps, token: string): Promise<Unsubscribing> {
  const { scope, kinds } = await requireLink(deps, token);
  return { about: scopeInWords(scope), is_off: kinds.length === 0 };
}

/** Switches the emails of a link off. Doing it twice changes nothing more. */
export async function unsubscribe(deps: UnsubscribeDeps, token: string): Promise<Unsubscribing> {
  const { account, scope, kinds } = await requireLink(deps, token);
  if (kinds.length > 0) await switchEmailsOff(deps.sql, account, kinds);
  return { about: scopeInWords(scope), is_off: true };
}

/**
 * @returns the link's account, and which kinds of its emails are left to switch off
 * @throws AppError `gone` not one of ours, made under a key that is gone, or its account is erased
 */
async function requireLink(deps: UnsubscribeDeps, token: string): Promise<Link> {
  const link = readUnsubscribeToken(deps, token);
  const emails = link && (await listEmails(deps.sql, link.account));
  if (!link || !emails) throw new AppError("gone", UNSUBSCRIBE_MESSAGES.useless);
  const on = emails.filter(({ kind, email }) => email !== "off" && isMeant(link.scope, kind, email));
  return { ...link, kinds: on.map(({ kind }) => kind) };
}

function isMeant(scope: UnsubscribeScope, kind: NotificationKind, email: EmailFrequency): boolean {
  if (scope === "all") return true;
  return scope === "digest" ? email !== "at_once" : kind === scope;
}
