import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

/**
 * A second name for a file that nobody writes to any more; a copy where the file system cannot link.
 * Four gigabytes then cost nothing.
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "EEXIST") throw error;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}
