import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runOrExplain } from "./run.mjs";
import { SetupError, step } from "./say.mjs";

const WANTED = "24.21.0";
const WANTED_MAJOR = 24;

/**
 * The Node that runs the product: the running one if it is new enough, else one from npm. The platform packages contain
 * the binary; the wrapper package `node` needs an install script, which npm blocks.
 * @returns {string} path of the binary
 */
export function ensureNode() {
  if (Number(process.versions.node.split(".")[0]) >= WANTED_MAJOR) return process.execPath;
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const runtime = path.join(ROOT, ".runtime");
  const program = path.join(runtime, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program) && versionOf(program) === `v${WANTED}`) return program;
  step(`Getting Node ${WANTED} (this machine has ${process.versions.node})`);
  runOrExplain(
    "npm",
    ["install", "--prefix", runtime, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${WANTED}`],
    {
      sentence: `Node ${WANTED} could not be installed. Install Node ${WANTED_MAJOR} yourself and try again.`,
      shell: process.platform === "win32",
    },
  );
  if (versionOf(program) !== `v${WANTED}`)
    throw new SetupError(
      `Node ${WANTED} does not run on this machine. Install Node ${WANTED_MAJOR} yourself and try again.`,
    );
  return program;
}

function versionOf(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim();
}
