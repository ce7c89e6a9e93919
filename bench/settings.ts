import path from "node:path";
import { parseArgs } from "node:util";

export type Settings = {
  /** About two minutes instead of twenty: fewer sizes, seconds and rounds. */
  isQuick: boolean;
  isSaving: boolean;
  /** The parts to run, in order. `lighthouse` is skipped if it is not installed, `game` unless it is named. */
  parts: readonly PartName[];
  ffmpegPath: string;
  ffprobePath: string;
  chromiumPath: string;
  /** Where the worlds of `lists` and `search` are kept between runs; null fills new ones each time. */
  worldsFolder: string | null;
  /** The folder where Lighthouse is installed, or null. */
  lighthousePath: string | null;
  /** Additional settings that a part passes to the product. */
  environment?: Record<string, string>;
};

const PART_NAMES = [
  "startup",
  "requests",
  "flood",
  "memory",
  "lists",
  "blocks",
  "search",
  "numbers",
  "earnings",
  "comments",
  "live",
  "faults",
  "fanout",
  "writers",
  "jobs",
  "pictures",
  "images",
  "documents",
  "encoder",
  "pipeline",
  "game",
  "page",
  "lighthouse",
] as const;
export type PartName = (typeof PART_NAMES)[number];

const USAGE = `npm run bench -- [--quick] [--only ${PART_NAMES.join(",")}] [--worlds FOLDER] [--save]`;
const NO_LIGHTHOUSE = `The part “lighthouse” needs the folder that Lighthouse is in:
npm install --prefix /tmp/lighthouse lighthouse
LIGHTHOUSE_PATH=/tmp/lighthouse npm run bench -- --only lighthouse`;

/** @throws SettingsError with a message for the person who typed the command */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const { quick, save, only, worlds } = parse(args);
  const asked = only === undefined ? [] : only.split(",");
  const unknown = asked.filter((name) => !PART_NAMES.some((part) => part === name));
  if (unknown.length > 0) throw new SettingsError(`There is no part “${unknown.join(", ")}”.\n${USAGE}`);
  const lighthousePath = env["LIGHTHOUSE_PATH"] || null;
  if (asked.includes("lighthouse") && lighthousePath === null) throw new SettingsError(NO_LIGHTHOUSE);
  const parts = PART_NAMES.filter((part) => part !== "lighthouse" || lighthousePath !== null);
  // Only if it is named: it takes half an hour.
  const isDue = (part: PartName) => (only === undefined ? part !== "game" : asked.includes(part));
  return {
    isQuick: quick,
    isSaving: save,
    worldsFolder: worlds === undefined ? null : path.resolve(worlds),
    parts: parts.filter(isDue),
    ffmpegPath: env["FFMPEG_PATH"] ?? "ffmpeg",
    ffprobePath: env["FFPROBE_PATH"] ?? "ffprobe",
    chromiumPath: env["CHROMIUM_PATH"] ?? "chromium",
    lighthousePath,
  };
}

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        save: { type: "boolean", default: false },
        only: { type: "string" },
        worlds: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
