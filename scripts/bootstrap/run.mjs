import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { SetupError } from "./say.mjs";

/**
 * Runs a set-up program to its end; what it prints is shown only when it fails.
 * @throws {SetupError} with `sentence` when it fails
 */
export function runOrExplain(program, args, { sentence, env = process.env, shell = false }) {
  const ran = spawnSync(program, args, { cwd: ROOT, env, encoding: "utf8", shell, maxBuffer: 64 * 1024 * 1024 });
  if (ran.status === 0) return;
  throw new SetupError(`${lastLines(ran)}\n\n${sentence}`);
}

/** @param ran what `spawnSync` gave for a program whose output was kept */
export function lastLines(ran) {
  const said = `${ran.stdout ?? ""}${ran.stderr ?? ""}${ran.error ? ran.error.message : ""}`.trim();
  return said.split("\n").slice(-15).join("\n");
}

/** The environment with the pinned Node first, so that `npm` and all that it runs use it. */
export function withNode(node, more = {}) {
  return { ...process.env, ...more, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` };
}

/**
 * Runs a program with the terminal, hands signals over, and waits for it.
 * @returns {Promise<number>} its exit code
 */
export function runAttached(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: "inherit" });
    // Ctrl-C reaches the child by itself; we only wait until it has put everything away.
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
