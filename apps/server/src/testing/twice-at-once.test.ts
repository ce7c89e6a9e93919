import { envelope, refusal } from "@app/contract/http";
import { allRoutes } from "@app/contract/routes";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectedOf } from "./matrix-words.ts";
import { MATRIX } from "./security-matrix.ts";
import { createCast, send, toCall } from "./security-things.ts";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
beforeEach(() => testApp.deps.pool.query("delete from graphile_worker._private_jobs"));

const cast = createCast(testApp);
afterEach(cast.renew);

/** Every write that somebody may make on something of their own, with who that is. */
const WRITES = allRoutes.flatMap((route) => {
  const line = MATRIX[route.name];
  if (!line || route.method === "GET") return [];
  const role = (["earner", "general", "staff", "visitor"] as const).find((one) =>
    expectedOf(route, line, one).startsWith("200"),
  );
  return role === undefined ? [] : [[route.name, { route, line, role }] as const];
});

test.each(WRITES)("%s, sent three times at once, succeeds and fails nowhere", async (_, { route, line, role }) => {
  const wanted = line.of === null ? null : { kind: line.of, role, target: "own" as const };
  const id = wanted === null ? "" : await cast.thingFor(wanted);
  const caller = await cast.callerOf(role);
  const call = toCall(route, line, id, testApp.categoryId);
  const replies = await Promise.all([1, 2, 3].map(() => send(caller, call)));
  cast.spend(role, wanted);
  for (const { status, text } of replies) (status < 400 ? envelope(route.data) : refusal).parse(JSON.parse(text));
  const statuses = replies.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
