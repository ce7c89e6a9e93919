import { accountId } from "@app/contract/ids";
import { type UnsubscribeScope, unsubscribeScope } from "@app/contract/preferences";
import { z } from "zod";
import type { Deps } from "#platform/deps.ts";

const PURPOSE = "unsubscribe";

const content = z.tuple([accountId, unsubscribeScope]);

/** An opaque token for the links in an email. It never expires, and can do nothing but switch emails off. */
export function toUnsubscribeToken(
  { secrets }: Pick<Deps, "secrets">,
  account: string,
  scope: UnsubscribeScope,
): string {
  return secrets.encrypt(PURPOSE, JSON.stringify([account, scope])).toString("base64url");
}

/** @returns null: not one of ours, or made under a key that is gone */
export function readUnsubscribeToken(
  { secrets }: Pick<Deps, "secrets">,
  token: string,
): { account: string; scope: UnsubscribeScope } | null {
  try {
    const [account, scope] = content.parse(JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(token, "base64url"))));
    return { account, scope };
  } catch {
    return null;
  }
}
