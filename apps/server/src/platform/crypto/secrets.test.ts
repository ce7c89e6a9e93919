import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSecrets, hashToken, newToken } from "./secrets.ts";

const OLD = "the secret of last year, thirty-two or more";
const NEW = "the secret of this year, thirty-two or more";

describe("tokens", () => {
  test("have 256 random bits, in characters that fit into a header, a cookie and a URL", () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("are stored as their SHA-256", () => {
    const token = newToken();
    expect(hashToken(token)).toEqual(createHash("sha256").update(token).digest());
    expect(hashToken(token)).toHaveLength(32);
    expect(hashToken(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).not.toEqual(hashToken(token));
  });
});

describe("encrypted values", () => {
  test("decrypt to what was encrypted", () => {
    const secrets = createSecrets([NEW]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        expect(secrets.decrypt("ssn", secrets.encrypt("ssn", text))).toBe(text);
      }),
    );
  });

  test("differ each time and reveal only the length", () => {
    const secrets = createSecrets([NEW]);
    const [one, two] = [secrets.encrypt("ssn", "123456789"), secrets.encrypt("ssn", "123456789")];
    expect(one).not.toEqual(two);
    expect(one).toHaveLength(4 + 12 + 16 + 9);
    expect(one.includes("123456789")).toBe(false);
  });

  test("are refused if any bit was changed", () => {
    const secrets = createSecrets([NEW]);
    const encrypted = secrets.encrypt("ssn", "123456789");
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.decrypt("ssn", changed), `byte ${at}`).toThrow();
    }
    for (const length of [0, 3, 4, 16, 31, encrypted.length - 1])
      expect(() => secrets.decrypt("ssn", encrypted.subarray(0, length)), `${length} bytes`).toThrow();
  });

  test("cannot be moved into another column", () => {
    const secrets = createSecrets([NEW]);
    expect(() => secrets.decrypt("phone", secrets.encrypt("ssn", "123456789"))).toThrow();
  });

  test("survive a key change while the old key is configured", () => {
    const encryptedBefore = createSecrets([OLD]).encrypt("ssn", "123456789");
    const rotated = createSecrets([NEW, OLD]);
    expect(rotated.decrypt("ssn", encryptedBefore)).toBe("123456789");
    const encryptedNow = rotated.encrypt("ssn", "987654321");
    expect(createSecrets([NEW]).decrypt("ssn", encryptedNow)).toBe("987654321");
    expect([rotated.isCurrent(encryptedBefore), rotated.isCurrent(encryptedNow)]).toEqual([false, true]);
    expect(() => createSecrets([OLD]).decrypt("ssn", encryptedNow)).toThrow("the key of this value is not configured");
    expect(() => createSecrets([NEW]).decrypt("ssn", encryptedBefore)).toThrow(
      "the key of this value is not configured",
    );
  });
});

describe("keyed hashes and signatures", () => {
  test("match the same value, and differ by purpose and key", () => {
    const secrets = createSecrets([NEW]);
    const hash = secrets.keyedHash("ssn", "123456789");
    expect(secrets.keyedHash("ssn", "123456789")).toEqual(hash);
    expect(secrets.keyedHash("phone", "123456789")).not.toEqual(hash);
    expect(secrets.keyedHash("ssn", "123456780")).not.toEqual(hash);
    expect(createSecrets([OLD]).keyedHash("ssn", "123456789")).not.toEqual(hash);
    expect(hash).not.toEqual(createHash("sha256").update("123456789").digest());
  });

  test("include the hashes under older keys", () => {
    const hashes = createSecrets([NEW, OLD]).keyedHashes("ssn", "123456789");
    expect(hashes).toEqual([NEW, OLD].map((key) => createSecrets([key]).keyedHash("ssn", "123456789")));
  });

  test("are valid only for their value, purpose and keys, and survive a key change", () => {
    const secrets = createSecrets([OLD]);
    const signature = secrets.sign("media", "contents/1");
    const rotated = createSecrets([NEW, OLD]);
    expect(secrets.isSigned("media", "contents/1", signature)).toBe(true);
    expect(rotated.isSigned("media", "contents/1", signature)).toBe(true);
    expect(secrets.isSigned("media", "contents/1", rotated.sign("media", "contents/1"))).toBe(false);
    expect(createSecrets([NEW]).isSigned("media", "contents/1", signature)).toBe(false);
    expect(secrets.isSigned("media", "contents/2", signature)).toBe(false);
    expect(secrets.isSigned("reset", "contents/1", signature)).toBe(false);
    for (const wrong of ["", "A", signature.slice(0, -2), `${signature}AA`, signature.toUpperCase(), "%00", "é"])
      expect(secrets.isSigned("media", "contents/1", wrong), wrong).toBe(false);
  });

  test("of another protocol have a key of their own for each use, the current one first", () => {
    const [key, ...older] = createSecrets([NEW, OLD]).keysFor("live");
    expect(older).toEqual(createSecrets([OLD]).keysFor("live"));
    expect([key]).toEqual(createSecrets([NEW]).keysFor("live"));
    expect(createSecrets([NEW]).keysFor("mail")).not.toContainEqual(key);
  });

  test("need at least one key", () => {
    expect(() => createSecrets([])).toThrow(RangeError);
  });
});
