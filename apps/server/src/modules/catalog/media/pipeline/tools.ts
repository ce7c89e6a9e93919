import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { type ProgramEnd, type ProgramRun, runProgram } from "./run-program.ts";
import {
  AUDIO_DECODERS,
  IGNORED_DECODERS,
  MAX_PIXELS,
  MAX_STREAMS,
  MediaFault,
  VIDEO_DECODERS,
} from "./source-facts.ts";

/** Times in seconds of the file's own clock; NaN if the file does not state one. */
export type Packet = {
  streamIndex: number;
  atS: number;
  endS: number;
  isKey: boolean;
  /** Left out by an edit list: decoded if needed, but never shown. */
  isLeftOut: boolean;
};

export type Where = { folder: string; signal: AbortSignal };

export type Tools = { ffmpegPath: string; ffprobePath: string; searchPath: string };

/** Below the processes that answer requests. */
const NICENESS = 10;
/** Below the programs whose result somebody is waiting to watch. */
export const PATIENT_NICENESS = 15;
const GIB = 1024 ** 3;
/** Decoders allocate for a size rounded up to whole blocks. */
const PIXEL_SLACK = 1.1;

/**
 * A protocol whitelist alone does not keep a playlist from reading other files. Demuxers and decoders are whitelisted
 * too, so that only the given file can be read.
 */
const FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm";
export const SAFE_INPUT = toSafeInput([...VIDEO_DECODERS, ...AUDIO_DECODERS]);
/** ffprobe fails if it may not open the decoder of one of the tracks, even one that is not needed. */
const SAFE_PROBE = toSafeInput([...VIDEO_DECODERS, ...AUDIO_DECODERS, ...IGNORED_DECODERS]);

function toSafeInput(decoders: readonly string[]): readonly string[] {
  return [
    ...["-protocol_whitelist", "file"],
    ...["-format_whitelist", FORMATS],
    ...["-codec_whitelist", decoders.join(",")],
    // The frame size may change after the header the probe has seen.
    ...["-max_pixels", String(Math.round(MAX_PIXELS * PIXEL_SLACK))],
    // ffprobe decodes a bit of each track before it prints anything: a thousand tracks took 1.5 GB.
    ...["-max_streams", String(MAX_STREAMS)],
  ];
}

type Call = Pick<ProgramRun, "folder" | "signal" | "onLine" | "onErrorLine" | "keepChars"> & {
  args: readonly string[];
  niceness?: number;
};

/** Runs ffprobe on the source. */
export function runProbe(tools: Tools, call: Call): Promise<ProgramEnd> {
  const limits = { cpuS: 120, memoryBytes: 2 * GIB, fileBytes: 1024 ** 2, niceness: NICENESS };
  const args = ["-v", "error", ...SAFE_PROBE, ...call.args, "-i", SOURCE_NAME];
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffprobePath, args, limits });
}

/** @param cpuS limit in seconds of CPU time */
export function runFfmpeg(tools: Tools, call: Call, cpuS: number): Promise<ProgramEnd> {
  const limits = {
    cpuS: Math.ceil(cpuS),
    memoryBytes: 6 * GIB,
    fileBytes: 8 * GIB,
    niceness: call.niceness ?? NICENESS,
  };
  // Prints every error individually, because they are counted.
  const args = ["-hide_banner", "-nostdin", "-v", "repeat+error", "-y", ...call.args];
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffmpegPath, args, limits });
}

/** Exit codes of `nice` and `prlimit` if the program is missing, or in no folder they may read. */
const NOT_STARTED = new Set([126, 127]);

async function runTool(run: ProgramRun): Promise<ProgramEnd> {
  try {
    const end = await runProgram(run);
    if (wasStopped(end)) throw new Error(`${run.program} was stopped by a signal`);
    if (wasDiskFull(end)) throw new Error(`${run.program} found no space left on the disk`);
    if (end.exitCode === null || !NOT_STARTED.has(end.exitCode)) return end;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  throw new MediaFault(
    "Videos cannot be processed: ffmpeg is not installed on the server. Please contact its operator.",
  );
}

/**
 * Exit code of ffmpeg after a signal that asks it to stop. The machine is shutting down, so the file is not at fault.
 */
const STOPPED_EXIT_CODE = 255;
const STOP_SIGNALS = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

function wasStopped({ exitCode, endedBy }: ProgramEnd): boolean {
  return exitCode === STOPPED_EXIT_CODE || (endedBy !== null && STOP_SIGNALS.has(endedBy));
}

/** The operator can make room, so the file is not at fault. */
function wasDiskFull({ exitCode, stderr }: ProgramEnd): boolean {
  return exitCode !== 0 && stderr.includes("No space left on device");
}

/**
 * Reads the packets of the source without decoding them.
 * @param which further ffprobe options: a stream, an interval
 * @returns whether ffprobe reached the end
 */
export async function readPackets(
  tools: Tools,
  where: Where,
  which: readonly string[],
  onPacket: (packet: Packet) => void,
): Promise<boolean> {
  const entries = ["-show_entries", "packet=stream_index,pts_time,duration_time,flags", "-of", "csv=p=0"];
  const end = await runProbe(tools, {
    ...where,
    args: [...which, ...entries],
    onLine(line) {
      const [index = "", pts = "", duration = "", flags = ""] = line.split(",");
      const atS = Number.parseFloat(pts);
      const endS = atS + (Number.parseFloat(duration) || 0);
      onPacket({ streamIndex: Number(index), atS, endS, isKey: flags.startsWith("K"), isLeftOut: flags.includes("D") });
    },
  });
  return end.exitCode === 0;
}
