import { fileURLToPath } from "node:url";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { runProgram } from "./run-program.ts";
import type { StoredSound, TableEvent } from "./tables-child.ts";
import type { Tools, Where } from "./tools.ts";

const CHILD = fileURLToPath(new URL("./tables-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/**
 * An MP4 of two hours takes a second. Matroska has no table of its packets: two hours of it take 3 s for the picture
 * and 5 s with the sound. Someone waits for the first segment meanwhile, but to encode what could be copied would take
 * far longer.
 */
const CPU_S = 10;
/** Node reserves 2 GB of address space that it never uses; its threads reserve more. */
const LIMITS = { cpuS: CPU_S, memoryBytes: 4 * GIB, fileBytes: 0, niceness: 10 };

export type { StoredSound };

export type Tables = {
  /**
   * When the picture ends, in seconds of the file's own clock; NaN if it is not the only one, if the file is damaged or if
   * it would take too long.
   */
  endS: number;
  /** Null without exactly one track of sound, for the same reasons, and if it was not asked for. */
  sound: StoredSound | null;
};

/**
 * Reads where the packets of the source are from the tables of its file, so its bit rate does not matter.
 * @param where.withSound whether to read the sound too, which must be AAC
 * @param onPacket called with the first packet of the picture, each keyframe and the packet stored after it, in stored
 * order; times in seconds of the file's own clock
 */
export async function readTables(
  { searchPath }: Tools,
  where: Where & { withSound: boolean },
  onPacket: (atS: number, isKey: boolean) => void,
): Promise<Tables> {
  const { folder, signal, withSound } = where;
  const found: Tables = { endS: Number.NaN, sound: null };
  await runProgram({
    program: process.execPath,
    args: ["--max-old-space-size=512", CHILD, SOURCE_NAME, ...(withSound ? ["sound"] : [])],
    folder,
    searchPath,
    signal,
    limits: LIMITS,
    onLine(line) {
      const event: TableEvent = JSON.parse(line);
      if ("endS" in event) found.endS = event.endS;
      else if ("sound" in event) found.sound = event.sound;
      else onPacket(event.atS, event.isKey);
    },
  });
  // A process that failed later has still read the picture to its end.
  return found;
}
