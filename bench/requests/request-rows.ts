import { type Row, row } from "../row.ts";
import type { Target } from "./asks.ts";
import type { LoadResult } from "./load.ts";

export type Measurement = { items: number; target: Target; connections: number; result: LoadResult };

const LIST_P99_MS = 30;
/** All processes together. */
const LIST_CPU_MS = 1;
/** How much more a list may cost at the largest size than at the middle one. */
const LIST_GROWTH = 1.5;
/** A list's p99 budget applies to this many concurrent connections. */
const FEW = 10;

export function toRows(measured: readonly Measurement[]): Row[] {
  return [...measured.flatMap(rowsOf), ...growthOf(measured)];
}

function rowsOf({ items, target, connections, result }: Measurement): Row[] {
  const isFew = connections === FEW;
  const name = `${target.name}, ${inWords(items)}`;
  const at = `${name}, ${connections} at once`;
  return [
    // More connections do not change the CPU time per reply, so measuring it once is enough.
    ...(isFew ? [row(`${name}: CPU per reply`, result.cpuMs, "ms", target.isList ? LIST_CPU_MS : null)] : []),
    row(`${at}: answers`, result.perSecond, "/s"),
    row(`${at}: p50`, result.p50Ms, "ms"),
    row(`${at}: p99`, result.p99Ms, "ms", isFew && target.isList ? LIST_P99_MS : null),
  ];
}

/** CPU time at the last size relative to the one before, because wall times minutes apart are not comparable. */
function growthOf(measured: readonly Measurement[]): Row[] {
  const few = measured.filter(({ connections, target }) => connections === FEW && target.isList);
  const [most, middle] = [...new Set(few.map(({ items }) => items))].reverse();
  if (most === undefined || middle === undefined) return [];
  return few
    .filter(({ items }) => items === most)
    .flatMap(({ target, result }) => {
      const before = few.find((one) => one.items === middle && one.target.name === target.name);
      if (!before) return [];
      const name = `${target.name}: CPU among ${inWords(most)} relative to ${inWords(middle)}`;
      return [row(name, result.cpuMs / before.result.cpuMs, "×", LIST_GROWTH)];
    });
}

function inWords(items: number): string {
  return `${items.toLocaleString("en")} items`;
}
