import { expect, test } from "vitest";
import { rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const SECRET = "A".repeat(43);

async function headersOf(path: string) {
  const { status, headers } = await rawRequest(testApp.origin, { method: "GET", path });
  return [status, headers["referrer-policy"], headers["x-robots-tag"]];
}

test.each([
  `/recruit/${SECRET}`,
  `/team-invitation/${SECRET}`,
  `/RECRUIT/${SECRET}`,
  `/Recruit/${SECRET}?x=1`,
  `/%72ecruit/${SECRET}`,
  `/%52ECRUIT/${SECRET}/`,
  `//recruit/${SECRET}`,
  `/recruit//${SECRET}`,
  `/Reset-Password/${SECRET}`,
  `/EMAIL-verification/${SECRET}`,
  `/change-email-VERIFICATION/${SECRET}`,
  `/guardian-Consent/${SECRET}`,
  `/sign-in-link/${SECRET}`,
  `/unsubscribe/${SECRET}`,
])("%s sends no referrer and is not indexed", async (path) => {
  expect(await headersOf(path)).toEqual([200, "no-referrer", "noindex"]);
});

test.each(["/explore", "/Explore", "/recruiting", "/video/x", "/%E0%A4%A"])("%s is not secret", async (path) => {
  expect((await headersOf(path)).slice(1)).not.toContain("no-referrer");
});
