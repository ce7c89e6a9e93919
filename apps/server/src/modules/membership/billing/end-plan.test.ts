import { billingRoutes } from "@app/contract/billing";
import { peopleRoutes } from "@app/contract/people";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { watchPlansJob } from "./watch-plans.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("a plan that has to end, with %s", (_, world) => {
  const { testApp } = world;
  const { payments, pool } = testApp.deps;
  const mails = createMailReader(testApp);

  async function pays(name: string): Promise<TestPerson> {
    const person = await testApp.person(name, { plan: "Individual" });
    const body = toOrder("Individual", await world.addCard(person));
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

  describe("because its owner is banned", async () => {
    const mod = await testApp.person("mod", { staffRole: "moderator" });

    const suspends = (person: TestPerson, days: number | null) =>
      mod.call(peopleRoutes.suspend, { params: { id: person.accountId }, body: { reason: "Threats", days } });
    const restores = (person: TestPerson) =>
      mod.call(peopleRoutes.restore, { params: { id: person.accountId }, body: { reason: "A mistake" } });

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

    test("renews if the ban is lifted before the plan was stopped, and during a suspension with an end", async () => {
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
});
