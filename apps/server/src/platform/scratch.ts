import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export type Scratch = { folder: string; remove(): Promise<void> };

/** A private folder for one piece of work, on the file system of the data so that files can be linked instead of copied. */
export async function createScratch(dataDir: string): Promise<Scratch> {
  const home = path.resolve(dataDir, "scratch");
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(path.join(home, "work-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** No job takes longer: what nobody has touched for this long is a killed worker's. */
const LEFT_MS = 24 * 3_600_000;

/** Removes what killed workers left, beside others that are at work. */
export async function clearOldScratch(dataDir: string, nowMs = Date.now()): Promise<void> {
  const home = path.resolve(dataDir, "scratch");
  for (const name of await readdir(home).catch(() => [])) {
    const folder = path.join(home, name);
    const touchedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => nowMs,
    );
    if (nowMs - touchedMs > LEFT_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed workers left. Only for a worker that knows it is alone. */
export async function clearScratch(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir, "scratch"), { recursive: true, force: true });
}
