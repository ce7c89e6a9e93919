import { auditRoutes } from "@app/contract/audit";
import { platformSettingsRoutes } from "@app/contract/platform-settings";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import { createDatabase } from "#platform/db/database.ts";
import { createApp } from "#src/app.ts";
import { toDeps } from "#src/product.ts";
import { createCaller } from "#testing/caller.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });
const maya = await testApp.person("maya", { plan: "Individual" });

const { show, changeReferralTrigger: change } = platformSettingsRoutes;
const reason = "Too many accounts that nobody uses";

test("an admin changes what earns a reward, and another web process follows at once", async () => {
  expect(await ada.call(show)).toMatchObject({
    referral_trigger: "verified",
    reward_cents: 1_000,
    installation: { time_zone: "America/New_York", payments: "sandbox", mail: "mailbox", storage: "folder" },
  });
  // A second process of the same product.
  const connection = createDatabase(testApp.deps.config.databaseUrl ?? "", { connections: 2 });
  const other = await createApp(await toDeps(testApp.deps.config, testApp.deps.log, connection));
  const elsewhere = createCaller(await other.listen({ host: "127.0.0.1", port: 0 }), maya.token);
  const terms = async () => (await elsewhere.call(referralRoutes.links)).terms.trigger;
  expect(await terms()).toBe("verified");
  await ada.call(change, { body: { referral_trigger: "first_payment", reason } });
  expect(await terms()).toBe("first_payment");
  expect((await ada.call(show)).referral_trigger).toBe("first_payment");
  await other.close();
  await connection.close();
});

test("a change is logged once, with the reason, and only admins can see the page", async () => {
  await ada.call(change, { body: { referral_trigger: "first_payment", reason } });
  const { entries } = await ada.call(auditRoutes.list, { query: { action: "setting.changed" } });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    staff: { username: "ada" },
    reason,
    subject: { kind: "setting", id: "reward of referrals" },
    changes: [{ field: "referral_trigger", before: "verified", after: "first_payment" }],
  });
  expect((await mod.refused(show)).code).toBe(404);
  expect((await maya.refused(show)).code).toBe(404);
  const wrong = await ada.refused(change, { body: { referral_trigger: "never" as "verified", reason: " " } });
  expect(Object.keys(wrong.errors).toSorted()).toEqual(["reason", "referral_trigger"]);
});

test("the log has the order of concurrent changes", async () => {
  await Promise.all(
    (["verified", "first_payment", "verified"] as const).map((referral_trigger) =>
      ada.call(change, { body: { referral_trigger, reason } }),
    ),
  );
  const { entries } = await ada.call(auditRoutes.list, { query: { action: "setting.changed" } });
  const steps = entries.toReversed().map(({ changes: [one] }) => [one?.before, one?.after]);
  for (const [at, [before]] of steps.entries()) expect(before).toBe(at === 0 ? "verified" : steps[at - 1]?.[1]);
  expect(steps.at(-1)?.[1]).toBe((await ada.call(show)).referral_trigger);
});
