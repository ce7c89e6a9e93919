import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const { deps } = await createTestApp();

async function canonicalOf(address: string): Promise<string | undefined> {
  const { rows } = await deps.pool.query<{ email: string }>("select canonical_email($1) as email", [address]);
  return rows[0]?.email;
}

test.each([
  // Every provider: case, Unicode form and plus tags.
  ["maya@people.test", "maya@people.test"],
  [" Maya@People.TEST ", "maya@people.test"],
  ["jose\u0301@people.test", "jos\u00e9@people.test"],
  ["maya+guardian@people.test", "maya@people.test"],
  ["maya+a+b@school.edu", "maya@school.edu"],
  ["maya+@people.test", "maya@people.test"],
  ["+maya@people.test", "+maya@people.test"],
  ["ma.ya@people.test", "ma.ya@people.test"],
  ["maya-x@people.test", "maya-x@people.test"],
  ["maya+x@outlook.com", "maya@outlook.com"],
  ["ma.ya@hotmail.com", "ma.ya@hotmail.com"],
  // Gmail: dots, and its other domain; not Workspace, where dots count.
  ["m.a.y.a@gmail.com", "maya@gmail.com"],
  ["Ma.Ya+x@GoogleMail.com", "maya@gmail.com"],
  ["ma.ya@gmail.com.evil.test", "ma.ya@gmail.com.evil.test"],
  ["maya-x@gmail.com", "maya-x@gmail.com"],
  // Yahoo: base-keyword.
  ["maya-shop@yahoo.com", "maya@yahoo.com"],
  ["maya-shop@yahoo.co.uk", "maya@yahoo.co.uk"],
  ["maya-shop@ymail.com", "maya@ymail.com"],
  ["maya-shop@yahoo.fr", "maya@yahoo.fr"],
  ["maya-shop@yahoo.com.br", "maya@yahoo.com.br"],
  ["maya-shop@yahoo.club.test", "maya-shop@yahoo.club.test"],
  ["-maya@yahoo.com", "-maya@yahoo.com"],
  // Apple's three domains.
  ["maya+x@me.com", "maya@icloud.com"],
  ["maya@mac.com", "maya@icloud.com"],
  ["ma.ya@icloud.com", "ma.ya@icloud.com"],
  // Proton tells neither dots, hyphens and underscores nor its domains apart.
  ["ma_y-a.x@pm.me", "mayax@proton.me"],
  ["maya+x@protonmail.com", "maya@proton.me"],
  // Fastmail's subdomains.
  ["guardian@maya.fastmail.com", "maya@fastmail.com"],
  ["maya+guardian@fastmail.com", "maya@fastmail.com"],
  ["x@maya.fastmail.fm", "maya@fastmail.fm"],
  // Yandex: hyphen and dot are the same character.
  ["ma-ya@yandex.com", "ma.ya@yandex.ru"],
  ["ma.ya@ya.ru", "ma.ya@yandex.ru"],
])("%s reaches the mailbox %s", async (address, canonical) => {
  expect(await canonicalOf(address)).toBe(canonical);
  expect(await canonicalOf(canonical)).toBe(canonical);
});
