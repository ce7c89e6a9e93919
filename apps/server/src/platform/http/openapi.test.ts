import { API_PREFIX } from "@app/contract/paths";
import { allRoutes } from "@app/contract/routes";
import { describe, expect, test } from "vitest";
import { createApp } from "#src/app.ts";
import { createTestApp } from "#testing/test-app.ts";
import type { OpenApiDocument } from "./openapi.ts";

const testApp = await createTestApp();
const printed = await testApp.visitor.send("GET", "/api/openapi.json");
const document: OpenApiDocument = JSON.parse(printed.text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "$ref" in value ? [String(value.$ref)] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

function resolve(ref: string): unknown {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

function operationOf(name: string) {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}

describe("the contract as OpenAPI", () => {
  test("includes every route, which the app serves under the same method and path", async () => {
    const app = await createApp(testApp.deps);
    const inDocument = operations.map(({ method, path, operation }) => `${operation.operationId} ${method} ${path}`);
    expect(inDocument.toSorted()).toEqual(
      allRoutes
        .map((route) => `${route.name} ${route.method} ${API_PREFIX}${route.path.replace(/:(\w+)/g, "{$1}")}`)
        .toSorted(),
    );
    const missing = allRoutes.filter(({ method, path }) => !app.hasRoute({ method, url: API_PREFIX + path }));
    expect(missing.map((route) => route.name)).toEqual([]);
    await app.close();
  });

  test("has unique names, and no dangling references", () => {
    expect(document.openapi).toBe("3.1.1");
    expect(new Set(allRoutes.map((route) => route.name)).size).toBe(allRoutes.length);
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(20);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  test("describes each path parameter, and requires it", () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(described.map((parameter) => parameter.name).toSorted(), path).toEqual(inPath.toSorted());
      expect(described.every((parameter) => parameter.required)).toBe(true);
    }
  });

  test("has optional page parameters with bounds and defaults", () => {
    const { operation } = operationOf("contents.mine");
    expect(operation.parameters).toContainEqual({
      name: "per_page",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 50, default: 12 },
    });
  });

  test("documents access, authentication and error replies", () => {
    const login = operationOf("accounts.login").operation;
    expect(login.security).toEqual([{}, { accessToken: [] }]);
    expect(operationOf("accounts.refresh").operation.security).toEqual([{ refreshCookie: [] }]);
    expect(login.requestBody).toEqual({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/accounts.login.body" } } },
    });
    expect(document.components.schemas["accounts.login.body"]).toMatchObject({
      additionalProperties: false,
      required: ["email_or_username", "password", "device_id", "device_name", "ip_address"],
    });
    const remove = operationOf("contents.remove").operation;
    expect(remove.security).toEqual([{ accessToken: [] }]);
    expect(remove.requestBody?.required).toBe(false);
    expect(Object.keys(remove.responses)).toEqual(["200", "401", "403", "404", "422", "429", "default"]);
    expect(Object.keys(operationOf("categories.list").operation.responses)).toEqual([
      "200",
      "401",
      "422",
      "429",
      "default",
    ]);
  });

  test("documents a file as a form: alone, or with fields if it is optional", () => {
    const picture = operationOf("contents.sendPicture").operation.requestBody;
    expect(Object.keys(picture?.content ?? {})).toEqual(["multipart/form-data"]);
    const team = operationOf("earners.team").operation.requestBody;
    expect(team?.required).toBe(true);
    expect(team?.content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/earners.team.body" });
    expect(team?.content["multipart/form-data"]?.schema).toMatchObject({
      allOf: [
        { $ref: "#/components/schemas/earners.team.body" },
        { properties: { profile_image: { type: "string", format: "binary" } } },
      ],
    });
  });

  test("documents replies in the envelope, and shared schemas once", () => {
    const answer = operationOf("contents.one").operation.responses[200].content["application/json"].schema;
    expect(answer.properties?.["data"]).toEqual({ $ref: "#/components/schemas/ContentItem" });
    expect(answer.required).toEqual(["code", "status", "message", "data"]);
    expect(document.components.schemas["ContentItem"]?.properties?.["channel"]).toEqual({
      $ref: "#/components/schemas/ChannelCard",
    });
  });
});

describe("the API's documentation page", () => {
  test("is Swagger UI, with a policy that allows our own files only", async () => {
    const page = await testApp.visitor.send("GET", "/api/docs");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|unsafe-eval/);
    const files = [...page.text.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file]) => file ?? "");
    expect(files).toHaveLength(4);
    for (const file of files) {
      const reply = await testApp.visitor.send("GET", file);
      expect([file, reply.status, reply.headers.get("content-encoding")]).toEqual([file, 200, "gzip"]);
      expect(reply.headers.get("content-type")).toMatch(/^text\/(?:css|javascript)/);
      expect(reply.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
    }
    expect((await testApp.visitor.send("GET", "/api/docs/index.html")).status).toBe(404);
  });
});
