import { spawn } from "node:child_process";
import { Socket } from "node:net";

/**
 * `read` returns at the end of the pipe, which the system closes with our last breath, however we end. A line means
 * that the process has ended by itself.
 */
const WATCH = 'read -r line || kill -s "$1" "$2"';

/**
 * Sends `signal` to a process as soon as ours has ended, also by SIGKILL: a small shell watches a pipe that only we hold
 * open. It has a session of its own, so that Ctrl-C and a closed terminal do not reach it.
 * @param options.user the shell runs as; null for our own
 * @returns ends the watch; to be called when the process has ended, because its id is given to others then
 */
export function endWithUs(
  pid: number,
  { signal, user }: { signal: "INT" | "TERM"; user: { uid: number; gid: number } | null },
): () => void {
  const watcher = spawn("/bin/sh", ["-c", WATCH, "end-with-us", signal, String(pid)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    ...user,
  });
  // Without a shell, or when somebody kills it, the next start stops the orphan.
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  watcher.unref();
  // Without this an open pipe keeps us running.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.stdin.end("\n");
}
