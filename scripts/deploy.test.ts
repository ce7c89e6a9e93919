import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { QUEUE_CONNECTIONS } from "../apps/server/src/platform/jobs/worker.ts";

const DEPLOY = path.resolve(import.meta.dirname, "../deploy");
const read = (name: string) => readFileSync(path.join(DEPLOY, name), "utf8");
const operations = readFileSync(path.join(DEPLOY, "../docs/operations.md"), "utf8");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** `npm run cluster` covers the files of HAProxy and nginx. */
describe("the files in deploy/", () => {
  test.each(["haproxy.cfg", "nginx-media.conf.template"])("compose.yaml sets every variable of %s", (name) => {
    const names = [
      ...read(name)
        .replaceAll(/^\s*#.*$/gm, "")
        .matchAll(/\$\{([A-Z][A-Z0-9_]*)\}/g),
    ].map(([, variable]) => variable);
    expect(names.length).toBeGreaterThan(3);
    for (const variable of names) expect(read("compose.yaml")).toMatch(new RegExp(`\\b${variable}:`));
  });

  test("compose.yaml names existing files", () => {
    const named = [...read("compose.yaml").matchAll(/"\.\/([^:"]+):|dockerfile: ([\w.]+)/g)];
    expect(named.map(([, mounted, built]) => mounted ?? built)).toEqual([
      "worker.Dockerfile",
      "nginx-media.conf.template",
      "haproxy.cfg",
    ]);
    for (const [, mounted, built] of named) expect(existsSync(path.join(DEPLOY, mounted ?? built ?? ""))).toBe(true);
  });

  test.each(["fieldhouse-web@.service", "fieldhouse-worker@.service"])("%s starts the product's main file", (name) => {
    const [, program] = /^ExecStart=.* (\S+)$/m.exec(read(name)) ?? [];
    expect(existsSync(path.resolve(DEPLOY, "..", program ?? "missing"))).toBe(true);
    // A variable of the environment file would win over `Environment=`.
    expect(read(name)).toMatch(/^ExecStart=\/usr\/bin\/env ROLE=\w+ .*DATA_DIR=\S+ \/usr\/bin\/node/m);
    // A stopping process has its own time limit, which is shorter than systemd's.
    expect(read(name)).toContain("TimeoutStopSec=25");
    // A database that is away for longer than a few starts must not end it for good.
    expect(read(name)).toMatch(/^StartLimitIntervalSec=0$/m);
    // Its children are not told to stop while it still waits for what they do.
    expect(read(name)).toMatch(/^KillMode=mixed$/m);
  });

  test.skipIf(!hasSystemd)("systemd accepts the units", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-units-"));
    for (const name of ["fieldhouse-web", "fieldhouse-worker"]) {
      const unit = path.join(folder, `${name}@3001.service`);
      // Node is elsewhere on this machine.
      writeFileSync(unit, read(`${name}@.service`).replace("/usr/bin/node", process.execPath));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
    }
    rmSync(folder, { recursive: true });
  });
});

describe("docs/operations.md", () => {
  test("counts the database connections of a worker", () => {
    expect(operations).toContain(`plus 2 for a web process and ${QUEUE_CONNECTIONS} for a worker.`);
  });

  const commands = [...operations.matchAll(/bash (-\w+) '(set -a; [^']+)'/g)].map(([, flag = "", script = ""]) => ({
    flag,
    script,
  }));
  const files = new Set(commands.flatMap(({ script }) => script.match(/\/etc\/[\w.-]+/g) ?? []));

  test.each([...files])("has %s created, readable by the product's user only", (file) => {
    expect(operations).toContain(`\ninstall -m 600 -o fieldhouse /dev/null ${file} `);
  });

  test("has no command that goes on without one of its environment files", () => {
    expect(commands).toHaveLength(3);
    for (const { flag, script } of commands)
      for (const missing of script.match(/\/etc\/[\w.-]+/g) ?? []) {
        const tried = script
          .replaceAll(/\/etc\/[\w.-]+/g, (file) => (file === missing ? "/nowhere" : "/dev/null"))
          .replace(/cd .*/, "echo went on");
        const { status, stdout } = spawnSync("bash", [flag, tried], { encoding: "utf8" });
        expect([missing, status, stdout]).toEqual([missing, 1, ""]);
      }
  });
});
