import { MediaFault } from "./media-fault.ts";
import { type ProgramEnd, type ProgramRun, runProgram } from "./run-program.ts";

export type Tools = { ffmpegPath: string; ffprobePath: string; searchPath: string };

const GIB = 1024 ** 3;

/** Where the source stands in the private folder: a name of ours, so that no name of a person's reaches a program. */
export const SOURCE_NAME = "source";

/**
 * A protocol whitelist alone does not keep a playlist from reading other files: the demuxers and the
 * decoders are named too, so that what is left can read the one file it was given and nothing else.
 */
const FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm";
export const VIDEO_DECODERS = ["h264", "hevc", "vp8", "vp9", "libdav1d", "av1", "mpeg4", "mpeg2video", "prores", "mjpeg"];
const AUDIO_DECODERS = [
  ...["aac", "mp3float", "mp3", "opus", "vorbis", "ac3", "eac3", "flac", "alac", "mp2float", "mp2"],
  ...["pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le", "pcm_u8", "amrnb"],
];
export const SAFE_INPUT: readonly string[] = [
  ...["-protocol_whitelist", "file"],
  ...["-format_whitelist", FORMATS],
  ...["-codec_whitelist", [...VIDEO_DECODERS, ...AUDIO_DECODERS].join(",")],
];

type Call = Pick<ProgramRun, "folder" | "signal" | "onLine" | "keepBytes"> & { args: readonly string[] };

export function runProbe(tools: Tools, call: Call): Promise<ProgramEnd> {
  const limits = { cpuS: 120, memoryBytes: 2 * GIB, fileBytes: 1024 ** 2 };
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffprobePath, args: ["-v", "error", ...call.args], limits });
}

/** @param cpuS seconds of CPU it may take */
export function runFfmpeg(tools: Tools, call: Call, cpuS: number): Promise<ProgramEnd> {
  const limits = { cpuS: Math.ceil(cpuS), memoryBytes: 6 * GIB, fileBytes: 8 * GIB };
  const args = ["-hide_banner", "-nostdin", "-v", "error", "-y", ...call.args];
  return runTool({ ...call, searchPath: tools.searchPath, program: tools.ffmpegPath, args, limits });
}

async function runTool(run: ProgramRun): Promise<ProgramEnd> {
  try {
    const end = await runProgram(run);
    // `nice` and `prlimit` answer 127 when what they should run is not there.
    if (end.exitCode !== 127) return end;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  throw new MediaFault("Videos cannot be processed: ffmpeg is not installed on the server. Please tell its operator.");
}
