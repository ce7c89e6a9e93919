import type { Deps } from "#platform/deps.ts";
import { selectUnmeasured, setOriginalBytes } from "./measure.sql.ts";

const AT_A_TIME = 100;

/**
 * Looks how large the originals are that nobody has measured: those from before sizes were kept, and those that came
 * without an upload. Their owners' storage use is right from then on.
 */
export async function measureContents(deps: Pick<Deps, "sql" | "storage">, signal: AbortSignal): Promise<void> {
  for (;;) {
    const items = await selectUnmeasured(deps.sql, AT_A_TIME);
    for (const { id, original_key } of items) {
      signal.throwIfAborted();
      const stored = await deps.storage.head(original_key);
      // One that is lost takes no space, and is not looked for again.
      await setOriginalBytes(deps.sql, id, stored?.sizeBytes ?? 0);
    }
    if (items.length < AT_A_TIME) return;
  }
}
