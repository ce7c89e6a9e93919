import type { Deps } from "#platform/deps.ts";
import { recountAll } from "./channels.sql.ts";

/** Followers and items of every channel, from the truth. */
export async function recountChannels(deps: Pick<Deps, "sql" | "log">): Promise<void> {
  const channels = await recountAll(deps.sql);
  if (channels > 0) deps.log.warn({ channels }, "counts of channels were wrong");
}
