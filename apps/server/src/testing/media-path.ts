import type { Deps } from "#platform/deps.ts";

/** The current URL path of an item's stored file. */
export async function mediaPath(deps: Pick<Deps, "sql">, key: string): Promise<string> {
  const [kind, id = "", ...rest] = key.split("/");
  const { media_token } = await deps.sql
    .selectFrom("contents")
    .select("media_token")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return [kind, id, media_token, ...rest].join("/");
}
