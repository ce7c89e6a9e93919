import { earnerRoutes } from "@app/contract/earners";
import { API_PREFIX } from "@app/contract/paths";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp({ TRUST_PROXY: "loopback" });
await testApp.person("taken");
let names = 0;

/** A stranger who signs up, behind the proxy on this machine. */
async function signUp(from: string, more: object = {}, route: { path: string } = signUpRoutes.register) {
  const reply = await testApp.visitor.send("POST", API_PREFIX + route.path, {
    body: { ...toSignUp(`new${++names}`), ...more },
    headers: { "x-forwarded-for": from },
  });
  return { ...JSON.parse(reply.text), status: reply.status, wait: reply.headers.get("retry-after") };
}

const TAKEN = { email: "TAKEN@people.test" };

describe("an email address that already has an account", () => {
  test("is disclosed ten times an hour per network; after that, every request is refused", async () => {
    for (let at = 0; at < 10; at++) {
      const [route, type] =
        at % 2 ? [earnerRoutes.registerEarner, "Fieldhouse"] : [signUpRoutes.register, "General User"];
      const told = await signUp("203.0.113.1", { ...TAKEN, user_type: type }, route);
      expect(told).toMatchObject({ status: 422, errors: { email: [SIGN_UP_MESSAGES.emailTaken] } });
    }
    const [taken, free] = [await signUp("203.0.113.1", TAKEN), await signUp("203.0.113.1")];
    expect(taken).toMatchObject({ status: 429, kind: "too_many_requests" });
    expect(taken.message).toMatch(/^Too many sign-ups from your network\. Please try again in (60|59) minutes\.$/);
    expect(Number(taken.wait)).toBeGreaterThan(3_000);
    expect({ ...free, request_id: "" }).toEqual({ ...taken, wait: free.wait, request_id: "" });
    expect((await signUp("203.0.113.2")).status).toBe(200);

    await testApp.deps.pool.query("update login_attempts set tried_at = tried_at - interval '1 hour'");
    expect((await signUp("203.0.113.1")).status).toBe(200);
  });

  test("is not disclosed more often to concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => signUp("203.0.113.3", TAKEN)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test("counts an IPv6 /48 as one network; usernames are public and not counted", async () => {
    for (let at = 0; at < 12; at++)
      expect((await signUp("2001:db8:1::9", { username: "TAKEN" })).errors.username).toHaveLength(1);
    for (let at = 0; at < 10; at++) expect((await signUp(`2001:db8:1:${at}::1`, TAKEN)).status).toBe(422);
    expect((await signUp("2001:db8:1:aa::1", TAKEN)).status).toBe(429);
    expect((await signUp("2001:db8:2::1")).status).toBe(200);
  });
});
