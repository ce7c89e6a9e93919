import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/http";
import { signUpRoutes } from "@app/contract/sign-up";
import { type SignUpDraft, signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type Caller, openCaller } from "#testing/caller.ts";
import { PASSWORD, toLogin, toSignUp } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";
import { isSurelyTooYoung } from "./draft-age.policy.ts";
import { forgetSignUpDraftsJob } from "./sign-up-drafts.jobs.ts";

const stage = await openStage();
const PATH = API_PREFIX + signUpDraftRoutes.keep.path;

function toDraft(name: string, more: Partial<SignUpDraft> = {}): SignUpDraft {
  return {
    email: `${name}@people.test`,
    username: name,
    date_of_birth: "2001-2-",
    phone: "+15551234567",
    gender: "Female",
    ...more,
  };
}

/** Somebody at the Sign Up form, as their browser comes back: with the cookie that it was given. */
async function atTheForm(draft: SignUpDraft): Promise<Caller & { cookie: string }> {
  const reply = await stage.visitor.send("PUT", PATH, { body: draft });
  expect(reply.status).toBe(200);
  const cookie = cookieOf(reply.headers);
  return { ...openCaller(stage.origin, null, { cookie }), cookie };
}

function cookieOf(headers: Headers): string {
  const [cookie = ""] = /__Host-fieldhouse_sign_up=[^;]*/.exec(headers.get("set-cookie") ?? "") ?? [];
  return cookie;
}

async function countDrafts(): Promise<number> {
  const { rows } = await stage.deps.pool.query<{ drafts: number }>(
    "select count(*)::int as drafts from sign_up_drafts",
  );
  return rows[0]?.drafts ?? 0;
}

describe("what stands in a Sign Up form that was not sent", () => {
  test("is there again after a reload, and in another tab, as it was last", async () => {
    const maya = await atTheForm(toDraft("maya"));
    expect(await maya.call(signUpDraftRoutes.one)).toEqual(toDraft("maya"));
    const later = toDraft("maya.vega", { gender: null, date_of_birth: "--" });
    const before = await countDrafts();
    const kept = await maya.send("PUT", PATH, { body: later });
    expect(cookieOf(kept.headers)).toBe(maya.cookie);
    expect(await maya.call(signUpDraftRoutes.one)).toEqual(later);
    expect(await countDrafts()).toBe(before);
  });

  test("is known by a cookie that no script and no other page can use, and by nothing else", async () => {
    const reply = await stage.visitor.send("PUT", PATH, { body: toDraft("noa") });
    const cookie = reply.headers.get("set-cookie") ?? "";
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/", `Max-Age=${7 * 86_400}`])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
    expect(reply.text).not.toContain("noa");
    expect(await stage.visitor.call(signUpDraftRoutes.one)).toBeNull();
    const read = await openCaller(stage.origin, null, { cookie: cookieOf(reply.headers) }).send("GET", PATH);
    expect(read.headers.get("cache-control")).toBe("private, no-store");
  });

  test("is one's own: another's cookie opens another's, and a made-up one opens nothing and is replaced", async () => {
    const ana = await atTheForm(toDraft("ana"));
    const tom = await atTheForm(toDraft("tom"));
    expect(ana.cookie).not.toBe(tom.cookie);
    expect(await ana.call(signUpDraftRoutes.one)).toEqual(toDraft("ana"));
    const madeUp = `__Host-fieldhouse_sign_up=${"A".repeat(43)}`;
    const stranger = openCaller(stage.origin, null, { cookie: madeUp });
    expect(await stranger.call(signUpDraftRoutes.one)).toBeNull();
    const given = cookieOf((await stranger.send("PUT", PATH, { body: toDraft("sal") })).headers);
    expect(given).not.toBe("");
    expect(given).not.toBe(madeUp);
    expect(await stranger.call(signUpDraftRoutes.one)).toBeNull();
  });

  test("stands in no row in words, and the bytes of one row open in no other", async () => {
    const ida = await atTheForm(toDraft("ida.secret"));
    const leo = await atTheForm(toDraft("leo.secret"));
    const { rows } = await stage.deps.pool.query<{ line: string }>("select d::text as line from sign_up_drafts d");
    const words = [
      "ida.secret",
      "5551234567",
      ida.cookie.split("=")[1] ?? "",
      Buffer.from("ida.secret").toString("hex"),
    ];
    for (const word of words) expect(rows.map((row) => row.line).join("\n")).not.toContain(word);
    await stage.deps.pool.query(
      "update sign_up_drafts set sealed_draft = (select max(sealed_draft) from sign_up_drafts)",
    );
    const opened = await Promise.all([ida, leo].map((one) => one.call(signUpDraftRoutes.one)));
    expect(opened.filter((draft) => draft !== null).length).toBeLessThanOrEqual(1);
  });

  test("never holds a password, and nothing that no form could hold", async () => {
    const before = await countDrafts();
    for (const wrong of [
      { password: PASSWORD },
      { email: "x".repeat(301) },
      { username: "x".repeat(61) },
      { date_of_birth: "the 2nd of May" },
      { phone: "+1 (555) 123" },
      { phone: "1".repeat(17) },
      { gender: "none" },
      { user_type: "Fieldhouse" },
    ]) {
      const reply = await stage.visitor.send("PUT", PATH, { body: { ...toDraft("wrong"), ...wrong } });
      expect([wrong, reply.status]).toEqual([wrong, 422]);
      expect(reply.headers.get("set-cookie")).toBeNull();
    }
    const large = await stage.visitor.send("PUT", PATH, { body: { ...toDraft("large"), email: "x".repeat(300_000) } });
    expect(large.status).toBe(413);
    expect(await countDrafts()).toBe(before);
  });
});

