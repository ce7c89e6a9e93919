import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { envelope, refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { allRoutes } from "@app/contract/routes";
import type { FastifyInstance } from "fastify";
import { beforeEach, describe, expect, test } from "vitest";
import { sendLinkJob } from "#modules/identity/links/links.service.ts";
import { sendMailJob } from "#platform/mail/send-email.ts";
import { createApp } from "#src/app.ts";
import { expectedOf, ROLES, STAFF_ROLES_TRIED, TARGETS } from "./matrix-words.ts";
import { BESIDES_THE_CONTRACT, MATRIX } from "./security-matrix.ts";
import { type Cast, createCast, makeThing, send, toCall } from "./security-things.ts";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
// No jobs run here, and the counters of each call must stay small.
beforeEach(() => testApp.deps.pool.query("delete from graphile_worker._private_jobs"));

/** Reads share people, because they change nothing; each write gets people of its own. */
let readers: Promise<Cast> | null = null;
function castFor({ method }: Pick<(typeof allRoutes)[number], "method">): Promise<Cast> {
  if (method !== "GET") return createCast(testApp);
  readers ??= createCast(testApp);
  return readers;
}

describe("the security matrix", () => {
  test("covers every route of the contract, and no other", () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(allRoutes.map((route) => route.name).toSorted());
  });

  test.each(allRoutes.map((route) => [route.name, route] as const))("%s", async (name, route) => {
    const line = MATRIX[name];
    if (!line) throw new Error(`${name} has no line in the matrix`);
    const cast = await castFor(route);
    const actual: Record<string, string> = {};
    let hasMailed = false;
    const roles = [...ROLES, ...STAFF_ROLES_TRIED];
    for (const role of roles) {
      const statuses: string[] = [];
      for (const [at, expected] of expectedOf(route, line, role).split(" ").entries()) {
        const target = TARGETS[at] ?? "own";
        if (expected === "-") {
          statuses.push("-");
          continue;
        }
        const id = line.of === null ? "" : await makeThing(testApp, cast, line.of, { role, target });
        const mailsBefore = await countMails();
        const reply = await send(cast[role], toCall(route, line, id, testApp.categoryId));
        hasMailed ||= (await countMails()) > mailsBefore;
        const parsed = JSON.parse(reply.text);
        (reply.status < 400 ? envelope(route.data) : refusal).parse(parsed);
        expect(parsed.code).toBe(reply.status);
        statuses.push(String(reply.status));
      }
      actual[role] = statuses.join(" ");
    }
    expect(actual).toEqual(Object.fromEntries(roles.map((role) => [role, expectedOf(route, line, role)])));
    // Routes that send email are limited per network; staff are known, and their mails are in the audit log.
    if (hasMailed && route.access !== "staff" && route.access !== "admin") expect(route.limits).not.toEqual([]);
  });

  test("covers every URL that the app serves", async () => {
    const routes = await listRoutes();
    const known = new Set([
      ...allRoutes.map((route) => `${route.method} ${API_PREFIX}${route.path}`),
      ...BESIDES_THE_CONTRACT,
    ]);
    // HEAD is allowed wherever GET is.
    const isKnown = (route: string) => known.has(route) || known.has(route.replace(/^HEAD /, "GET "));
    expect(routes.filter((route) => !isKnown(route) && !isPageFile(route))).toEqual([]);
    expect(routes.length).toBeGreaterThanOrEqual(allRoutes.length);
  });

  async function countMails(): Promise<number> {
    const { rows } = await testApp.deps.pool.query<{ mails: number }>(
      "select count(*) as mails from graphile_worker.jobs where task_identifier in ($1, $2)",
      [sendMailJob.name, sendLinkJob.name],
    );
    return rows[0]?.mails ?? 0;
  }

  /** The files of the built page, if it is built. */
  function isPageFile(route: string): boolean {
    return /^(GET|HEAD) \/(assets\/:file$|[\w.-]+\.(js|css|html|svg|png|webp|ico|woff2|txt|json|webmanifest|map)(\.br|\.gz)?$)/.test(
      route,
    );
  }

  async function listRoutes(): Promise<string[]> {
    const routes: string[] = [];
    const listen = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook("onRoute", ({ method, url }) => {
        for (const one of [method].flat()) routes.push(`${one} ${url}`);
      });
    };
    subscribe("fastify.initialization", listen);
    const app = await createApp(testApp.deps);
    unsubscribe("fastify.initialization", listen);
    await app.ready();
    await app.close();
    return routes;
  }
});
