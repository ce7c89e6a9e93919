import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { type ProgramRun, runProgram } from "./run-program.ts";
import { hasFfmpeg, tools } from "./testing/clips.ts";
import { isDead, works } from "./testing/processes.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MIB = 1024 ** 2;
const LIMITS = { cpuS: 20, memoryBytes: 2048 * MIB, fileBytes: 100 * MIB, niceness: 10 };
const RUN = { folder, searchPath: tools.searchPath, limits: LIMITS, signal: new AbortController().signal };

function shell(script: string, more: Partial<ProgramRun> = {}) {
  return runProgram({ ...RUN, program: "sh", args: ["-c", script], ...more });
}

const isLinux = process.platform === "linux";
const canLimit = isLinux && works("prlimit", "--core=0");
const canCutNetwork = isLinux && (works("unshare", "-n") || works("unshare", "-r", "-n"));
const canDieTogether = isLinux && works("setpriv", "--pdeathsig", "KILL");

describe("the output", () => {
  test("is passed on line by line, and stored up to a limit", async () => {
    const lines: string[] = [];
    const end = await shell("printf 'one\\ntwo\\nthr'; printf 'ee\\nrest'; echo fault >&2; exit 3", {
      onLine: (line) => lines.push(line),
      keepChars: 5,
    });
    expect(lines).toEqual(["one", "two", "three"]);
    expect(end).toEqual({ exitCode: 3, endedBy: null, stdout: "one\nt", stderr: "fault\n" });
  });

  test("uses bounded memory, even for one endless line", async () => {
    const lines: string[] = [];
    const end = await shell(
      "head -c 9000000 /dev/zero | tr '\\0' x; echo; head -c 9000000 /dev/zero | tr '\\0' y >&2",
      {
        onLine: (line) => lines.push(line),
        keepChars: 100,
      },
    );
    expect(lines.map((line) => line.length)).toEqual([4096]);
    expect(end.stdout).toHaveLength(100);
    expect(end.stderr).toHaveLength(16 * 1024);
  });

  test("ends the run if its reader throws", async () => {
    let pid = 0;
    const run = shell("echo $$; exec sleep 1000", {
      onLine(line) {
        pid = Number(line);
        throw new Error("cannot read that");
      },
    });
    await expect(run).rejects.toThrow("cannot read that");
    expect(isDead(pid)).toBe(true);
  });
});

test("the program sees none of our environment variables", async () => {
  const { stdout } = await shell("env", { keepChars: 10_000 });
  const names = stdout.split("\n").map((line) => line.split("=")[0]);
  const ofTheShell = new Set(["PWD", "OLDPWD", "SHLVL", "_", ""]);
  expect(names.filter((name) => !ofTheShell.has(name ?? "")).sort()).toEqual(["HOME", "LC_ALL", "PATH"]);
});

describe("the end", () => {
  test("an aborted signal kills the program at once, however deeply it is wrapped", async () => {
    const stop = new AbortController();
    let pid = 0;
    const run = shell("trap '' TERM; echo $$; while :; do sleep 0.1; done", {
      signal: stop.signal,
      onLine(line) {
        pid = Number(line);
        stop.abort(new Error("no longer wanted"));
      },
    });
    await expect(run).rejects.toThrow("no longer wanted");
    expect(pid).toBeGreaterThan(0);
    expect(isDead(pid)).toBe(true);
  });

  test("nothing starts if the signal is already aborted", async () => {
    await expect(shell("touch started", { signal: AbortSignal.abort(new Error("late")) })).rejects.toThrow("late");
    expect(() => statSync(path.join(folder, "started"))).toThrow("ENOENT");
  });

  test("a missing program gives the same exit code as a shell", async () => {
    expect([126, 127]).toContain((await runProgram({ ...RUN, program: "no-such-program", args: [] })).exitCode);
  });

  test.skipIf(!canDieTogether)("the program does not outlive a killed worker", async () => {
    const script = `
      import { runProgram } from ${JSON.stringify(path.join(import.meta.dirname, "run-program.ts"))};
      await runProgram({ ...${JSON.stringify({ folder, searchPath: tools.searchPath, limits: LIMITS })},
        program: "sh", args: ["-c", "echo $$; exec sleep 1000"], signal: new AbortController().signal,
        onLine: (line) => console.log(line) });`;
    const worker = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [chunk] = await once(worker.stdout, "data");
    const pid = Number(String(chunk));
    expect(isDead(pid)).toBe(false);
    worker.kill("SIGKILL");
    while (!isDead(pid)) await sleep(10);
  });
});

describe.skipIf(!canLimit)("the limits", () => {
  test("one second of CPU is one second", async () => {
    const end = await shell("while :; do :; done", { limits: { ...LIMITS, cpuS: 1 } });
    expect(end).toMatchObject({ exitCode: null, endedBy: "SIGKILL" });
  });

  test("files grow up to their limit", async () => {
    const end = await shell("exec head -c 3000000 /dev/zero > large", { limits: { ...LIMITS, fileBytes: MIB } });
    expect(end.exitCode).not.toBe(0);
    expect(statSync(path.join(folder, "large")).size).toBe(MIB);
  });

  test("memory is limited", async () => {
    const take = "exec dd if=/dev/zero of=/dev/null bs=300M count=1";
    expect((await shell(take)).exitCode).toBe(0);
    expect((await shell(take, { limits: { ...LIMITS, memoryBytes: 100 * MIB } })).exitCode).not.toBe(0);
  });
});

test.skipIf(!canCutNetwork || !hasFfmpeg)("no port of this machine can be reached", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const end = await runProgram({ ...RUN, program: tools.ffprobePath, args: ["-i", `http://127.0.0.1:${port}/canary`] });
  expect(end.exitCode).not.toBe(0);
  expect(end.stderr).toMatch(/unreachable|refused/i);
  expect(connections).toBe(0);
  server.close();
});
