import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashToken, newToken, openSecrets } from "./secrets.ts";

const OLD = "the secret of last year, thirty-two or more";
const NEW = "the secret of this year, thirty-two or more";

describe("tokens", () => {
  test("have 256 bits, no two alike, in letters that fit into a header, a cookie and an address", () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("are kept as their SHA-256, from which they cannot be had back", () => {
    const token = newToken();
    expect(hashToken(token)).toEqual(createHash("sha256").update(token).digest());
    expect(hashToken(token)).toHaveLength(32);
    expect(hashToken(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).not.toEqual(hashToken(token));
  });
});

describe("values that must not be readable in the database", () => {
  test("come back as they went in, whatever they are", () => {
    const secrets = openSecrets([NEW]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        expect(secrets.decrypt("ssn", secrets.encrypt("ssn", text))).toBe(text);
      }),
    );
  });

  test("look different each time and show nothing of the text but its length", () => {
    const secrets = openSecrets([NEW]);
    const [one, two] = [secrets.encrypt("ssn", "123456789"), secrets.encrypt("ssn", "123456789")];
    expect(one).not.toEqual(two);
    expect(one).toHaveLength(4 + 12 + 16 + 9);
    expect(one.includes("123456789")).toBe(false);
  });

  test("are refused when one bit of them was changed, wherever it is", () => {
    const secrets = openSecrets([NEW]);
    const sealed = secrets.encrypt("ssn", "123456789");
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.decrypt("ssn", changed), `byte ${at}`).toThrow();
    }
    for (const length of [0, 3, 4, 16, 31, sealed.length - 1])
      expect(() => secrets.decrypt("ssn", sealed.subarray(0, length)), `${length} bytes`).toThrow();
  });

  test("cannot be moved into another column", () => {
    const secrets = openSecrets([NEW]);
    expect(() => secrets.decrypt("phone", secrets.encrypt("ssn", "123456789"))).toThrow();
  });

  test("outlive a change of the key, as long as the old one is still named", () => {
    const sealedBefore = openSecrets([OLD]).encrypt("ssn", "123456789");
    const rotated = openSecrets([NEW, OLD]);
    expect(rotated.decrypt("ssn", sealedBefore)).toBe("123456789");
    const sealedNow = rotated.encrypt("ssn", "987654321");
    expect(openSecrets([NEW]).decrypt("ssn", sealedNow)).toBe("987654321");
    expect([rotated.isCurrent(sealedBefore), rotated.isCurrent(sealedNow)]).toEqual([false, true]);
    expect(() => openSecrets([OLD]).decrypt("ssn", sealedNow)).toThrow("the key of this value is not configured");
    expect(() => openSecrets([NEW]).decrypt("ssn", sealedBefore)).toThrow("the key of this value is not configured");
  });
});

describe("keyed hashes and signatures", () => {
  test("find the same value again, and differ by purpose and by key", () => {
    const secrets = openSecrets([NEW]);
    const hash = secrets.keyedHash("ssn", "123456789");
    expect(secrets.keyedHash("ssn", "123456789")).toEqual(hash);
    expect(secrets.keyedHash("phone", "123456789")).not.toEqual(hash);
    expect(secrets.keyedHash("ssn", "123456780")).not.toEqual(hash);
    expect(openSecrets([OLD]).keyedHash("ssn", "123456789")).not.toEqual(hash);
    expect(hash).not.toEqual(createHash("sha256").update("123456789").digest());
  });

  test("what was hashed under an older key is among the hashes of now", () => {
    const hashes = openSecrets([NEW, OLD]).keyedHashes("ssn", "123456789");
    expect(hashes).toEqual([NEW, OLD].map((key) => openSecrets([key]).keyedHash("ssn", "123456789")));
  });

  test("a signature holds for its value, purpose and keys only, and through a change of the key", () => {
    const secrets = openSecrets([OLD]);
    const signature = secrets.sign("media", "contents/1");
    const rotated = openSecrets([NEW, OLD]);
    expect(secrets.isSigned("media", "contents/1", signature)).toBe(true);
    expect(rotated.isSigned("media", "contents/1", signature)).toBe(true);
    expect(secrets.isSigned("media", "contents/1", rotated.sign("media", "contents/1"))).toBe(false);
    expect(openSecrets([NEW]).isSigned("media", "contents/1", signature)).toBe(false);
    expect(secrets.isSigned("media", "contents/2", signature)).toBe(false);
    expect(secrets.isSigned("reset", "contents/1", signature)).toBe(false);
    for (const wrong of ["", "A", signature.slice(0, -2), `${signature}AA`, signature.toUpperCase(), "%00", "é"])
      expect(secrets.isSigned("media", "contents/1", wrong), wrong).toBe(false);
  });

  test("without a key there is nothing to begin with", () => {
    expect(() => openSecrets([])).toThrow(RangeError);
  });
});
