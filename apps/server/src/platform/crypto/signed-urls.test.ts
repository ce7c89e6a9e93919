import { describe, expect, test } from "vitest";
import { isSignedMediaUrl, publicMediaUrl, signedMediaUrl } from "../media-url.ts";
import { createSecrets } from "./secrets.ts";

const HOUR_MS = 3_600_000;
const PREFIX = "contents/1/run-a";
const KEY = `${PREFIX}/master.m3u8`;

function worldAt(nowMs: number, mediaUrl = "") {
  return {
    config: { mediaUrl },
    secrets: createSecrets(["a secret of thirty-two characters"]),
    now: () => new Date(nowMs),
  };
}

function read(url: string): { expiresS: number; signature: string; key: string } {
  const [, expires = "", signature = "", key = ""] = /\/media\/s\/(\d+)\/([\w-]+)\/(.+)$/.exec(url) ?? [];
  return { expiresS: Number(expires), signature, key };
}

describe("signed media URLs", () => {
  const nowMs = Date.parse("2026-11-21T10:30:00Z");
  const world = worldAt(nowMs);
  const url = read(signedMediaUrl(world, PREFIX, KEY));

  test("allow everything below their prefix until they expire", () => {
    expect(url.key).toBe(KEY);
    expect(isSignedMediaUrl(world, PREFIX, url)).toBe(true);
    const lifeMs = url.expiresS * 1000 - nowMs;
    expect(lifeMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
    expect(lifeMs).toBeLessThanOrEqual(12 * HOUR_MS);
    expect(isSignedMediaUrl(worldAt(url.expiresS * 1000 - 1), PREFIX, url)).toBe(true);
  });

  test("expire to the second", () => {
    expect(isSignedMediaUrl(worldAt(url.expiresS * 1000), PREFIX, url)).toBe(false);
    expect(isSignedMediaUrl(worldAt(url.expiresS * 1000 + HOUR_MS), PREFIX, url)).toBe(false);
  });

  test("allow nothing else: another prefix, a longer life, an altered or foreign signature", () => {
    for (const prefix of ["contents/2/run-a", "contents/1/run-b", "contents/1", "contents/1/run-a/", "contents", ""])
      expect(isSignedMediaUrl(world, prefix, url), prefix).toBe(false);
    expect(isSignedMediaUrl(world, PREFIX, { ...url, expiresS: url.expiresS + 1 })).toBe(false);
    expect(isSignedMediaUrl(world, PREFIX, { ...url, expiresS: Number.NaN })).toBe(false);
    const flipped = `${url.signature.startsWith("A") ? "B" : "A"}${url.signature.slice(1)}`;
    expect(isSignedMediaUrl(world, PREFIX, { ...url, signature: flipped })).toBe(false);
    expect(isSignedMediaUrl(world, PREFIX, { ...url, signature: "" })).toBe(false);
    const stranger = { ...world, secrets: createSecrets(["another secret of thirty-two characters"]) };
    expect(isSignedMediaUrl(stranger, PREFIX, url)).toBe(false);
  });

  test("stay the same for hours, so that browsers can cache", () => {
    const early = signedMediaUrl(worldAt(Date.parse("2026-11-21T06:00:00Z")), PREFIX, KEY);
    const late = signedMediaUrl(worldAt(Date.parse("2026-11-21T11:59:59Z")), PREFIX, KEY);
    const next = signedMediaUrl(worldAt(Date.parse("2026-11-21T12:00:00Z")), PREFIX, KEY);
    expect(late).toBe(early);
    expect(next).not.toBe(early);
  });

  test("start with the media host if it is configured", () => {
    const elsewhere = worldAt(nowMs, "https://media.fieldhouse.test");
    expect(signedMediaUrl(elsewhere, PREFIX, KEY)).toMatch(/^https:\/\/media\.fieldhouse\.test\/media\/s\/\d+\//);
    expect(publicMediaUrl(elsewhere.config, KEY)).toBe(`https://media.fieldhouse.test/media/o/${KEY}`);
    expect(publicMediaUrl(world.config, KEY)).toBe(`/media/o/${KEY}`);
  });
});
