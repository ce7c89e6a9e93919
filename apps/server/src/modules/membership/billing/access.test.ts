import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { afterAll, describe, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createApp } from "#src/app.ts";
import { addTestCard, TEST_CARD, toCardForm, toOrder } from "#testing/billing.ts";
import { createCaller } from "#testing/caller.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";
import { stopRenewal } from "./end-plan.service.ts";

const testApp = await createTestApp();

describe("who may pay", () => {
  test("lets a registrant, identified by a cookie, pay for the plan of their profile and become an earner", async () => {
    const mia = await signUpAsEarner(testApp, "mia");
    await mia.refused(earnerRoutes.team, { body: toTeam("mia", testApp.categoryId) });
    expect(await mia.call(billingRoutes.summary)).toMatchObject({ offer: { plan: "Team", price_cents: 2999 } });
    const card = await addTestCard(mia);
    const wrong = await mia.refused(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    expect(wrong.errors).toEqual({ plan: [EARNER_MESSAGES.otherPlan] });
    await mia.call(billingRoutes.createSubscription, { body: toOrder("Team", card) });
    expect(await mia.call(earnerRoutes.readCompletion)).toMatchObject({ plan: "Team", user_type: "Fieldhouse" });
  });

  test("refuses a plan whose profile was not entered", async () => {
    const ned = await testApp.person("ned");
    const body = toOrder("Individual", await addTestCard(ned));
    expect(await ned.refused(billingRoutes.createSubscription, { body })).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.incomplete,
    });
    expect(await ned.call(billingRoutes.summary)).toMatchObject({ offer: null, subscription: null });
    expect(await ned.call(billingRoutes.summary, { query: { plan: "Team" } })).toMatchObject({
      offer: { plan: "Team" },
    });
  });

  test("shows a receipt only to its payer", async () => {
    const oda = await testApp.person("oda", { plan: "Individual" });
    const pat = await testApp.person("pat", { plan: "Individual" });
    await oda.call(billingRoutes.createSubscription, { body: toOrder("Individual", await addTestCard(oda)) });
    const { invoices } = await oda.call(billingRoutes.invoices);
    const params = { id: invoices[0]?.id ?? "" };
    expect((await pat.refused(billingRoutes.invoice, { params })).code).toBe(404);
    expect((await pat.refused(billingRoutes.invoice, { params: { id: randomUUID() } })).code).toBe(404);
    expect((await oda.call(billingRoutes.invoice, { params })).total_cents).toBe(999);
  });

  test("replaces an order that waits for the bank by the next one", async () => {
    const rex = await testApp.person("rex", { plan: "Individual" });
    const setup = await rex.call(billingRoutes.createSetupIntent, { body: {} });
    const body = { setup_intent_id: setup.id, card: toCardForm("4000002760003184") };
    const added = await rex.call(billingRoutes.createPaymentMethod, { params: { type: "card" }, body });
    const challenge_id = added.requires_action?.challenge_id ?? "";
    await rex.call(billingRoutes.authenticate, { body: { challenge_id, outcome: "complete" } });
    const { payment_method: card } = await rex.call(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: setup.id },
    });
    const first = toOrder("Individual", card?.id ?? "");
    expect(await rex.call(billingRoutes.createSubscription, { body: first })).toMatchObject({ status: "incomplete" });
    const second = toOrder("Individual", await addTestCard(rex));
    expect(await rex.call(billingRoutes.createSubscription, { body: second })).toMatchObject({ status: "active" });
    expect((await rex.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });
});

describe("what other modules call", () => {
  test("stops a renewal only if the caller's transaction commits", async () => {
    const sam = await testApp.person("sam", { plan: "Individual" });
    await sam.call(billingRoutes.createSubscription, { body: toOrder("Individual", await addTestCard(sam)) });
    await testApp.deps.sql
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable("accounts").set({ deactivated_at: new Date() }).where("id", "=", sam.accountId).execute();
        await stopRenewal(tx, sam.accountId);
        throw new Error("something else went wrong");
      })
      .catch(() => undefined);
    await testApp.settle();
    expect((await sam.call(billingRoutes.summary)).subscription?.cancel_at_period_end).toBe(false);
    await testApp.deps.pool.query("update accounts set deactivated_at = now() where id = $1", [sam.accountId]);
    await testApp.deps.sql.transaction().execute((tx) => stopRenewal(tx, sam.accountId));
    await testApp.settle();
    expect((await sam.call(billingRoutes.summary)).subscription).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
    });
  });

  test("ends the plan of an erased account at once, and removes its cards", async () => {
    const uma = await testApp.person("uma", { plan: "Individual" });
    await uma.call(billingRoutes.createSubscription, { body: toOrder("Individual", await addTestCard(uma)) });
    await testApp.deps.pool.query("update accounts set erased_at = now() where id = $1", [uma.accountId]);
    await testApp.deps.sql.transaction().execute((tx) => stopRenewal(tx, uma.accountId));
    await testApp.settle();
    const { rows } = await testApp.deps.pool.query(
      `select s.status, s.payment_method_id,
         (select count(*) from payment_methods p where p.account_id = s.account_id) as cards,
         (select count(*) from invoices i where i.account_id = s.account_id) as invoices
       from subscriptions s where s.account_id = $1`,
      [uma.accountId],
    );
    expect(rows).toEqual([{ status: "canceled", payment_method_id: null, cards: 0, invoices: 1 }]);
  });
});

describe("card numbers", () => {
  const file = path.join(testApp.deps.config.dataDir, "log");
  const log = createLog("debug", file);

  test("never appear in a table, a log line or a reply, and neither do security codes", async () => {
    const app = await createApp({ ...testApp.deps, log });
    afterAll(() => app.close());
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const person = await testApp.person("wes", { plan: "Individual" });
    const wes = createCaller(origin, person.token);
    const digits = TEST_CARD.replaceAll(" ", "");
    const answers: string[] = [];
    for (const number of [TEST_CARD, "4000 0000 0000 0002", "4242 4242 4242 4241"]) {
      const setup = await wes.call(billingRoutes.createSetupIntent, { body: {} });
      const card = { ...toCardForm(number), cvc: "739" };
      const body = { setup_intent_id: setup.id, card };
      answers.push((await wes.send("POST", "/api/v1/create-payment-method/card", { body })).text);
    }
    const [card] = await wes.call(billingRoutes.paymentMethods);
    const body = toOrder("Individual", card?.id ?? "");
    answers.push((await wes.send("POST", "/api/v1/create-subscription", { body })).text);
    await testApp.settle();
    await expect.poll(() => readFileSync(file, "utf8")).toContain("billing.createSubscription");

    const { rows } = await testApp.deps.pool.query<{ table_schema: string; table_name: string }>(
      "select table_schema, table_name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
    );
    const dump = await Promise.all(
      rows.map(async ({ table_schema, table_name }) => {
        const table = await testApp.deps.pool.query(`select t::text as row from "${table_schema}"."${table_name}" t`);
        return table.rows.map(({ row }) => row).join("\n");
      }),
    );
    const everything = [...dump, ...answers, readFileSync(file, "utf8")].join("\n");
    expect(everything).toContain("4242");
    for (const secret of [digits, TEST_CARD, Buffer.from(digits).toString("hex"), '"739"', ",739,"])
      expect(everything).not.toContain(secret);
  });
});
