import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/paths";
import { signUpRoutes } from "@app/contract/sign-up";
import { type SignUpDraft, signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { describe, expect, test } from "vitest";
import { isCertainlyOldEnough } from "#modules/identity/accounts/age.policy.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type Caller, createCaller } from "#testing/caller.ts";
import { PASSWORD, toLogin, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeSignUpDraftsJob } from "./sign-up-drafts.service.ts";

const testApp = await createTestApp();
const PATH = API_PREFIX + signUpDraftRoutes.save.path;

const CONTINUE = API_PREFIX + signUpDraftRoutes.continue.path;

/** The saved form, as returned for this address. */
function continued(person: Caller, name: string): Promise<SignUpDraft> {
  return person.call(signUpDraftRoutes.continue, { body: { email: `${name}@people.test` } });
}

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

/** A browser that returns to the Sign Up form with the cookie that it was given. */
async function atTheForm(draft: SignUpDraft): Promise<Caller & { cookie: string }> {
  const reply = await testApp.visitor.send("PUT", PATH, { body: draft });
  expect(reply.status).toBe(200);
  const cookie = cookieOf(reply.headers);
  return { ...createCaller(testApp.origin, null, { cookie }), cookie };
}

function cookieOf(headers: Headers): string {
  const [cookie = ""] = /__Host-fieldhouse_sign_up=[^;]*/.exec(headers.get("set-cookie") ?? "") ?? [];
  return cookie;
}

async function countDrafts(): Promise<number> {
  const { rows } = await testApp.deps.pool.query<{ drafts: number }>(
    "select count(*)::int as drafts from sign_up_drafts",
  );
  return rows[0]?.drafts ?? 0;
}

describe("an unsubmitted Sign Up form", () => {
  test("is offered after a reload and in another tab, and restored on entering its email address", async () => {
    const maya = await atTheForm(toDraft("maya"));
    expect(await continued(maya, "MAYA")).toEqual(toDraft("maya"));
    const later = toDraft("maya.vega", { gender: null, date_of_birth: "2001--" });
    const before = await countDrafts();
    const kept = await maya.send("PUT", PATH, { body: later });
    expect(cookieOf(kept.headers)).toBe(maya.cookie);
    expect(await continued(maya, "maya.vega")).toEqual(later);
    expect(await countDrafts()).toBe(before);
  });

  test("shows the next person in this browser only when it was saved", async () => {
    const una = await atTheForm(toDraft("una"));
    const offer = await una.send("GET", PATH);
    expect(Object.keys(JSON.parse(offer.text).data)).toEqual(["saved_at"]);
    expect(Math.abs(Date.parse(JSON.parse(offer.text).data.saved_at) - Date.now())).toBeLessThan(60_000);
    for (const email of ["eve@people.test", "una@people.tes", ""]) {
      const refused = await una.send("POST", CONTINUE, { body: { email } });
      expect([refused.status, refused.text]).toEqual([422, expect.not.stringContaining("5551234567")]);
    }
    expect(await continued(una, "una")).toEqual(toDraft("una"));
    expect(
      (await testApp.visitor.refused(signUpDraftRoutes.continue, { body: { email: "una@people.test" } })).code,
    ).toBe(410);
  });

  test("is deleted after five wrong addresses, even for a person who knows the right one", async () => {
    const vic = await atTheForm(toDraft("vic"));
    const guess = (name: string) => vic.send("POST", CONTINUE, { body: { email: `${name}@people.test` } });
    const statuses: number[] = [];
    for (const name of ["a", "b", "c", "d", "e", "vic"]) statuses.push((await guess(name)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 410, 410]);
    expect(await vic.call(signUpDraftRoutes.one)).toBeNull();
  });

  test("is identified only by a cookie that no script and no other site can use", async () => {
    const reply = await testApp.visitor.send("PUT", PATH, { body: toDraft("noa") });
    const cookie = reply.headers.get("set-cookie") ?? "";
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/", `Max-Age=${7 * 86_400}`])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
    expect(reply.text).not.toContain("noa");
    expect(await testApp.visitor.call(signUpDraftRoutes.one)).toBeNull();
    expect(JSON.parse(reply.text).data).toEqual({ is_saved: true });
    const read = await createCaller(testApp.origin, null, { cookie: cookieOf(reply.headers) }).send("GET", PATH);
    expect(read.headers.get("cache-control")).toBe("private, no-store");
  });

  test("belongs to its cookie; a made-up cookie gives access to nothing and is replaced", async () => {
    const ana = await atTheForm(toDraft("ana"));
    const tom = await atTheForm(toDraft("tom"));
    expect(ana.cookie).not.toBe(tom.cookie);
    expect(await continued(ana, "ana")).toEqual(toDraft("ana"));
    expect((await ana.refused(signUpDraftRoutes.continue, { body: { email: "tom@people.test" } })).code).toBe(422);
    const madeUp = `__Host-fieldhouse_sign_up=${"A".repeat(43)}`;
    const stranger = createCaller(testApp.origin, null, { cookie: madeUp });
    expect(await stranger.call(signUpDraftRoutes.one)).toBeNull();
    const given = cookieOf((await stranger.send("PUT", PATH, { body: toDraft("sal") })).headers);
    expect(given).not.toBe("");
    expect(given).not.toBe(madeUp);
    expect(await stranger.call(signUpDraftRoutes.one)).toBeNull();
  });

  test("is encrypted, and the bytes of one row decrypt in no other", async () => {
    const ida = await atTheForm(toDraft("ida.secret"));
    const leo = await atTheForm(toDraft("leo.secret"));
    const { rows } = await testApp.deps.pool.query<{ line: string }>("select d::text as line from sign_up_drafts d");
    const words = [
      "ida.secret",
      "5551234567",
      ida.cookie.split("=")[1] ?? "",
      Buffer.from("ida.secret").toString("hex"),
    ];
    for (const word of words) expect(rows.map((row) => row.line).join("\n")).not.toContain(word);
    await testApp.deps.pool.query(
      "update sign_up_drafts set encrypted_draft = (select max(encrypted_draft) from sign_up_drafts)",
    );
    const emails = ["ida.secret@people.test", "leo.secret@people.test"];
    const opened = await Promise.all(
      [ida, leo].flatMap((one) => emails.map((email) => one.send("POST", CONTINUE, { body: { email } }))),
    );
    expect(opened.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test("never contains a password, or anything the form cannot contain", async () => {
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
      const reply = await testApp.visitor.send("PUT", PATH, { body: { ...toDraft("wrong"), ...wrong } });
      expect([wrong, reply.status]).toEqual([wrong, 422]);
      expect(reply.headers.get("set-cookie")).toBeNull();
    }
    const large = await testApp.visitor.send("PUT", PATH, {
      body: { ...toDraft("large"), email: "x".repeat(300_000) },
    });
    expect(large.status).toBe(413);
    expect(await countDrafts()).toBe(before);
  });
});

describe("it is deleted", () => {
  async function expectGone(person: Caller, reply: { status: number; headers: Headers }): Promise<void> {
    expect(reply.status).toBe(200);
    expect(reply.headers.get("set-cookie")).toMatch(
      /__Host-fieldhouse_sign_up=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
    );
    expect(await person.call(signUpDraftRoutes.one)).toBeNull();
  }

  test("when the account is created, and stays while that fails", async () => {
    const eva = await atTheForm(toDraft("eva"));
    const path = API_PREFIX + signUpRoutes.register.path;
    expect((await eva.send("POST", path, { body: { ...toSignUp("eva"), password: "short" } })).status).toBe(422);
    expect(await continued(eva, "eva")).toEqual(toDraft("eva"));
    await expectGone(eva, await eva.send("POST", path, { body: toSignUp("eva") }));
  });

  test("when a Content Creator's account is created", async () => {
    const uma = await atTheForm(toDraft("uma"));
    const body = { ...toSignUp("uma"), user_type: "Fieldhouse" };
    await expectGone(uma, await uma.send("POST", API_PREFIX + earnerRoutes.registerEarner.path, { body }));
  });

  test("when somebody signs in with the same browser", async () => {
    await testApp.person("ivy");
    const ivy = await atTheForm(toDraft("ivy"));
    const body = toLogin("ivy", PASSWORD);
    await expectGone(ivy, await ivy.send("POST", API_PREFIX + accountRoutes.login.path, { body }));
  });

  test("when the form is cleared, even twice, without affecting other drafts", async () => {
    const zoe = await atTheForm(toDraft("zoe"));
    const bob = await atTheForm(toDraft("bob"));
    await expectGone(zoe, await zoe.send("DELETE", PATH));
    await zoe.call(signUpDraftRoutes.delete);
    await testApp.visitor.call(signUpDraftRoutes.delete);
    expect(await continued(bob, "bob")).toEqual(toDraft("bob"));
  });

  test("seven days after the last change, by a job that keeps the others", async () => {
    const old = await atTheForm(toDraft("old"));
    await testApp.deps.pool.query("update sign_up_drafts set expires_at = now() - interval '1 second'");
    expect(await old.call(signUpDraftRoutes.one)).toBeNull();
    const young = await atTheForm(toDraft("young"));
    await enqueue(testApp.deps.sql, purgeSignUpDraftsJob, {});
    await testApp.settle();
    expect(await countDrafts()).toBe(1);
    expect(await continued(young, "young")).toEqual(toDraft("young"));
    const { rows } = await testApp.deps.pool.query<{ days: number }>(
      "select round(extract(epoch from expires_at - now()) / 86400)::int as days from sign_up_drafts",
    );
    expect(rows).toEqual([{ days: 7 }]);
  });

  test("immediately, when it turns out to be a child's", async () => {
    const year = new Date().getUTCFullYear() - 8;
    const kid = await atTheForm(toDraft("kid"));
    await expectGone(kid, await kid.send("PUT", PATH, { body: toDraft("kid", { date_of_birth: `${year}--` }) }));
  });

  test("when a child submits the form, whatever date was entered before", async () => {
    for (const [at, path] of [signUpRoutes.register.path, earnerRoutes.registerEarner.path].entries()) {
      const kid = await atTheForm(toDraft(`kid${at}`));
      const date_of_birth = `${new Date().getUTCFullYear() - 8}-05-04`;
      const user_type = at === 0 ? "General User" : "Fieldhouse";
      const reply = await kid.send("POST", API_PREFIX + path, {
        body: { ...toSignUp(`kid${at}`), date_of_birth, user_type },
      });
      expect(JSON.parse(reply.text).errors).toHaveProperty("date_of_birth");
      expect(reply.headers.get("set-cookie")).toMatch(/__Host-fieldhouse_sign_up=;/);
      expect(await kid.call(signUpDraftRoutes.one)).toBeNull();
    }
  });
});

describe("nothing is saved", () => {
  test("before the date of birth rules out a child", async () => {
    const before = await countDrafts();
    const year = new Date().getUTCFullYear() - 12;
    for (const date_of_birth of ["", "--", "-2-29", `${year}--`, `${year}-12-`, `${year}-1-1`]) {
      const reply = await testApp.visitor.send("PUT", PATH, { body: toDraft("maybe", { date_of_birth }) });
      expect([date_of_birth, reply.status, JSON.parse(reply.text).data]).toEqual([
        date_of_birth,
        200,
        { is_saved: false },
      ]);
      expect(cookieOf(reply.headers).length).toBeLessThanOrEqual("__Host-fieldhouse_sign_up=".length);
    }
    expect(await countDrafts()).toBe(before);
  });

  test("without an email address to ask for later", async () => {
    const before = await countDrafts();
    const reply = await testApp.visitor.send("PUT", PATH, { body: toDraft("none", { email: " " }) });
    expect(JSON.parse(reply.text).data).toEqual({ is_saved: false });
    expect(await countDrafts()).toBe(before);
  });
});

test.each([
  ["", false],
  ["--", false],
  ["-2-29", false],
  ["2010-11-22", true],
  ["2010-11-23", false],
  ["2010-10-", true],
  ["2010-11-", false],
  ["2010--", false],
  ["2009--", true],
  ["0000-99-99", true],
])("on November 22, 2023, somebody who entered %j is certainly old enough: %j", (typed, isOldEnough) => {
  expect(isCertainlyOldEnough(typed, new Date("2023-11-22T12:00:00Z"))).toBe(isOldEnough);
});
