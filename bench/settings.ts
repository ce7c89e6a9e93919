import { parseArgs } from "node:util";

export type Settings = {
  /** About two minutes instead of twenty: fewer sizes, seconds and rounds. */
  isQuick: boolean;
  isSaving: boolean;
  /** The parts to run, in their order. */
  parts: readonly PartName[];
  ffmpegPath: string;
  ffprobePath: string;
  chromiumPath: string;
};

const PART_NAMES = ["startup", "requests", "lists", "search", "live", "pipeline", "page"] as const;
export type PartName = (typeof PART_NAMES)[number];

const USAGE = `npm run bench -- [--quick] [--only ${PART_NAMES.join(",")}] [--save]`;

/** @throws SettingsError with a sentence for the person who typed the command */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const { quick, save, only } = parse(args);
  const asked = only === undefined ? [] : only.split(",");
  const unknown = asked.filter((name) => !PART_NAMES.some((part) => part === name));
  if (unknown.length > 0) throw new SettingsError(`There is no part “${unknown.join(", ")}”.\n${USAGE}`);
  return {
    isQuick: quick ?? false,
    isSaving: save ?? false,
    parts: PART_NAMES.filter((part) => only === undefined || asked.includes(part)),
    ffmpegPath: env["FFMPEG_PATH"] ?? "ffmpeg",
    ffprobePath: env["FFPROBE_PATH"] ?? "ffprobe",
    chromiumPath: env["CHROMIUM_PATH"] ?? "chromium",
  };
}

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { quick: { type: "boolean" }, save: { type: "boolean" }, only: { type: "string" } },
    }).values;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
