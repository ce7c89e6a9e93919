import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { envelope, refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { allRoutes } from "@app/contract/routes";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendLinkJob } from "#modules/identity/links/links.service.ts";
import { sendMailJob } from "#platform/mail/send-email.ts";
import { createApp } from "#src/app.ts";
import { expectedOf, ROLES, STAFF_ROLES_TRIED, TARGETS } from "./matrix-words.ts";
import { BESIDES_THE_CONTRACT, MATRIX } from "./security-matrix.ts";
import { createCast, send, toCall } from "./security-things.ts";
import { createTestApp } from "./test-app.ts";

const testApp = await createTestApp();
// No jobs run here, and the counters of each call must stay small.
beforeEach(() => testApp.deps.pool.query("delete from graphile_worker._private_jobs"));

const cast = createCast(testApp);
afterEach(cast.renew);

describe("the security matrix", () => {
  test("covers every route of the contract, and no other", () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(allRoutes.map((route) => route.name).toSorted());
  });

  test.each(allRoutes.map((route) => [route.name, route] as const))("%s", async (name, route) => {
    const line = MATRIX[name];
    if (!line) throw new Error(`${name} has no line in the matrix`);
    // Routes that send email are limited per network; staff are known, and their mails are in the audit log.
    const mayMail = route.limits.length > 0 || route.access === "staff" || route.access === "admin";
    let mails = 0;
    const actual: Record<string, string> = {};
    const roles = [...ROLES, ...STAFF_ROLES_TRIED];
    for (const role of roles) {
      const statuses: string[] = [];
      for (const [at, expected] of expectedOf(route, line, role).split(" ").entries()) {
        const target = TARGETS[at] ?? "own";
        if (expected === "-") {
          statuses.push("-");
          continue;
        }
        const wanted = line.of === null ? null : { kind: line.of, role, target };
        const id = wanted === null ? "" : await cast.thingFor(wanted);
        // Creating the resource may send email.
        if (!mayMail && wanted !== null) mails = await countMails();
        const reply = await send(await cast.callerOf(role), toCall(route, line, id, testApp.categoryId));
        // A read or a refused write changes nothing.
        if (route.method !== "GET" && reply.status < 400) cast.spend(role, wanted);
        if (!mayMail) expect(await countMails()).toBe(mails);
        const parsed = JSON.parse(reply.text);
        (reply.status < 400 ? envelope(route.data) : refusal).parse(parsed);
        expect(parsed.code).toBe(reply.status);
        statuses.push(String(reply.status));
      }
      actual[role] = statuses.join(" ");
    }
    expect(actual).toEqual(Object.fromEntries(roles.map((role) => [role, expectedOf(route, line, role)])));
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
    return Number(rows[0]?.mails);
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
