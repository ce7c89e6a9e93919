import type { ContentId } from "@app/contract/ids";
import type { Earner } from "../people.ts";
import type { Stack } from "../stack.ts";

/** One line of the table. */
export type Row = { fault: string; mustHold: string; measured: string; holds: boolean };

/** Shared by all rows: a running cluster, an earner in it, and an item that can be watched. */
export type World = {
  stack: Stack;
  earner: Earner;
  /** Two seconds of video. */
  clip: Buffer;
  categoryId: number;
  itemId: ContentId;
  /** How many replies the load of a rolling restart must receive. */
  loadRequests: number;
};

export type Measure = (world: World) => Promise<Omit<Row, "fault" | "mustHold">>;

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
