import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allRoutes, namedShapes } from "./routes.ts";

describe.each(allRoutes.map((route) => [route.name, route] as const))("%s", (_, route) => {
  test("is named after its feature, has a summary, and describes its path parameters", () => {
    expect(route.name).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(route.path).toMatch(/^(\/[a-z0-9-]+|\/:[A-Za-z]+)+$/);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(route.params.shape).toSorted()).toEqual(inPath.toSorted());
  });

  test("refuses fields that it does not name, everywhere", () => {
    for (const schema of [route.params, route.query, route.body]) {
      const parsed = schema.safeParse({ "a field of nobody": 1 });
      const keys = parsed.error?.issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
      expect(keys).toEqual(["a field of nobody"]);
    }
  });

  test("sends no body with a GET", () => {
    if (route.method === "GET") expect(Object.keys(route.body.shape)).toEqual([]);
  });

  test("can be described as JSON Schema", () => {
    expect(() => z.toJSONSchema(route.data, { unrepresentable: "any" })).not.toThrow();
    expect(() => z.toJSONSchema(route.body, { unrepresentable: "any", io: "input" })).not.toThrow();
  });
});

describe("all files together", () => {
  test("have no route or schema that is missing from OpenAPI", async () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file));
    const exported = await Promise.all(
      files.map(async (file) =>
        Object.entries(await import(`./${file}`)).map(([name, value]) => ({ file, name, value })),
      ),
    );
    const shapes = new Set(namedShapes.flatMap((file) => Object.values(file)));
    const routes = new Set<unknown>(allRoutes);
    const forgotten = exported.flat().filter(({ name, value }) => {
      if (name.endsWith("Routes") && name !== "allRoutes")
        return Object.values(value as object).some((one) => !routes.has(one));
      return value instanceof z.ZodObject && !shapes.has(value);
    });
    expect(forgotten.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });
});

describe("all routes together", () => {
  test("no two share a name, or a method and path", () => {
    const names = allRoutes.map((route) => route.name);
    expect(new Set(names).size).toBe(names.length);
    const places = allRoutes.map((route) => `${route.method} ${route.path.replace(/:\w+/g, ":")}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test("no field accepts a text of unlimited length, alone or in a list", () => {
    const long = "x".repeat(100_000);
    const endless = allRoutes.flatMap((route) =>
      [route.params, route.query, route.body].flatMap((schema) =>
        Object.keys(schema.shape).filter((field) =>
          [long, [long], Array(100_000).fill("x")].some((value) => accepts(schema, field, value)),
        ),
      ),
    );
    expect(endless).toEqual([]);
  });
});

/** Whether this field has no fault, whatever other fields are missing. */
function accepts(schema: z.ZodType, field: string, value: unknown): boolean {
  const issues = schema.safeParse({ [field]: value }).error?.issues ?? [];
  return !issues.some((issue) => issue.path[0] === field);
}
