import { refusal } from "@app/contract/errors";
import type { Route } from "@app/contract/http";
import { allRoutes } from "@app/contract/routes";
import { describe, expect, test } from "vitest";
import type { Caller } from "./caller.ts";
import { MATRIX } from "./security-matrix.ts";
import { makeThingOf, toCall } from "./security-things.ts";
import { openStage } from "./stage.ts";

const stage = await openStage();
let earners = 0;

/** Somebody who may call the route, about a thing of their own, with a body that would be taken. */
async function valid(route: Route) {
  const line = MATRIX[route.name];
  if (!line) throw new Error(`${route.name} has no line in the matrix`);
  const earner = await stage.person(`earner${++earners}`, { plan: "Individual" });
  // A stranger's form with a file is refused before it is read, whatever is in it.
  const asker: Caller = route.access === "public" && route.file === null ? stage.visitor : earner;
  const id = line.of === null ? "" : await makeThingOf(stage, earner, line.of, "own");
  return { asker, ...toCall(route, line, id, stage.categoryId), body: line.body?.(id, stage.categoryId) ?? {} };
}

type Reply = Awaited<ReturnType<Caller["send"]>>;

/** A refusal in the envelope, and not one that says something of ours broke. */
function expectRefused(reply: Reply, statuses: readonly number[], why: string): Record<string, string[]> {
  expect([why, reply.status, statuses]).toEqual([
    why,
    expect.toSatisfy((status) => statuses.includes(status)),
    statuses,
  ]);
  const said = refusal.parse(JSON.parse(reply.text));
  expect(said.code).toBe(reply.status);
  expect(said.request_id).not.toBe("");
  return said.errors;
}

const writing = allRoutes.filter((route) => route.method !== "GET" && (route.file === null || route.file.isOptional));
const named = (routes: readonly Route[]) => routes.map((route) => [route.name, route] as const);

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await stage.deps.pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  return rows.map((row) => row.column_name);
}

describe("a field that the contract does not name", () => {
  test.each(named(writing))("%s takes none of its table's columns, and nothing made up", async (_, route) => {
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
    "%s takes no unknown question",
    async (_, route) => {
      const { asker, method, path } = await valid(route);
      for (const search of ["is_admin=1", "per_page=1000000", "id=1%00", "constructor=1", "current_page[$gt]=0"]) {
        const reply = await asker.send(method, `${path}?${search}`);
        expect(Object.keys(expectRefused(reply, [422], search))).toHaveLength(1);
      }
    },
  );
});

describe("a body that is none", () => {
  const megabyte = JSON.stringify({ a: "x".repeat(1024 * 1024) });
  const deep = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

  test.each(named(allRoutes.filter((route) => route.method !== "GET")))(
    "%s refuses it in the envelope",
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
    "%s survives the wrong kind of value in each of its fields",
    async (_, route) => {
      const { asker, method, path, body } = await valid(route);
      const strange = [null, [], {}, -1, 1e308, "", "a\u0000b", "\ud800", "' or 1=1 --", "%s%n", "x".repeat(100_000)];
      for (const field of Object.keys(route.body.shape)) {
        for (const value of strange) {
          const reply = await asker.send(method, path, { body: { ...body, [field]: value } });
          const why = `${field} = ${JSON.stringify(value).slice(0, 20)}`;
          expect([why, reply.status]).toEqual([why, expect.toSatisfy((status) => status < 500)]);
          if (reply.status >= 400) expectRefused(reply, [400, 404, 409, 410, 413, 422, 429], why);
        }
      }
    },
  );

  test.each(named(allRoutes.filter((route) => route.path.includes(":"))))(
    "%s survives strange ids",
    async (_, route) => {
      const { asker, method, body } = await valid(route);
      const ids = ["1", "-1", "%00", "..%2f..", "%27%20or%201=1", "null", "undefined", "a".repeat(400), "%F0%9F%8F%86"];
      for (const id of ids) {
        const path = `/api/v1${route.path.replace(/:\w+/, id)}`;
        const reply = await asker.send(method, path, method === "GET" ? {} : { body });
        expectRefused(reply, [400, 404, 422], id);
      }
    },
  );
});
