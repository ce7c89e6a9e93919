import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { SetupError } from "./say.mjs";

/**
 * Runs a setup program and shows its output only if it fails.
 * @throws {SetupError} with `sentence` if it fails
 */
export function runOrExplain(program, args, { sentence, env = process.env, shell = false }) {
  const ran = spawnSync(program, args, { cwd: ROOT, env, encoding: "utf8", shell, maxBuffer: 64 * 1024 * 1024 });
  if (ran.status === 0) return;
  throw new SetupError(`${lastLines(ran)}\n\n${sentence}`);
}

/** @param ran the result of `spawnSync` with captured output */
export function lastLines(ran) {
  const said = `${ran.stdout ?? ""}${ran.stderr ?? ""}${ran.error ? ran.error.message : ""}`.trim();
  return said.split("\n").slice(-15).join("\n");
}

/** The environment with the pinned Node first on the PATH, so that `npm` and its children use it. */
export function withNode(node, more = {}) {
  return { ...process.env, ...more, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` };
}

/**
 * Runs a program in the terminal, forwards signals to it, and waits for it.
 * @returns {Promise<number>} its exit code
 */
export function runAttached(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: "inherit" });
    // Ctrl-C reaches the child by itself; we only wait until it has cleaned up.
    const handOver = (signal) => () => child.kill(signal);
    const ignore = () => undefined;
    const terminate = handOver("SIGTERM");
    process.on("SIGINT", ignore);
    process.on("SIGTERM", terminate);
    process.on("SIGHUP", terminate);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", ignore);
      process.off("SIGTERM", terminate);
      process.off("SIGHUP", terminate);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}
