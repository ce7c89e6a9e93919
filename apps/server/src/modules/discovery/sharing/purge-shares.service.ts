import type { Deps } from "#platform/deps.ts";
import { shareFolder } from "./share-folder.policy.ts";
import { selectCodesOf } from "./sharing.sql.ts";

type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** The pictures that link previews had of an item. */
export function purgeSharesOfItem(deps: Pick<Deps, "storage">, id: string): Promise<void> {
  return deps.storage.removePrefix(shareFolder("item", id));
}

/** The pictures that link previews had of a person: of their channel, and of their invitations. */
export async function eraseSharesOfPerson(deps: PurgeDeps, accountId: string, channelId: string): Promise<void> {
  await deps.storage.removePrefix(shareFolder("channel", channelId));
  for (const code of await selectCodesOf(deps.sql, accountId))
    await deps.storage.removePrefix(shareFolder("invitation", code));
}
