import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

/** Hard-links a file that no longer changes, so that 4 GB cost nothing; copies it if the file system cannot link. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "EEXIST") throw error;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}
