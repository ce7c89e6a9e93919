import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { MAIN, type RunningProduct, readProcess, runProduct } from "./testing/running-product.ts";

const folders: string[] = [];
const products: RunningProduct[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const product of products.splice(0)) await product.dispose();
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-start-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Starts it and waits until it exits. @returns its output, and the exit code */
function startAndEnd(environment: Record<string, string>): Promise<{ said: string; code: number | null }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, DEMO: "0", ...environment } });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.once("exit", (code) => resolve({ said, code }));
  });
}

function isRunning(pid: number): boolean {
  const stat = readProcess(pid, "stat");
  // An exited process that its parent has not reaped yet is a zombie.
  return stat !== "" && !/\) Z /.test(stat);
}

/** Names what is left over, in case it ends before somebody looks. */
function describeProcess(pid: number): string {
  return `${pid} ${readProcess(pid, "cmdline").replaceAll("\0", " ") || "(gone)"}`;
}

/** The shells that end other processes with ours, and that nobody waits for. */
const isWatcher = (pid: number) => readProcess(pid, "cmdline").includes("end-with-us");

/** The test of a full disk needs its own file system, which only root may mount. */
const canMount = process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0;

describe("starting", () => {
  test("on a port in use says so, and leaves nothing behind", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const dataDir = newFolder();

    const { said, code } = await startAndEnd({ PORT: String(port), DATA_DIR: dataDir });

    expect(code).toBe(1);
    expect(said.trim()).toBe(
      `Port ${port} is in use already. Stop the other program, or choose another: PORT=3001 npm start`,
    );
    expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });

  test("twice on one folder is refused, and the first process keeps running", async () => {
    const product = await runProduct();
    products.push(product);
    const second = await startAndEnd({ PORT: "0", DATA_DIR: product.dataDir });
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/^\nFieldhouse is running on this data folder already\. .*\n$/);
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  });

  test("with an invalid data folder names it", async () => {
    const file = path.join(newFolder(), "a-file");
    writeFileSync(file, "");
    const { said, code } = await startAndEnd({ PORT: "0", DATA_DIR: file });
    expect(code).toBe(1);
    expect(said.trim()).toBe(`${file} cannot be written. Choose another DATA_DIR, or mend its permissions.`);
  });

  test("with a damaged database says so and changes nothing", async () => {
    const product = await runProduct();
    products.push(product);
    await product.stop();
    const control = path.join(product.dataDir, "postgres/global/pg_control");
    const before = readFileSync(control);
    truncateSync(control, 100);
    const { said, code } = await startAndEnd({ PORT: "0", DATA_DIR: product.dataDir });
    expect(code).toBe(1);
    expect(said).not.toMatch(/\n\s+at /);
    expect(said).toMatch(/damaged/);
    expect(readFileSync(control)).toEqual(before.subarray(0, 100));
    writeFileSync(control, before);
    await product.start();
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  });

  test.skipIf(!canMount)("on a full disk says so, and goes on once there is room", async () => {
    const dataDir = newFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=755", "tmpfs", dataDir]);
    try {
      const full = await startAndEnd({ PORT: "0", DATA_DIR: dataDir });
      expect(full.code).toBe(1);
      expect(full.said.trim()).toBe("The disk is full. Make room, and start again: nothing was lost.");
      execFileSync("mount", ["-o", "remount,size=400m", dataDir]);
      const product = await runProduct({ DATA_DIR: dataDir });
      products.push(product);
      expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
      await product.stop();
    } finally {
      execFileSync("umount", ["-l", dataDir]);
    }
  });

  test("with invalid settings names all of them at once", async () => {
    const { said, code } = await startAndEnd({ NODE_ENV: "production", PORT: "eighty", DATA_DIR: newFolder() });
    expect(code).toBe(1);
    for (const name of ["PORT", "DATABASE_URL", "PUBLIC_URL", "SECRET_KEY", "SMTP_URL", "MAIL_FROM"])
      expect(said).toContain(name);
    expect(said).not.toMatch(/\n\s+at /);
  });
});

describe("stopping", () => {
  test("leaves no process behind, and a second start takes seconds", async () => {
    const product = await runProduct();
    products.push(product);
    const postmaster = Number(
      readFileSync(path.join(product.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0],
    );
    const own = product.processes();
    expect(own.length).toBeGreaterThanOrEqual(2);
    const watchers = new Set(own.filter(isWatcher));
    expect(await product.stop()).toBe(0);
    const left = [...own, postmaster].filter((pid) => !watchers.has(pid) && isRunning(pid));
    expect(left.map(describeProcess)).toEqual([]);
    await expect.poll(() => [...watchers].filter(isRunning).map(describeProcess)).toEqual([]);
    await product.start();
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  });

  test("by kill -9 is repaired by the next start", async () => {
    const product = await runProduct();
    products.push(product);
    const postmaster = Number(
      readFileSync(path.join(product.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0],
    );
    // Otherwise they would stop the database, sooner or later.
    for (const pid of product.processes().filter(isWatcher)) process.kill(pid, "SIGKILL");
    await product.kill("everything");
    expect(isRunning(postmaster)).toBe(true);
    await product.start();
    expect(isRunning(postmaster)).toBe(false);
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  });
});
