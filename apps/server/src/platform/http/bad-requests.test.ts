import { accountRoutes } from "@app/contract/accounts";
import { refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { describe, expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const LOGIN = API_PREFIX + accountRoutes.login.path;
const JSON_TYPE = { "content-type": "application/json" };

function expectRefused(
  reply: { status: number; headers: Headers; text: string },
  code: number,
): ReturnType<typeof refusal.parse> {
  expect(reply.text).not.toMatch(/node_modules|\bat .*\.ts:\d/);
  expect(reply.status).toBe(code);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const said = refusal.parse(JSON.parse(reply.text));
  expect(said.code).toBe(code);
  expect(said.request_id).toBe(reply.headers.get("x-request-id"));
  return said;
}

describe("an invalid request is refused in the envelope", () => {
  test.each([
    ["an address that is not there", "GET", "/api/v1/nothing-here", 404],
    ["an API of another version", "GET", "/api/v2/categories", 404],
    ["an address above the API", "GET", "/api/", 404],
    ["a broken percent sign", "GET", "/api/v1/content/%zz", 400],
    ["an id that is none", "GET", "/api/v1/get-contents/song", 422],
  ])("%s", async (_, method, path, code) => {
    expectRefused(await testApp.visitor.send(method, path), code);
  });

  test("a range beyond the end of a file", async () => {
    const reply = await fetch(`${testApp.origin}/favicon.svg`, { headers: { range: "bytes=99999999-" } });
    expectRefused({ status: reply.status, headers: reply.headers, text: await reply.text() }, 400);
  });

  test("with a page if a browser opens a malformed page URL", async () => {
    const reply = await fetch(`${testApp.origin}/profile/%E0%A4%A`, {
      headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
      redirect: "manual",
    });
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/404"]);
    expectRefused(await testApp.visitor.send("GET", "/profile/%E0%A4%A"), 400);
  });

  test("with a field error for a query of ten thousand characters in any script", async () => {
    for (const character of ["a", "ж", "🏀"]) {
      const search = encodeURIComponent(character.repeat(10_000));
      expectRefused(await testApp.visitor.send("GET", `/api/v1/search-query?search=${search}`), 401);
    }
  });

  test.each([
    ["GET", "/api/v1/login", "POST"],
    ["DELETE", "/api/v1/categories", "GET, HEAD"],
    ["OPTIONS", "/api/v1/categories", "GET, HEAD"],
    ["PATCH", `/api/v1/content/${crypto.randomUUID()}`, "GET, HEAD"],
    ["GET", "/api/v1/uploads", "POST"],
    ["PUT", "/api/v1/my-uploads/abc/?x=1", "DELETE, GET, HEAD"],
  ])("%s %s is the wrong method, and the right ones are named", async (method, path, allowed) => {
    const reply = await testApp.visitor.send(method, path);
    expect(expectRefused(reply, 405).kind).toBe("method_not_allowed");
    expect(reply.headers.get("allow")).toBe(allowed);
  });

  test.each([
    ["text", "text/plain", "hello", 415],
    ["a form", "application/x-www-form-urlencoded", "email_or_username=maya&password=x", 415],
    ["XML", "application/xml", "<login/>", 415],
    ["a type of nobody", "nonsense", "{}", 415],
    ["JSON that is broken", "application/json", '{"email_or_username": ', 400],
    ["JSON that is empty", "application/json", "", 400],
    ["JSON that reaches for the prototype", "application/json", '{"__proto__": {"is_staff": true}}', 400],
    ["JSON that is a list", "application/json", "[]", 422],
    ["JSON that is a text", "application/json", '"maya"', 422],
    ["JSON that is null", "application/json", "null", 422],
    ["JSON in a million brackets", "application/json", "[".repeat(200_000) + "]".repeat(50_000), 400],
    ["bytes of a file", "application/offset+octet-stream", "abc", 422],
  ])("a body of %s", async (_, type, body, code) => {
    expectRefused(await testApp.visitor.send("POST", LOGIN, { body, headers: { "content-type": type } }), code);
  });

  test("a body of one megabyte is refused before it is read", async () => {
    const reply = await rawRequest(testApp.origin, {
      method: "POST",
      path: LOGIN,
      headers: { ...JSON_TYPE, "content-length": 1_048_576 },
      pieces: [Buffer.from('{"email_or_username": "')],
    });
    expect(reply.status).toBe(413);
    expect(refusal.parse(JSON.parse(reply.body.toString()))).toMatchObject({ code: 413, kind: "too_large" });
  });

  test("a body of one megabyte without a length is refused once it exceeds the limit", async () => {
    const pieces = Array.from({ length: 16 }, () => Buffer.alloc(65_536, " "));
    const reply = await rawRequest(testApp.origin, { method: "POST", path: LOGIN, headers: JSON_TYPE, pieces });
    expect(reply.status).toBe(413);
  });

  test("unknown fields are named, in bodies and in queries", async () => {
    const inBody = await testApp.visitor.send("POST", LOGIN, {
      body: { ...toLogin("maya", PASSWORD), is_staff: true, "user.type": "Fieldhouse" },
    });
    expect(expectRefused(inBody, 422).errors).toEqual({
      is_staff: ["This field is not known."],
      "user.type": ["This field is not known."],
    });
    const inQuery = await testApp.visitor.send("GET", "/api/v1/categories?sort=name&sort=id");
    expect(expectRefused(inQuery, 422).errors).toEqual({ sort: ["This field is not known."] });
  });

  test("thousands of fields with very long names get a reply of a few kilobytes", async () => {
    const many = Object.fromEntries(Array.from({ length: 18_000 }, (_, at) => [`f${at}`, 1]));
    const inBody = await testApp.visitor.send("POST", LOGIN, { body: { ...toLogin("maya", PASSWORD), ...many } });
    expect(inBody.text.length).toBeLessThan(10_000);
    expect(Object.keys(expectRefused(inBody, 422).errors).slice(0, 2)).toEqual(["f0", "f1"]);
    const search = Array.from({ length: 10_000 }, (_, at) => `f${at}`).join("&");
    const inQuery = await testApp.visitor.send("GET", `/api/v1/categories?${search}`);
    expect(inQuery.text.length).toBeLessThan(10_000);
    expectRefused(inQuery, 422);
    const long = await testApp.visitor.send("POST", LOGIN, { body: { ["x".repeat(100_000)]: 1 } });
    expect(long.text.length).toBeLessThan(10_000);
    expectRefused(long, 422);
  });

  test.each(["__proto__=1", "constructor=1", "toString=1"])(
    "a field named like a property of every object: %s",
    async (field) => {
      const reply = await testApp.visitor.send("GET", `/api/v1/categories?${field}`);
      expectRefused(reply, 422);
      expect(Object.keys(JSON.parse(reply.text).errors)).toEqual([field.split("=")[0]]);
    },
  );

  test.each([
    "per_page=1000000",
    "per_page=51",
    "per_page=0",
    "per_page=-1",
    "per_page=1.5",
    "per_page=1e9",
    "per_page=ten",
    "per_page=",
    "perPage=1000000",
    "per_page=12&per_page=12",
    "current_page=0",
    "page=99999999999999999999",
    "page=NaN",
  ])("a list with ?%s", async (search) => {
    const said = expectRefused(await testApp.visitor.send("GET", `/api/v1/get-contents/video?${search}`), 422);
    expect(Object.keys(said.errors)).toEqual([
      /page=/.test(search) && !/per/.test(search) ? "current_page" : "per_page",
    ]);
  });

  test.each([
    ["a NUL", "may\0a"],
    ["half of an emoji", "maya\ud83d"],
    ["a direction override", "maya\u202e"],
    ["SQL", "' or 1=1 --"],
  ])("a name with %s is invalid input, not a server error", async (_, name) => {
    const reply = await testApp.visitor.send("POST", LOGIN, {
      body: JSON.stringify(toLogin(name, PASSWORD)),
      headers: JSON_TYPE,
    });
    expectRefused(reply, 422);
  });

  test.each([
    ["that is not one", "Bearer nonsense"],
    ["of another scheme", "Basic bWF5YTp4"],
    ["that nobody has", `Bearer ${"A".repeat(43)}`],
    ["that is very long", `Bearer ${"A".repeat(8_000)}`],
    ["that is empty", "Bearer"],
  ])("a token %s is 401, on a public route too", async (_, authorization) => {
    for (const path of ["/api/v1/devices", "/api/v1/categories"]) {
      const reply = await testApp.visitor.send("GET", path, { headers: { authorization } });
      expect(expectRefused(reply, 401).kind).toBe("not_signed_in");
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});
