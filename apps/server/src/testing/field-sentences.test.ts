import type { Route } from "@app/contract/http";
import { refusal } from "@app/contract/http";
import { allRoutes } from "@app/contract/routes";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Caller } from "./caller.ts";
import { toPath } from "./caller.ts";
import { signUpAsEarner } from "./registrant.ts";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
const earner = await testApp.person("field_sentences", { plan: "Individual" });
const registrant = await signUpAsEarner(testApp, "begun_sentences");
const staff = await testApp.person("staff_sentences", { staffRole: "admin" });

const PARAMS: Record<string, unknown> = {
  type: "card",
  contentType: "video",
  language: "en",
  token: "A".repeat(43),
  code: "NOBODYS2",
};
/** For ids, years and plans: whichever a route takes. */
const CANDIDATES = [crypto.randomUUID(), 1, 2026, "Individual"];

/** `undefined` omits the field. */
const WRONG_VALUES = [undefined, null, "", 5, "x", true, [], {}, [null], [{}], "x".repeat(30_000)];

/** zod's default messages, and technical terms that no message may contain. */
const ZODS_OWN = /^Invalid|^Too (big|small)|^Unrecognized|expected|received|undefined|null|NaN|pattern|\/\^/i;
const REQUIRED = / is a required field\.?$/;

type Fault = { field: string; value: unknown; sentences: string[] };

/** Parameters that the route accepts, so that only the field in question is wrong. */
function paramsOf(route: Route): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(route.params.shape).map((name) => [
      name,
      PARAMS[name] ?? CANDIDATES.find((value) => accepts(route.params, name, value)),
    ]),
  );
}

/** A caller whom the route authorizes. */
function callerOf(route: Route): Caller {
  // A sign-up form is read only after its sender is authorized.
  if (route.name.startsWith("earners.")) return registrant;
  if (route.access === "public") return testApp.visitor;
  return route.access === "staff" || route.access === "admin" ? staff : earner;
}

/** Every field that the contract refuses, with the server's message. */
async function findFaults(route: Route): Promise<Fault[]> {
  const faults: Fault[] = [];
  const ask = async (field: string, value: unknown, more: { path?: string; body?: unknown }) => {
    const { path = toPath(route, { params: paramsOf(route) }), body } = more;
    const reply = await callerOf(route).send(route.method, path, body === undefined ? {} : { body });
    const parsed = refusal.parse(JSON.parse(reply.text));
    expect([route.name, field, value, parsed.code]).toEqual([route.name, field, value, 422]);
    const sentences = Object.entries(parsed.errors).filter(([name]) => name === field || name.startsWith(`${field}.`));
    faults.push({ field, value, sentences: sentences.flatMap(([, messages]) => messages) });
  };
  for (const field of Object.keys(route.body.shape))
    for (const value of WRONG_VALUES)
      if (!accepts(route.body, field, value)) await ask(field, value, { body: { [field]: value } });
  for (const field of Object.keys(route.query.shape))
    for (const value of ["", "x", "-1", "1.5", "x".repeat(10_000)])
      if (!accepts(route.query, field, value))
        await ask(field, value, { path: toPath(route, { params: paramsOf(route), query: { [field]: value } }) });
  for (const field of Object.keys(route.params.shape))
    for (const value of ["x", "x".repeat(200)])
      if (!accepts(route.params, field, value))
        await ask(field, value, { path: toPath(route, { params: { ...paramsOf(route), [field]: value } }) });
  return faults;
}

function accepts(schema: z.ZodType, field: string, value: unknown): boolean {
  const issues = schema.safeParse({ [field]: value }).error?.issues ?? [];
  return !issues.some((issue) => issue.path[0] === field);
}

const withFields = allRoutes.filter((route) =>
  [route.params, route.query, route.body].some((schema) => Object.keys(schema.shape).length > 0),
);

describe("the error of a field that is missing, empty, too long or of a wrong type", () => {
  test.each(withFields.map((route) => [route.name, route] as const))("%s uses its own words", async (_, route) => {
    const faults = await findFaults(route);
    for (const { field, value, sentences } of faults) {
      const why = `${field} = ${JSON.stringify(value)?.slice(0, 30)}`;
      expect([why, sentences]).toEqual([why, expect.arrayContaining([expect.any(String)])]);
      for (const sentence of sentences) {
        expect([why, sentence]).toEqual([why, expect.not.stringMatching(ZODS_OWN)]);
        if (value === undefined || value === null)
          expect([why, sentence]).toEqual([why, expect.stringMatching(REQUIRED)]);
      }
    }
  });

  test.each(allRoutes.flatMap((route) => (route.file && !route.file.isOptional ? [[route.name, route] as const] : [])))(
    "%s reports a missing file",
    async (_, route) => {
      const otherFile = '--line\r\ncontent-disposition: form-data; name="x"; filename="x.png"\r\n\r\nx\r\n';
      for (const body of ["--line--\r\n", `${otherFile}--line--\r\n`]) {
        const headers = { "content-type": "multipart/form-data; boundary=line" };
        const path = toPath(route, { params: paramsOf(route) });
        const reply = await callerOf(route).send(route.method, path, { body, headers });
        const field = route.file?.field ?? "";
        const { code, errors } = refusal.parse(JSON.parse(reply.text));
        expect({ code, errors }).toEqual({ code: 422, errors: { [field]: [expect.stringMatching(REQUIRED)] } });
      }
    },
  );
});
