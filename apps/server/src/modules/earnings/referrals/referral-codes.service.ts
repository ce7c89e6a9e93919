import { REFERRAL_REWARD_CENTS, type ReferralTerms, type Referrer } from "@app/contract/referrals";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { findIneligibility, newReferralCode, toReferralCode } from "./referrals.policy.ts";
import {
  insertCode,
  type NewLink,
  type ReferralLinkRow,
  selectCodeOf,
  selectLink,
  selectTrigger,
  selectTriggerChange,
} from "./referrals.sql.ts";

/** Five collisions in a row do not happen by chance. */
const ATTEMPTS = 5;

/** Creates the first link if the earner has none. @returns its code */
export async function ensureReferralCode(sql: Sql, earnerId: string): Promise<string> {
  const code = await insertFreeCode(sql, { earnerId, label: null }, () => selectCodeOf(sql, earnerId));
  if (code === null) throw new Error(`no referral code was free for ${earnerId}`);
  return code;
}

/** @param find the code that is used instead of a new one, if it is there */
export async function insertFreeCode(
  sql: Sql,
  link: NewLink,
  find: () => Promise<string | null> = async () => null,
): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const code = (await find()) ?? (await insertCode(sql, { ...link, code: newReferralCode() }));
    if (code !== null) return code;
  }
  return null;
}

export async function showReferralLink(
  deps: Pick<Deps, "sql" | "config">,
  member: Member,
): Promise<{ code: string; url: string }> {
  const code = await ensureReferralCode(deps.sql, member.accountId);
  return { code, url: `${deps.config.publicUrl}/referral/${code}` };
}

/** @returns null if the code is unknown, or its earner cannot earn rewards now */
export async function findReferralLink(sql: Sql, typed: string): Promise<(ReferralLinkRow & { code: string }) | null> {
  const code = toReferralCode(typed);
  const link = code === null ? null : await selectLink(sql, code);
  if (code === null || !link || findIneligibility(link, "joined") !== null) return null;
  return { ...link, code };
}

/** @returns the channel of the earner and the stored form of the code; null as for `findReferralLink` */
export async function findInviter(sql: Sql, typed: string): Promise<{ code: string; channelId: string } | null> {
  const link = await findReferralLink(sql, typed);
  return link && { code: link.code, channelId: link.channel_id };
}

/** @returns null as for `findReferralLink`: the sign-up then shows no banner */
export async function findReferrer(
  deps: Pick<Deps, "sql" | "config">,
  typed: string | undefined,
): Promise<Referrer | null> {
  const link = typed === undefined ? null : await findReferralLink(deps.sql, typed);
  if (!link) return null;
  return {
    username: link.username,
    channel_name: link.channel_name,
    profile_url: publicMediaUrl(deps.config, link.profile_key),
    terms: await readTerms(deps.sql),
  };
}

export async function readReferralSettings(sql: Sql): Promise<ReferralTerms & { updated_at: Date }> {
  return { ...(await readTerms(sql)), updated_at: await selectTriggerChange(sql) };
}

export async function readTerms(sql: Sql): Promise<ReferralTerms> {
  return { reward_cents: REFERRAL_REWARD_CENTS, trigger: await selectTrigger(sql) };
}
