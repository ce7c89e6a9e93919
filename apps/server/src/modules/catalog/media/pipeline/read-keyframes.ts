import { fileURLToPath } from "node:url";
import type { KeyframeEvent } from "./keyframes-child.ts";
import { runProgram } from "./run-program.ts";
import { SOURCE_NAME, type Tools, type Where } from "./tools.ts";

const CHILD = fileURLToPath(new URL("./keyframes-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/**
 * Someone waits for the first segment. An MP4 of two hours takes 0.6 s. Matroska has no table of its packets: an hour of
 * it takes 3 s.
 */
const CPU_S = 3;
/** Node reserves 2 GB of address space that it never uses; its threads reserve more. */
const LIMITS = { cpuS: CPU_S, memoryBytes: 4 * GIB, fileBytes: 0, niceness: 10 };

/**
 * Reads the keyframes of the source from the tables of its file, so its bit rate does not matter.
 * @param onPacket called with the first packet, each keyframe and the packet stored after it, in stored order; times in
 * seconds of the file's own clock
 * @returns when the video track ends, on the same clock; NaN if it is not the only one, if the file is damaged or if it
 * would take too long
 */
export async function readKeyframes(
  { searchPath }: Tools,
  { folder, signal }: Where,
  onPacket: (atS: number, isKey: boolean) => void,
): Promise<number> {
  let endS = Number.NaN;
  const { exitCode } = await runProgram({
    program: process.execPath,
    args: ["--max-old-space-size=512", CHILD, SOURCE_NAME],
    folder,
    searchPath,
    signal,
    limits: LIMITS,
    onLine(line) {
      const event: KeyframeEvent = JSON.parse(line);
      if ("endS" in event) endS = event.endS;
      else onPacket(event.atS, event.isKey);
    },
  });
  return exitCode === 0 ? endS : Number.NaN;
}
