import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { openStage } from "#testing/stage.ts";
import { requireGuardianConsent } from "./guardian.service.ts";

const stage = await openStage();
const mails = openMailReader(stage);

/** Sixteen years old today. */
const BIRTH = `${new Date().getFullYear() - 16}${new Date().toISOString().slice(4, 8)}01`;
const PAGE = "guardian-consent";

async function minor(username: string) {
  const person = await signUpAsEarner(stage, username, { date_of_birth: BIRTH });
  const guardian = `guardian.${username}@people.test`;
  return {
    person,
    guardian,
    asks: () => person.call(guardianRoutes.ask, { body: { guardian_email: guardian, guardian_name: "Rosa" } }),
    token: async () => mails.tokenOf(await mails.last(guardian), PAGE),
    isFree: () =>
      requireGuardianConsent(stage.deps, person.accountId).then(
        () => true,
        () => false,
      ),
  };
}

describe("somebody from 13 to 17", () => {
  test("pays nothing before a guardian has read what it is about and consented, once", async () => {
    const { person, asks, token, isFree } = await minor("mia.g");
    await person.refused(earnerRoutes.team, { body: toTeam("mia.g", stage.categoryId) });
    expect(await person.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: true, next: "billing" });
    expect(await isFree()).toBe(false);
    await asks();
    expect(await person.call(guardianRoutes.state)).toMatchObject({ is_needed: true, state: "asked" });
    const link = { token: await token() };
    expect(await stage.visitor.call(guardianRoutes.request, { params: link })).toEqual({
      guardian_name: "Rosa",
      first_name: "mia.g",
      plan: "Team",
      state: "asked",
    });
    const answers = await Promise.all(
      [1, 2].map(() => stage.visitor.send("POST", "/api/v1/guardian/consent", { body: { ...link, accept: true } })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 410]);
    expect(await isFree()).toBe(true);
    expect(await person.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: false });
    expect(
      (await person.refused(guardianRoutes.ask, { body: { guardian_email: "a@b.test", guardian_name: "R" } })).code,
    ).toBe(409);
  });

  test("is refused by billing until then", async () => {
    const { person, asks, token } = await minor("noa.g");
    await person.refused(earnerRoutes.team, { body: toTeam("noa.g", stage.categoryId) });
    const body = {
      plan: "Team" as const,
      price_cents: 2999,
      payment_method_id: "0190a1b2-0000-7000-8000-000000000000",
      consent: true as const,
      idempotency_key: "0190a1b2-0000-4000-8000-000000000000",
    };
    expect((await person.refused(billingRoutes.createSubscription, { body })).code).toBe(403);
    await asks();
    await stage.visitor.call(guardianRoutes.answer, { body: { token: await token(), accept: true } });
    expect((await person.refused(billingRoutes.createSubscription, { body })).code).not.toBe(403);
  });

  test("whose guardian declines stays where they are, and may ask another one", async () => {
    const { person, asks, token, isFree } = await minor("oli.g");
    await asks();
    const link = await token();
    await stage.visitor.call(guardianRoutes.answer, { body: { token: link, accept: false } });
    expect(await person.call(guardianRoutes.state)).toMatchObject({ state: "declined" });
    expect(await isFree()).toBe(false);
    const changed = await stage.visitor.refused(guardianRoutes.answer, { body: { token: link, accept: true } });
    expect(changed.code).toBe(410);
  });

  test("whose guardian withdraws by the same link is free no more, and the plan is not renewed", async () => {
    const { person, asks, token, isFree } = await minor("pam.g");
    await person.refused(earnerRoutes.team, { body: toTeam("pam.g", stage.categoryId) });
    await asks();
    const link = await token();
    await stage.visitor.call(guardianRoutes.answer, { body: { token: link, accept: true } });
    await payPlan(stage, person.accountId, "Team");
    await person.call(earnerRoutes.completeRegistration);
    const withdrawn = await stage.visitor.call(guardianRoutes.answer, { body: { token: link, accept: false } });
    expect(withdrawn).toMatchObject({ state: "withdrawn", first_name: "pam.g" });
    expect(await isFree()).toBe(false);
    const { rows } = await stage.deps.pool.query(
      "select count(*)::int as count from graphile_worker.jobs where task_identifier like 'billing:stop-renewal%'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("asks at most once a minute, and a new mail takes the old link's power", async () => {
    const { person, guardian, asks, token } = await minor("quin.g");
    await asks();
    const first = await token();
    const body = { guardian_email: guardian, guardian_name: "Rosa" };
    const early = await person.send("POST", "/api/v1/guardian/ask", { body });
    expect([early.status, Number(early.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await stage.deps.pool.query("update sign_in_tries set tried_at = tried_at - interval '2 minutes'");
    await asks();
    expect((await stage.visitor.refused(guardianRoutes.request, { params: { token: first } })).code).toBe(410);
  });

  test("cannot be their own guardian, and a link is good for 14 days", async () => {
    const { person, asks, token } = await minor("ray.g");
    const own = { guardian_email: person.email.toUpperCase(), guardian_name: "Ray" };
    expect((await person.refused(guardianRoutes.ask, { body: own })).errors).toHaveProperty("guardian_email");
    await asks();
    const link = await token();
    await stage.deps.pool.query(
      "update guardian_consents set expires_at = now() - interval '1 minute' where account_id = $1",
      [person.accountId],
    );
    expect((await stage.visitor.refused(guardianRoutes.answer, { body: { token: link, accept: true } })).code).toBe(
      410,
    );
    expect(await person.call(guardianRoutes.state)).toMatchObject({ state: "none" });
  });
});

test("an adult needs nobody", async () => {
  const sue = await signUpAsEarner(stage, "sue.g");
  expect(await sue.call(guardianRoutes.state)).toEqual({ is_needed: false, state: "none", guardian_email: null });
  await sue.call(earnerRoutes.individualBasics, { body: toBasics("sue.g") });
  await sue.refused(earnerRoutes.individualSport, { body: toSport(stage.categoryId) });
  expect(await sue.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: false, next: "billing" });
});
