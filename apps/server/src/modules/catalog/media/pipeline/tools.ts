import { type ProgramEnd, type ProgramRun, runProgram } from "./run-program.ts";
import { MediaFault } from "./source-facts.ts";
import { AUDIO_DECODERS, BYSTANDERS, MOST_PIXELS, MOST_STREAMS, VIDEO_DECODERS } from "./source-limits.ts";

/** Times in seconds of the file's own clock; NaN where the file does not say. */
export type Packet = {
  streamIndex: number;
  atS: number;
  endS: number;
  isKey: boolean;
  /** An edit list leaves it out: it is decoded at most, and never shown. */
  isLeftOut: boolean;
};

export type Where = { folder: string; signal: AbortSignal };

export type Tools = { ffmpegPath: string; ffprobePath: string; searchPath: string };

/** After whatever answers requests. */
const NICENESS = 10;
/** After the programs that somebody waits for to watch. */
export const PATIENT_NICENESS = 15;
const GIB = 1024 ** 3;
/** A decoder asks for its own size, which is rounded up to whole blocks. */
const PIXEL_SLACK = 1.1;

/** Where the source stands in the private folder: a name of ours, so that no name of a person's reaches a program. */
export const SOURCE_NAME = "source";

/**
 * A protocol whitelist alone does not keep a playlist from reading other files: the demuxers and the
 * decoders are named too, so that what is left can read the one file it was given and nothing else.
 */
const FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm";
export const SAFE_INPUT = toSafeInput([...VIDEO_DECODERS, ...AUDIO_DECODERS]);
/** ffprobe gives up on a file when it may not open the decoder of one of its tracks, be it one that nobody wants. */
const SAFE_PROBE = toSafeInput([...VIDEO_DECODERS, ...AUDIO_DECODERS, ...BYSTANDERS]);

function toSafeInput(decoders: readonly string[]): readonly string[] {
  return [
    ...["-protocol_whitelist", "file"],
    ...["-format_whitelist", FORMATS],
    ...["-codec_whitelist", decoders.join(",")],
    // A picture may change its size after the header that the probe has seen.
    ...["-max_pixels", String(Math.round(MOST_PIXELS * PIXEL_SLACK))],
    // Each track is decoded a little before anything is said of it: a thousand of them took 1.5 GB.
    ...["-max_streams", String(MOST_STREAMS)],
  ];
}

type Call = Pick<ProgramRun, "folder" | "signal" | "onLine" | "onErrorLine" | "keepChars"> & {
  args: readonly string[];
  niceness?: number;
};

/** Asks ffprobe about the source. */
export function runProbe(tools: Tools, call: Call): Promise<ProgramEnd> {
  const limits = { cpuS: 120, memoryBytes: 2 * GIB, fileBytes: 1024 ** 2, niceness: NICENESS };
  const args = ["-v", "error", ...SAFE_PROBE, ...call.args, "-i", SOURCE_NAME];
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffprobePath, args, limits });
}

/** @param cpuS seconds of CPU it may take */
export function runFfmpeg(tools: Tools, call: Call, cpuS: number): Promise<ProgramEnd> {
  const limits = {
    cpuS: Math.ceil(cpuS),
    memoryBytes: 6 * GIB,
    fileBytes: 8 * GIB,
    niceness: call.niceness ?? NICENESS,
  };
  // Each complaint by itself: they are counted.
  const args = ["-hide_banner", "-nostdin", "-v", "repeat+error", "-y", ...call.args];
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffmpegPath, args, limits });
}

/** `nice` and `prlimit` answer so when what they should run is not there, or in none of the folders that they may read. */
const NOT_STARTED = new Set([126, 127]);

async function runTool(run: ProgramRun): Promise<ProgramEnd> {
  try {
    const end = await runProgram(run);
    if (isFromOutside(end)) throw new Error(`${run.program} was told to stop by something outside`);
    if (end.exitCode === null || !NOT_STARTED.has(end.exitCode)) return end;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  throw new MediaFault("Videos cannot be processed: ffmpeg is not installed on the server. Please tell its operator.");
}

/** ffmpeg answers 255 to a signal that asks it to end. The machine is going down then, and the file is not to blame. */
const ASKED_TO_END = 255;
const OUTSIDE = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

function isFromOutside({ exitCode, endedBy }: ProgramEnd): boolean {
  return exitCode === ASKED_TO_END || (endedBy !== null && OUTSIDE.has(endedBy));
}

/**
 * Reads the packets of the source without decoding them.
 * @param which ffprobe's own options: one stream, an interval
 * @returns whether ffprobe came to the end
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
