import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadOrCreateSecret } from "./command-deps.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the secret key is generated once, and one that was not written to its end is refused", () => {
  const secret = loadOrCreateSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateSecret(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(["secret.key"]);
  for (const cut of ["", "\n", `${secret.slice(0, 20)}\n`, `${secret},\n`]) {
    writeFileSync(path.join(folder, "secret.key"), cut);
    expect(() => loadOrCreateSecret(folder)).toThrow("secret.key holds no key of 32 characters or more");
  }
});
