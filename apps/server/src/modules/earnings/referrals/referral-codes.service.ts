import type { Referrer } from "@app/contract/referrals";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { findIneligibility, newReferralCode, toReferralCode } from "./referrals.policy.ts";
import { insertCode, type ReferralLinkRow, selectCodeOf, selectLink } from "./referrals.sql.ts";

/** Five collisions in a row do not happen by chance. */
const ATTEMPTS = 5;

/** Creates a code if the earner has none. @returns the code */
export async function ensureReferralCode(sql: Sql, earnerId: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
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
  };
}
