import { v7 } from "uuid";
import { clockAheadMs, nowMs } from "./clock.ts";

/**
 * Creates a time-ordered id (UUID version 7).
 * @param schema brands the id
 * @param at its timestamp; default: now, by the database's clock, because ids of several processes are compared
 */
export function newId<Id>(schema: { parse(value: string): Id }, at?: Date): Id {
  if (at) return schema.parse(v7({ msecs: at.getTime() }));
  // Without a time, ids of one millisecond are in order as well.
  return schema.parse(clockAheadMs() === 0 ? v7() : v7({ msecs: nowMs() }));
}
