import { spawn } from "node:child_process";
import { Socket } from "node:net";

/**
 * `read` fails at the end of the pipe, which the system closes when our process ends for any reason. A line means that the
 * watched process has ended by itself.
 */
const WATCH = 'read -r line || kill -s "$1" "$2"';

/**
 * Signals another process when ours ends, even by SIGKILL: a small shell waits for the end of a pipe that only we hold
 * open. It runs in its own session, so that Ctrl-C and a closed terminal do not reach it.
 * @param options.user runs the shell; null: the current user
 * @returns a function that stops watching; call it when the process has ended, because its pid may be reused
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
  // If the shell is missing or killed, the next start stops the orphan.
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  watcher.unref();
  // Otherwise the open pipe would keep our process alive.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.stdin.end("\n");
}
