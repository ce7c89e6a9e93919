import type { Route } from "@app/contract/http";
import { refusal } from "@app/contract/http";
import { allRoutes } from "@app/contract/routes";
import { describe, expect, test } from "vitest";
import type { Caller } from "./caller.ts";
import type { Kind } from "./matrix-words.ts";
import type { TestPerson } from "./people.ts";
import { MATRIX } from "./security-matrix.ts";
import { makeThingOf, toCall } from "./security-things.ts";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
/** An earner, an admin, and what the earner owns, by kind. Refused requests leave them as they are. */
type Crowd = { earner: TestPerson; admin: Caller; things: Map<Kind, Promise<string>> };

let crowds = 0;
async function createCrowd(): Promise<Crowd> {
  const at = ++crowds;
  const earner = await testApp.person(`earner${at}`, { plan: "Individual" });
  const admin = await (await testApp.person(`staff${at}`, { staffRole: "admin" })).onAnotherDevice();
  return { earner, admin, things: new Map() };
}

let crowd: Promise<Crowd> | null = null;
/** After a request that was accepted. */
function spendCrowd(): void {
  crowd = null;
}

/** A caller who may call the route on their own resource, with a valid body. */
async function valid(route: Route) {
  const line = MATRIX[route.name];
  if (!line) throw new Error(`${route.name} has no line in the matrix`);
  crowd ??= createCrowd();
  const { earner, admin, things } = await crowd;
  // A stranger's multipart form is refused before it is read.
  const member = route.access === "staff" || route.access === "admin" ? admin : earner;
  const asker = route.access === "public" && route.file === null ? testApp.visitor : member;
  const id = line.of === null ? "" : await thingOf(line.of);
  return { asker, ...toCall(route, line, id, testApp.categoryId), body: line.body?.(id, testApp.categoryId) ?? {} };

  function thingOf(kind: Kind): Promise<string> {
    const thing = things.get(kind) ?? makeThingOf(testApp, earner, kind, "own");
    things.set(kind, thing);
    return thing;
  }
}

type Reply = Awaited<ReturnType<Caller["send"]>>;

/** Expects a refusal in the envelope, and no server error. */
function expectRefused(reply: Reply, statuses: readonly number[], why: string): Record<string, string[]> {
  expect([why, reply.status, statuses]).toEqual([
    why,
    expect.toSatisfy((status) => statuses.includes(status)),
    statuses,
  ]);
  const parsed = refusal.parse(JSON.parse(reply.text));
  expect(parsed.code).toBe(reply.status);
  expect(parsed.request_id).not.toBe("");
  return parsed.errors;
}

const writing = allRoutes.filter((route) => route.method !== "GET" && (route.file === null || route.file.isOptional));
const named = (routes: readonly Route[]) => routes.map((route) => [route.name, route] as const);

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await testApp.deps.pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  return rows.map((row) => row.column_name);
}

describe("unknown fields", () => {
  test.each(named(writing))("%s accepts no column of its table, and no made-up field", async (_, route) => {
    const columns = route.writes === null ? [] : await columnsOf(route.writes);
    if (route.writes !== null) expect(columns.length).toBeGreaterThan(2);
    const { asker, method, path, body } = await valid(route);
    for (const column of [...columns, "is_admin", "constructor", "toString"]) {
      if (column in route.body.shape && Object.hasOwn(route.body.shape, column)) continue;
      const reply = await asker.send(method, path, { body: { ...body, [column]: body.id ?? 1 } });
      expect(Object.keys(expectRefused(reply, [422], column))).toEqual([column]);
    }
  });

  test.each(named(allRoutes.filter((route) => route.method === "GET")))(
    "%s accepts no unknown query parameter",
    async (_, route) => {
      const { asker, method, path } = await valid(route);
      for (const search of ["is_admin=1", "per_page=1000000", "id=1%00", "constructor=1", "current_page[$gt]=0"]) {
        const reply = await asker.send(method, `${path}?${search}`);
        expect(Object.keys(expectRefused(reply, [422], search))).toHaveLength(1);
      }
    },
  );
});

describe("malformed bodies", () => {
  const megabyte = JSON.stringify({ a: "x".repeat(1024 * 1024) });
  const deep = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

  test.each(named(allRoutes.filter((route) => route.method !== "GET")))(
    "%s is refused in the envelope",
    async (_, route) => {
      const { asker, method, path } = await valid(route);
      const send = (body: string, type: string) =>
        asker.send(method, path, { body, headers: { "content-type": type } });
      for (const type of [
        "text/plain",
        "application/xml",
        "text/html",
        "application/x-www-form-urlencoded",
        "nonsense",
      ])
        expectRefused(await send("a=1", type), [415], type);
      if (route.file === null)
        expectRefused(await send("--a\r\n\r\n--a--", "multipart/form-data; boundary=a"), [415], "multipart");
      const json = "application/json";
      for (const body of ["{", '{"a":}', "undefined", "\u0000", '{"a":1', "'a'", '{"__proto__":{"a":1}}'])
        expectRefused(await send(body, json), [400], body);
      for (const body of ["[]", '"text"', "5", "true", "[[1]]", '{"":1}', deep(1_000), deep(100_000)])
        expectRefused(await send(body, json), [415, 422], body.slice(0, 20));
      expectRefused(await send(megabyte, json), [413], "a megabyte");
    },
  );

  test.each(named(writing.filter((route) => Object.keys(route.body.shape).length > 0)))(
    "%s survives the wrong type in each field",
    async (_, route) => {
      const { asker, method, path, body } = await valid(route);
      const strange = [null, [], {}, -1, 1e308, "", "a\u0000b", "\ud800", "' or 1=1 --", "%s%n", "x".repeat(100_000)];
      for (const field of Object.keys(route.body.shape)) {
        for (const value of strange) {
          const reply = await asker.send(method, path, { body: { ...body, [field]: value } });
          const why = `${field} = ${JSON.stringify(value).slice(0, 20)}`;
          expect([why, reply.status]).toEqual([why, expect.toSatisfy((status) => status < 500)]);
          // 403: a valid request needs a confirmed password.
          if (reply.status < 400) spendCrowd();
          else expectRefused(reply, [400, 403, 404, 409, 410, 413, 422, 429], why);
        }
      }
    },
  );

  test.each(named(allRoutes.filter((route) => route.path.includes(":"))))(
    "%s survives malformed ids",
    async (_, route) => {
      const { asker, method, body } = await valid(route);
      const ids = ["1", "-1", "%00", "..%2f..", "%27%20or%201=1", "null", "undefined", "a".repeat(400), "%F0%9F%8F%86"];
      for (const id of ids) {
        const path = `/api/v1${route.path.replace(/:\w+/, id)}`;
        const reply = await asker.send(method, path, method === "GET" ? {} : { body });
        // A numeric id may exist; then the request is refused because it has no file.
        expectRefused(reply, route.file === null ? [400, 404, 422] : [400, 404, 415, 422], id);
      }
    },
  );
});
