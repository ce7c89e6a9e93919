import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";

export type Scratch = { folder: string; remove(): Promise<void> };

/** A private folder for one piece of work, on the file system of the data so that files can be linked instead of copied. */
export async function openScratch(dataDir: string): Promise<Scratch> {
  const home = path.resolve(dataDir, "scratch");
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(path.join(home, "work-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Forgets what killed workers left. Only for a worker that knows it is alone. */
export async function clearScratch(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir, "scratch"), { recursive: true, force: true });
}
