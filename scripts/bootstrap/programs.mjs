import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { lastLines } from "./run.mjs";
import { SetupError, step } from "./say.mjs";

/**
 * Finds ffmpeg and ffprobe in the environment or on the PATH, or installs them with the system's package manager if
 * that is allowed.
 * @returns the environment that names them
 */
export function ensureFfmpeg({ isRequired }) {
  const ffmpeg = process.env.FFMPEG_PATH || "ffmpeg";
  const ffprobe = process.env.FFPROBE_PATH || "ffprobe";
  if (!runs(ffmpeg, "-version") || !runs(ffprobe, "-version")) install("ffmpeg");
  if (runs(ffmpeg, "-version") && runs(ffprobe, "-version")) return { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe };
  const sentence = `ffmpeg is missing: ${howTo("ffmpeg")}`;
  if (isRequired) throw new SetupError(sentence);
  step(`${sentence} Until then videos that are uploaded cannot be processed.`);
  return {};
}

const SPEECH_MODEL = "/usr/share/pocketsphinx/model/en-us";

/** The speech model for the test of automatic captions, which is skipped where it cannot be installed. */
export function ensureSpeechModel() {
  if (process.platform === "linux" && !existsSync(SPEECH_MODEL)) install("pocketsphinx-en-us");
  if (!existsSync(SPEECH_MODEL))
    step(`There is no speech model in ${SPEECH_MODEL}, so the test that hears real speech is skipped.`);
}

/** Chromium's headless shell: browser tests take a quarter less CPU in it. */
const HEADLESS = "chromium-headless-shell";
const DESKTOP = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_BROWSERS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browsers of the tests: the headless shell, and a full one for notifications. @returns the environment that names them */
export function ensureChromium() {
  const find = (...names) => [...names, ...MAC_BROWSERS].find((name) => name && runs(name, "--version"));
  const findQuick = () => find(process.env.CHROMIUM_PATH, HEADLESS, ...DESKTOP);
  const findWhole = () => find(process.env.DESKTOP_CHROMIUM_PATH, ...DESKTOP);
  if (!findQuick()) install(HEADLESS);
  if (!findWhole()) install("chromium");
  const quick = findQuick();
  if (!quick) throw new SetupError(`Chromium is missing, and the tests need it: ${howTo("chromium")}`);
  return { CHROMIUM_PATH: onPath(quick), DESKTOP_CHROMIUM_PATH: onPath(findWhole() ?? "chromium") };
}

/** The full path of a program on the PATH, which starting a browser requires. */
function onPath(name) {
  if (path.isAbsolute(name)) return name;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? name;
}

function runs(program, flag) {
  return spawnSync(program, [flag], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

function install(name) {
  const isRoot = process.getuid?.() === 0;
  if (process.platform === "linux" && isRoot && runs("apt-get", "--version")) {
    step(`Installing ${name} (apt-get)`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // If updating the lists fails, the existing ones may be good enough.
    runOrSay("apt-get", ["update", "-qq"], env);
    runOrSay("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], env);
  } else if (process.platform === "darwin" && name !== HEADLESS && runs("brew", "--version")) {
    step(`Installing ${name} (brew)`);
    runOrSay("brew", name === "chromium" ? ["install", "--cask", name] : ["install", name], process.env);
  }
}

/** Shows the end of the package manager's output, which has the reason, only if it fails. */
function runOrSay(program, args, env) {
  const ran = spawnSync(program, args, { env, encoding: "utf8", timeout: 15 * 60_000, maxBuffer: 64 * 1024 * 1024 });
  if (ran.status === 0) return;
  step(`${program} ${args[0]} failed:\n${lastLines(ran)}`);
}

function howTo(name) {
  if (process.platform === "darwin")
    return `type “brew install ${name === "chromium" ? "--cask chromium" : name}” and try again.`;
  return `type “sudo apt-get install ${name}” (or your system's own command) and try again.`;
}
