import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** The product with reload: the server restarts when one of its files changes; Vite reloads the page. */
const root = path.resolve(import.meta.dirname, "..");
const server = path.join(root, "apps/server/src");
const watched = [server, path.join(root, "packages/contract/src")].map((folder) => `--watch-path=${folder}`);

const running: ChildProcess[] = [
  spawn(process.execPath, [...watched, path.join(server, "main.ts")], { cwd: root, stdio: "inherit" }),
  spawn(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), "apps/web"], {
    cwd: root,
    stdio: "inherit",
  }),
];

let left = running.length;
for (const child of running) {
  child.once("exit", () => {
    left--;
    // If one of them ends, so does the other.
    for (const other of running) other.kill("SIGTERM");
    if (left === 0) process.exit();
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill("SIGTERM");
  });
}
