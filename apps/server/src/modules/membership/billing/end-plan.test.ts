import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { peopleRoutes } from "@app/contract/people";
import { describe, expect, test } from "vitest";
import { endWithRefundByStaff } from "#modules/membership/earners/end-with-refund.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { acceptLate, placeUnanswered } from "#testing/unanswered-order.ts";
import { watchPlansJob } from "./watch-plans.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("a plan that has to end, with %s", async (_, world) => {
  const { testApp } = world;
  const { payments, pool } = testApp.deps;
  const mails = createMailReader(testApp);
  const mod = await testApp.person("mod", { staffRole: "moderator" });

  async function pays(name: string, card?: string): Promise<TestPerson> {
    const person = await testApp.person(name, { plan: "Individual" });
    const body = toOrder("Individual", await world.addCard(person, card));
    await person.call(billingRoutes.createSubscription, { body });
    await world.deliverEvents();
    return person;
  }

  async function atProvider({ accountId }: TestPerson) {
    const { rows } = await pool.query("select provider_id from subscriptions where account_id = $1", [accountId]);
    return payments.readSubscription(String(rows[0]?.provider_id));
  }

  async function chargesOf({ accountId }: TestPerson): Promise<number> {
    const { rowCount } = await pool.query("select from invoices where account_id = $1", [accountId]);
    return rowCount ?? 0;
  }

  const suspends = (person: TestPerson, days: number | null) =>
    mod.call(peopleRoutes.suspend, { params: { id: person.accountId }, body: { reason: "Threats", days } });
  const restores = (person: TestPerson) =>
    mod.call(peopleRoutes.restore, { params: { id: person.accountId }, body: { reason: "A mistake" } });

  describe("whose renewal failed", () => {
    const FAILS_RENEWALS = "4000 0000 0000 0341";

    test("ends at once when it is canceled or its owner is banned, and nothing more is charged", async () => {
      const [kim, lea] = [await pays("kim.e", FAILS_RENEWALS), await pays("lea.e", FAILS_RENEWALS)];
      await world.passMonth(kim);
      await world.passMonth(lea);
      const { text } = await kim.send("POST", "/api/v1/subscription/cancel", { body: {} });
      expect(JSON.parse(text)).toMatchObject({ message: BILLING_MESSAGES.ended, data: { status: "canceled" } });
      await suspends(lea, null);
      await testApp.settle();
      for (const person of [kim, lea]) {
        expect(await atProvider(person)).toMatchObject({ status: "canceled" });
        expect(await chargesOf(person)).toBe(1);
      }
      expect((await kim.refused(billingRoutes.cancel)).code).toBe(409);
      // They ended it themselves.
      expect((await mails.last(kim.email)).text).toContain("is over, and you will not be charged again");
    });

    test("is kept until its period ends if it was paid since we last heard of it", async () => {
      const mia = await pays("mia.e");
      await pool.query("update subscriptions set status = 'past_due', past_due_since = now() where account_id = $1", [
        mia.accountId,
      ]);
      expect(await mia.call(billingRoutes.cancel)).toMatchObject({ status: "active", cancel_at_period_end: true });
    });
  });

  describe("because its owner is banned", () => {
    test("is paid until its period ends, and is not charged again", async () => {
      const ana = await pays("ana.e");
      await suspends(ana, null);
      await testApp.settle();
      expect(await atProvider(ana)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
      await world.passMonth(ana);
      expect(await atProvider(ana)).toMatchObject({ status: "canceled" });
      expect(await chargesOf(ana)).toBe(1);
      // No later email offers to resume the plan.
      expect((await mails.last(ana.email)).subject).toBe("Your Fieldhouse account is closed");
    });

    test("renews if the ban is lifted before the plan was stopped, and during a temporary suspension", async () => {
      const [ben, cleo] = [await pays("ben.e"), await pays("cleo.e")];
      await suspends(ben, null);
      await restores(ben);
      await suspends(cleo, 7);
      for (const person of [ben, cleo]) {
        await world.passMonth(person);
        expect(await atProvider(person)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
        expect(await chargesOf(person)).toBe(2);
      }
    });

    test("is found by the hourly check if nothing stopped it at the time", async () => {
      const [dan, eve] = [await pays("dan.e"), await pays("eve.e")];
      await pool.query("insert into suspensions (account_id, reason) values ($1, 'Threats')", [dan.accountId]);
      await enqueue(testApp.deps.sql, watchPlansJob, {});
      await testApp.settle();
      expect(await atProvider(dan)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
      expect(await atProvider(eve)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
    });
  });

  describe("before the provider has answered its order", () => {
    const PRICE = { plan: "Individual", title: "Student Athlete", cents: 999 } as const;

    async function orders(name: string) {
      const person = await testApp.person(name, { plan: "Individual" });
      await world.addCard(person);
      return { person, id: await placeUnanswered(testApp, person, { plan: "Individual", secondsAgo: 5 }) };
    }

    async function passMinute({ accountId }: TestPerson): Promise<void> {
      const minute = "interval '1 minute'";
      await pool.query(`update subscriptions set attempted_at = attempted_at - ${minute} where account_id = $1`, [
        accountId,
      ]);
      await pool.query(`update graphile_worker._private_jobs set run_at = run_at - ${minute}`);
      await testApp.settle();
    }

    async function refundedOf({ accountId }: TestPerson): Promise<number> {
      const { rows } = await pool.query(
        `select coalesce(sum(amount_cents), 0)::int as cents from refunds r join invoices i on i.id = r.invoice_id
         where account_id = $1`,
        [accountId],
      );
      return rows[0].cents;
    }

    test("is canceled and refunded after a refund by staff, whether the answer arrives or is lost", async () => {
      const [fay, gus] = [await orders("fay.e"), await orders("gus.e")];
      for (const { person } of [fay, gus]) await endWithRefundByStaff(testApp.deps, person.email);
      await testApp.settle();
      await acceptLate(testApp, fay.person, { id: fay.id, price: PRICE });
      await world.deliverEvents();
      expect(await atProvider(fay.person)).toMatchObject({ status: "active" });
      await acceptLate(testApp, gus.person, { id: gus.id, price: PRICE });
      for (const { person } of [fay, gus]) {
        await passMinute(person);
        await world.deliverEvents();
        expect(await atProvider(person)).toMatchObject({ status: "canceled" });
        expect([await chargesOf(person), await refundedOf(person)]).toEqual([1, 999]);
      }
    });

    test("does not renew after a ban, and is abandoned if the order never reached the provider", async () => {
      const [hal, ivy] = [await orders("hal.e"), await orders("ivy.e")];
      for (const { person } of [hal, ivy]) await suspends(person, null);
      await testApp.settle();
      await acceptLate(testApp, hal.person, { id: hal.id, price: PRICE });
      await world.deliverEvents();
      for (const { person } of [hal, ivy]) await passMinute(person);
      expect(await atProvider(hal.person)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
      const { rows } = await pool.query("select status from subscriptions where id = $1", [ivy.id]);
      expect(rows).toEqual([{ status: "canceled" }]);
    });
  });

  test("is canceled by the next refund of staff if the first one did not reach the provider", async () => {
    const jan = await pays("jan.e");
    await endWithRefundByStaff(testApp.deps, jan.email);
    await pool.query("delete from graphile_worker._private_jobs");
    await endWithRefundByStaff(testApp.deps, jan.email);
    await testApp.settle();
    expect(await atProvider(jan)).toMatchObject({ status: "canceled" });
  });
});
