import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { selectUnmeasured, setOriginalBytes, type UnmeasuredRow } from "./measure.sql.ts";

const AT_A_TIME = 100;

type MeasureDeps = Pick<Deps, "sql" | "storage" | "log">;

/**
 * Measures the originals whose size is not known: those from before sizes were kept, and those that came without an
 * upload. Their owners' storage use is right from then on.
 */
export async function measureContents(deps: MeasureDeps, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "an original could not be measured",
    signal,
    next: (after: UnmeasuredRow | null) => selectUnmeasured(deps.sql, { after: after?.id ?? null, limit: AT_A_TIME }),
    async work({ id, original_key }) {
      const stored = await deps.storage.head(original_key);
      // One that is lost takes no space, and is not looked for again.
      await setOriginalBytes(deps.sql, id, stored?.sizeBytes ?? 0);
    },
  });
}
