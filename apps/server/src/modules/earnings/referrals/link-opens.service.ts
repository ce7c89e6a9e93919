import type { Deps } from "#platform/deps.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import { createFlushTimer } from "#platform/flush-timer.ts";
import { addOpens } from "./referral-links.sql.ts";

export type OpenCounter = { count(code: string): void } & Pick<FlushTimer, "close">;

/**
 * Counts opens of referral links in memory and adds them up once a second. Nothing but the code is stored, so the count
 * says nothing about a person. A killed server loses the last second.
 */
export function createOpenCounter(deps: Pick<Deps, "sql" | "log">): OpenCounter {
  let opens = new Map<string, number>();
  async function flush(): Promise<void> {
    const counted = opens;
    opens = new Map();
    if (counted.size > 0) await addOpens(deps.sql, counted);
  }
  const timer = createFlushTimer(deps, { name: "opens of referral links", flush });
  return {
    count(code) {
      opens.set(code, (opens.get(code) ?? 0) + 1);
      timer.schedule();
    },
    close: () => timer.close(),
  };
}