describe("it is erased", () => {
  async function expectGone(person: Caller, reply: { status: number; headers: Headers }): Promise<void> {
    expect(reply.status).toBe(200);
    expect(reply.headers.get("set-cookie")).toMatch(
      /__Host-fieldhouse_sign_up=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
    );
    expect(await person.call(signUpDraftRoutes.one)).toBeNull();
  }

  test("when the account is made, and stays while it cannot be", async () => {
    const eva = await atTheForm(toDraft("eva"));
    const path = API_PREFIX + signUpRoutes.register.path;
    expect((await eva.send("POST", path, { body: { ...toSignUp("eva"), password: "short" } })).status).toBe(422);
    expect(await eva.call(signUpDraftRoutes.one)).toEqual(toDraft("eva"));
    await expectGone(eva, await eva.send("POST", path, { body: toSignUp("eva") }));
  });

  test("when a Content Creator's account is made", async () => {
    const uma = await atTheForm(toDraft("uma"));
    const body = { ...toSignUp("uma"), user_type: "Fieldhouse" };
    await expectGone(uma, await uma.send("POST", API_PREFIX + earnerRoutes.registerEarner.path, { body }));
  });

  test("when somebody signs in at the same browser", async () => {
    await stage.person("ivy");
    const ivy = await atTheForm(toDraft("ivy"));
    const body = toLogin("ivy", PASSWORD);
    await expectGone(ivy, await ivy.send("POST", API_PREFIX + accountRoutes.login.path, { body }));
  });

  test("when the form is cleared, which changes nobody else's and can be done twice", async () => {
    const zoe = await atTheForm(toDraft("zoe"));
    const bob = await atTheForm(toDraft("bob"));
    await expectGone(zoe, await zoe.send("DELETE", PATH));
    await zoe.call(signUpDraftRoutes.forget);
    await stage.visitor.call(signUpDraftRoutes.forget);
    expect(await bob.call(signUpDraftRoutes.one)).toEqual(toDraft("bob"));
  });

  test("seven days after the last key, by a job that leaves the others", async () => {
    const old = await atTheForm(toDraft("old"));
    await stage.deps.pool.query("update sign_up_drafts set expires_at = now() - interval '1 second'");
    expect(await old.call(signUpDraftRoutes.one)).toBeNull();
    const young = await atTheForm(toDraft("young"));
    await enqueue(stage.deps.sql, forgetSignUpDraftsJob, {});
    await stage.settle();
    expect(await countDrafts()).toBe(1);
    expect(await young.call(signUpDraftRoutes.one)).toEqual(toDraft("young"));
    const { rows } = await stage.deps.pool.query<{ days: number }>(
      "select round(extract(epoch from expires_at - now()) / 86400)::int as days from sign_up_drafts",
    );
    expect(rows).toEqual([{ days: 7 }]);
  });

  test("at once, when it turns out to be a child's", async () => {
    const year = new Date().getFullYear() - 8;
    const kid = await atTheForm(toDraft("kid", { date_of_birth: "--" }));
    await expectGone(kid, await kid.send("PUT", PATH, { body: toDraft("kid", { date_of_birth: `${year}--` }) }));
  });
});

test.each([
  ["", false],
  ["--", false],
  ["-2-29", false],
  ["2010-11-22", false],
  ["2010-11-23", true],
  ["2010-12-", true],
  ["2010-11-", false],
  ["2010--", false],
  ["2011--", true],
  ["0000-99-99", false],
])("on November 22, 2023, whoever chose %j is surely too young: %j", (typed, isTooYoung) => {
  expect(isSurelyTooYoung(typed, new Date("2023-11-22T12:00:00Z"))).toBe(isTooYoung);
});
