import type { platformSettingsRoutes } from "@app/contract/platform-settings";
import type { ReferralTrigger } from "@app/contract/referrals";
import type { z } from "zod";
import { changeReferralTrigger, readReferralSettings } from "#modules/earnings/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";

export async function showSettings(
  deps: Pick<Deps, "sql" | "config" | "storage">,
): Promise<z.input<typeof platformSettingsRoutes.show.data>> {
  const { trigger, updated_at, reward_cents } = await readReferralSettings(deps.sql);
  const { publicUrl, platformTimeZone, stripe, smtpUrl } = deps.config;
  return {
    referral_trigger: trigger,
    referral_trigger_since: updated_at.toISOString(),
    reward_cents,
    installation: {
      address: publicUrl,
      time_zone: platformTimeZone,
      storage: deps.storage.kind,
      payments: stripe === null ? "sandbox" : "stripe",
      mail: smtpUrl === null ? "mailbox" : "smtp",
    },
  };
}

/** Read whenever a reward is decided, so every process applies a change at once. */
export async function changeTriggerByStaff(
  deps: Pick<Deps, "sql">,
  staff: Member,
  { referral_trigger, reason }: { referral_trigger: ReferralTrigger; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const before = await changeReferralTrigger(tx, referral_trigger);
    if (before === referral_trigger) return;
    await recordAudit(tx, {
      staff,
      action: "setting.changed",
      subject: { kind: "setting", id: "reward of referrals" },
      reason,
      before: { referral_trigger: before },
      after: { referral_trigger },
    });
  });
}
