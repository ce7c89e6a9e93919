import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

describe("passwords", () => {
  test("are hashed with Argon2id at the chosen strength, with a new salt each time", async () => {
    const [one, two] = await Promise.all([hashPassword("Correct-Horse-1"), hashPassword("Correct-Horse-1")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Correct-Horse-1", one)).toBe(true);
    expect(await verifyPassword("correct-horse-1", one)).toBe(false);
    expect(await verifyPassword("", one)).toBe(false);
  });

  test("match in either Unicode form: ü as one character or as two", async () => {
    const stored = await hashPassword("Stra\u00dfe-Mu\u0308ller-1");
    expect(await verifyPassword("Stra\u00dfe-M\u00fcller-1", stored)).toBe(true);
  });

  test("are compared to the last letter, even after a NUL", async () => {
    const long = "x".repeat(199);
    const stored = await hashPassword(`${long}a`);
    expect(await verifyPassword(`${long}a`, stored)).toBe(true);
    expect(await verifyPassword(`${long}b`, stored)).toBe(false);
    expect(await verifyPassword("before\0other", await hashPassword("before\0after"))).toBe(false);
  });

  test("leave threads for file reads while many are hashed", async () => {
    let hashed = 0;
    const rush = Array.from({ length: 16 }, () => hashPassword("Correct-Horse-1").then(() => hashed++));
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(8);
    await Promise.all(rush);
  });

  test("take as long for an unknown account as for a wrong password", async () => {
    const stored = await hashPassword("Correct-Horse-1");
    await verifyPassword("warm", null);
    // CPU time, which other programs on this machine do not affect.
    const costOf = async (hash: string | null) => {
      const before = process.cpuUsage();
      expect(await verifyPassword("Wrong-Horse-1", hash)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const cost = { unknown: 0, wrong: 0 };
    for (let i = 0; i < 8; i++) {
      cost.unknown += await costOf(null);
      cost.wrong += await costOf(stored);
    }
    expect(cost.unknown / cost.wrong).toBeGreaterThan(0.5);
    expect(cost.unknown / cost.wrong).toBeLessThan(2);
  });
});
