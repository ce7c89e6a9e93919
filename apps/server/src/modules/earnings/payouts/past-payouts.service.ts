import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type BatchDeps, makeBatch } from "./batches.service.ts";
import { saveMethod } from "./payees.service.ts";
import { lockPayouts } from "./payouts.sql.ts";
import { canMarkPaid, settlePayout } from "./settle-payouts.service.ts";

/** For demo data: a batch that was made at a moment in the past for these earners, and has arrived since. */
export async function addPastPayouts(
  deps: BatchDeps & Pick<Deps, "secrets">,
  earners: readonly { accountId: string; email: string }[],
  { madeAt, paidAt }: { madeAt: Date; paidAt: Date },
): Promise<void> {
  const then = { ...deps, now: () => madeAt };
  for (const { accountId, email } of earners)
    await saveMethod(then, { accountId }, { method: "paypal", paypal_email: email });
  const batchId = await makeBatch(then, null);
  if (batchId === null) return;
  await inTransaction(deps.sql, async (tx) => {
    for (const payout of (await lockPayouts(tx, batchId)).filter(canMarkPaid))
      await settlePayout(deps, { tx, payout, at: paidAt });
  });
}
