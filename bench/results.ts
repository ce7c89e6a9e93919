import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import type { Row } from "./row.ts";
import type { Settings } from "./settings.ts";

const RESULTS = path.join(import.meta.dirname, "results");
const BASELINE = path.join(import.meta.dirname, "baseline.json");

type Saved = { at: string; node: string; processors: string; is_quick: boolean; rows: Row[] };

/** @returns the path of the written file */
export function writeResults(rows: readonly Row[], settings: Settings, now: Date): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, `${now.toISOString().replaceAll(":", "-").slice(0, 19)}.json`);
  writeFileSync(file, toText(toSaved(rows, settings, now)));
  return file;
}

/** Saves the run that later ones are compared with. A partial run replaces its rows and keeps the others. */
export function saveBaseline(rows: readonly Row[], settings: Settings, now: Date): void {
  const measured = new Set(rows.map(({ name }) => name));
  const kept = (readSaved()?.rows ?? []).filter(({ name }) => !measured.has(name));
  writeFileSync(BASELINE, toText(toSaved([...kept, ...rows], settings, now)));
}

/** @returns values by name, or null if no run was saved */
export function readBaseline(): ReadonlyMap<string, number> | null {
  const saved = readSaved();
  return saved && new Map(saved.rows.map(({ name, value }) => [name, value]));
}

function readSaved(): Saved | null {
  return existsSync(BASELINE) ? (JSON.parse(readFileSync(BASELINE, "utf8")) as Saved) : null;
}

function toSaved(rows: readonly Row[], settings: Settings, now: Date): Saved {
  const model = cpus()[0]?.model ?? "unknown";
  const rounded = rows.map((row) => ({ ...row, value: Number(row.value.toPrecision(4)) }));
  return {
    at: now.toISOString(),
    node: process.version,
    processors: `${cpus().length} × ${model}`,
    is_quick: settings.isQuick,
    rows: rounded,
  };
}

function toText(saved: Saved): string {
  return `${JSON.stringify(saved, null, 2)}\n`;
}
