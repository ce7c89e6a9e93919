import type { Referrer } from "@app/contract/referrals";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { newReferralCode, toReferralCode } from "./referral-code.policy.ts";
import { findIneligibility } from "./referral-eligibility.policy.ts";
import { insertCode, type ReferralLinkRow, selectCodeOf, selectLink } from "./referrals.sql.ts";

/** Two equal codes in so many tries do not happen by chance. */
const TRIES = 5;

/** @returns the code of an earner, who is given one the first time */
export async function ensureReferralCode(sql: Sql, earnerId: string): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const code = (await selectCodeOf(sql, earnerId)) ?? (await insertCode(sql, newReferralCode(), earnerId));
    if (code !== null) return code;
  }
  throw new Error(`no referral code was free for ${earnerId}`);
}

export async function showReferralLink(
  deps: Pick<Deps, "sql" | "config">,
  member: Member,
): Promise<{ code: string; url: string }> {
  const code = await ensureReferralCode(deps.sql, member.accountId);
  return { code, url: `${deps.config.publicUrl}/referral/${code}` };
}

/** @returns the link of a code as somebody typed it; null for one that is unknown, or that earns nothing now */
export async function findReferralLink(sql: Sql, typed: string): Promise<(ReferralLinkRow & { code: string }) | null> {
  const code = toReferralCode(typed);
  const link = code === null ? null : await selectLink(sql, code);
  if (code === null || !link || findIneligibility(link, "joined") !== null) return null;
  return { ...link, code };
}

/** @returns the channel that a link invites to, and the code as it is stored; null as for `findReferralLink` */
export async function findInviter(sql: Sql, typed: string): Promise<{ code: string; channelId: string } | null> {
  const link = await findReferralLink(sql, typed);
  return link && { code: link.code, channelId: link.channel_id };
}

/** @returns null as for `findReferralLink`: sign-up continues without a banner */
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
  };
}
