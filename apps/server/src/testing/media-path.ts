import type { Deps } from "#platform/deps.ts";

/** The current URL path of an item's stored file. */
export async function mediaPath(deps: Pick<Deps, "sql">, key: string): Promise<string> {
  const [kind, id = "", ...rest] = key.split("/");
  const { media_token, original_token } = await deps.sql
    .selectFrom("contents")
    .select(["media_token", "original_token"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return [kind, id, rest[0] === "original" ? original_token : media_token, ...rest].join("/");
}
