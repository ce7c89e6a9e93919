import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  CURSOR_MESSAGE,
  cursorQuery,
  defineRoute,
  envelope,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  pageQuery,
  toPagination,
} from "./http.ts";

const query = z.strictObject(pageQuery);

describe("a list that is paged by number", () => {
  test("begins at the first page, with the default number of rows", () => {
    expect(query.parse({})).toEqual({ current_page: 1, per_page: PER_PAGE_DEFAULT });
    expect(PER_PAGE_DEFAULT).toBe(12);
    expect(PER_PAGE_MAX).toBe(50);
  });

  test("reads numbers as a URL writes them, and refuses everything else", () => {
    expect(query.parse({ current_page: "3", per_page: "50" })).toEqual({ current_page: 3, per_page: 50 });
    for (const wrong of ["0", "-1", "51", "1000000", "1.5", "ten", "", " ", "NaN", "Infinity", ["12", "12"], {}])
      expect(query.safeParse({ per_page: wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  test("may be requested from the first page to a fixed last one", () => {
    for (const right of ["1", "100000"])
      expect(query.parse({ current_page: right, per_page: "1" }).current_page).toBe(+right);
    for (const wrong of ["0", "100001", "1.5"]) expect(query.safeParse({ current_page: wrong }).success).toBe(false);
  });

  test.each([
    ["a", true],
    ["a-Z_9".repeat(100), true],
    ["", false],
    ["a".repeat(501), false],
    ["%61", false],
    ["!abc", false],
    ["abc!", false],
  ])("continues from the cursor %j: %s", (cursor, isCursor) => {
    const { error } = z.strictObject(cursorQuery).safeParse({ cursor });
    expect(error?.issues.map(({ message }) => message) ?? null).toEqual(isCursor ? null : [CURSOR_MESSAGE]);
  });

  test("needs no cursor", () => {
    expect(z.strictObject(cursorQuery).parse({})).toEqual(query.parse({}));
  });

  test("has as many pages as its rows fill, and one if it is empty", () => {
    const page = { current_page: 1, per_page: 12 };
    expect(toPagination(page, 0)).toEqual({ ...page, total: 0, last_page: 1 });
    expect(toPagination(page, 12).last_page).toBe(1);
    expect(toPagination(page, 13).last_page).toBe(2);
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: PER_PAGE_MAX }), (total, per_page) => {
        const { last_page } = toPagination({ current_page: 1, per_page }, total);
        expect(last_page * per_page).toBeGreaterThanOrEqual(total);
        expect((last_page - 1) * per_page).toBeLessThan(Math.max(total, 1));
      }),
    );
  });
});

describe("a route", () => {
  test("accepts nothing where nothing is declared", () => {
    const route = defineRoute({
      name: "a.b",
      summary: "A",
      method: "GET",
      path: "/a",
      access: "public",
      data: z.null(),
    });
    for (const schema of [route.params, route.query, route.body]) {
      expect(schema.parse({})).toEqual({});
      expect(schema.safeParse({ a: 1 }).success).toBe(false);
    }
    expect([route.writes, route.file, route.limits]).toEqual([null, null, []]);
  });

  test("keeps everything that is declared", () => {
    const file = { field: "picture", maxBytes: 1, types: ["image/png"] };
    const route = defineRoute({
      name: "a.b",
      summary: "A",
      method: "POST",
      path: "/a/:a",
      access: "public",
      limits: ["mails"],
      params: { a: z.string() },
      query: { b: z.string() },
      body: { c: z.string() },
      file,
      data: z.null(),
      writes: "accounts",
    });
    expect([route.limits, route.file, route.writes]).toEqual([["mails"], file, "accounts"]);
    expect([route.params, route.query, route.body].map((schema) => Object.keys(schema.shape))).toEqual([
      ...[["a"], ["b"], ["c"]],
    ]);
  });

  test("replies in the envelope, whose code is a number and whose status is 'success'", () => {
    const reply = envelope(z.object({ id: z.int() }));
    const good = { code: 200, status: "success", message: "OK", data: { id: 1 } };
    expect(reply.parse(good)).toEqual(good);
    for (const wrong of [
      { code: "200" },
      { status: "error" },
      { message: null },
      { data: null },
      { data: { id: "1" } },
    ])
      expect(reply.safeParse({ ...good, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});
