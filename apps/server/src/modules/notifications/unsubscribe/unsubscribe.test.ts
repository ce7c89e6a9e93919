import { API_PREFIX } from "@app/contract/paths";
import {
  FIXED_EMAILS,
  preferenceRoutes,
  UNSUBSCRIBE_MESSAGES,
  type UnsubscribeScope,
  unsubscribeRoutes,
} from "@app/contract/preferences";
import { expect, test } from "vitest";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { renderEmail } from "#platform/mail/send-email.ts";
import { MAIL_SAMPLES } from "#testing/mail-samples.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { toUnsubscribeToken } from "./unsubscribe-link.ts";

const testApp = await createTestApp();
const { deps, visitor } = testApp;

const tokenOf = (person: TestPerson, scope: UnsubscribeScope) => toUnsubscribeToken(deps, person.accountId, scope);
const frequencies = async (person: TestPerson) => {
  const settings = await person.call(preferenceRoutes.notifications);
  return Object.fromEntries(settings.map(({ kind, email }) => [kind, email]));
};
const post = (token: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${testApp.origin}/unsubscribe/${token}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    redirect: "manual",
  });
const ONE_CLICK = "List-Unsubscribe=One-Click";

test("opening the link changes nothing, one click or the button switches its kind off, without signing in", async () => {
  const maya = await testApp.person("maya");
  const before = await frequencies(maya);
  const token = tokenOf(maya, "comment");
  await fetch(`${testApp.origin}/unsubscribe/${token}`, { headers: { accept: "text/html" } });
  const params = { token };
  const link = { about: "emails about comments on your content", is_off: false };
  expect(await visitor.call(unsubscribeRoutes.show, { params })).toEqual(link);
  expect(await frequencies(maya)).toEqual(before);

  const both = await Promise.all([post(token, ONE_CLICK), post(token, ONE_CLICK)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await frequencies(maya)).toEqual({ ...before, comment: "off" });
  expect(await visitor.call(unsubscribeRoutes.show, { params })).toEqual({ ...link, is_off: true });

  const reply = { params: { token: tokenOf(maya, "reply") } };
  expect(await visitor.call(unsubscribeRoutes.confirm, reply)).toMatchObject({ is_off: true });
  expect(await frequencies(maya)).toEqual({ ...before, comment: "off", reply: "off" });
});

test("the other forms of a one-click request also work: multipart, and from a mail provider's page", async () => {
  const [leo, ana] = [await testApp.person("leo"), await testApp.person("ana")];
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const multipart = await fetch(`${testApp.origin}/unsubscribe/${tokenOf(leo, "follow")}`, {
    method: "POST",
    body: form,
  });
  expect([multipart.status, (await frequencies(leo))["follow"]]).toEqual([200, "off"]);
  const headers = { origin: "https://mail.example.com", "sec-fetch-site": "cross-site" };
  expect((await post(tokenOf(ana, "follow"), ONE_CLICK, headers)).status).toBe(200);
  expect((await frequencies(ana))["follow"]).toBe("off");
});

test("'digest' keeps immediate emails, 'all' keeps security and billing, and the settings switch them on again", async () => {
  const zoe = await testApp.person("zoe");
  await post(tokenOf(zoe, "digest"), ONE_CLICK);
  const after = await frequencies(zoe);
  expect([after["comment"], after["follow"], after["new_upload"]]).toEqual(["at_once", "off", "off"]);
  await post(tokenOf(zoe, "all"), ONE_CLICK);
  const left = Object.entries(await frequencies(zoe)).filter(([, email]) => email !== "off");
  expect(left.map(([kind]) => kind).sort()).toEqual([...FIXED_EMAILS].sort());
  for (const kind of FIXED_EMAILS) await post(tokenOf(zoe, kind), ONE_CLICK);
  expect((await frequencies(zoe))["security"]).toBe("at_once");
  await zoe.call(preferenceRoutes.setNotification, { body: { kind: "comment", email: "daily" } });
  expect(await visitor.call(unsubscribeRoutes.show, { params: { token: tokenOf(zoe, "all") } })).toMatchObject({
    is_off: false,
  });
});

test("a forged, foreign or incomplete request is refused and changes nothing", async () => {
  const [una, tom] = [await testApp.person("una"), await testApp.person("tom")];
  const before = await frequencies(una);
  const token = tokenOf(una, "all");
  const forged = [
    `${token.slice(0, -6)}AAAAAA`,
    "A".repeat(112),
    toUnsubscribeToken({ secrets: createSecrets(["another secret of thirty-two characters"]) }, una.accountId, "all"),
    Buffer.from(deps.secrets.encrypt("mail", JSON.stringify([una.accountId, "all"]))).toString("base64url"),
  ];
  for (const one of forged) {
    expect((await post(one, ONE_CLICK)).status).toBe(410);
    const refused = await visitor.refused(unsubscribeRoutes.confirm, { params: { token: one } });
    expect(refused).toMatchObject({ code: 410, message: UNSUBSCRIBE_MESSAGES.useless });
  }
  for (const body of ["", "x=1", "List-Unsubscribe=No"]) expect((await post(token, body)).status).toBe(400);
  expect((await post("short", ONE_CLICK)).status).toBe(410);
  expect((await post("%00", ONE_CLICK)).status).toBe(410);
  expect((await post(token, `${ONE_CLICK}&x=${"a".repeat(5_000)}`)).status).toBe(413);
  const other = await tom.send("POST", `${API_PREFIX}/unsubscribe/${token}`, { body: { kind: "all" } });
  expect(other.status).toBe(422);
  expect(await frequencies(una)).toEqual(before);

  await deps.pool.query("update accounts set erased_at = now() where id = $1", [tom.accountId]);
  expect((await post(tokenOf(tom, "all"), ONE_CLICK)).status).toBe(410);
});

test("emails about notifications have both headers, all others have neither", () => {
  const withHeaders = Object.entries(MAIL_SAMPLES).flatMap(([name, content]) => {
    const { headers } = renderEmail("0190a1b2-0000-7000-8000-000000000000", content);
    if (Object.keys(headers).length === 0) return [];
    expect(headers["List-Unsubscribe"]).toMatch(/^<https:\/\/[^>]+\/unsubscribe\/[\w-]+>$/);
    expect(headers["List-Unsubscribe-Post"]).toBe(ONE_CLICK);
    return [name];
  });
  expect(withHeaders.sort()).toEqual(
    Object.keys(MAIL_SAMPLES)
      .filter((name) => name.startsWith("notification-"))
      .sort(),
  );
  expect(withHeaders.length).toBeGreaterThan(3);
});
