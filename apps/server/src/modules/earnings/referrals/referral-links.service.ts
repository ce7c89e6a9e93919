import {
  NEW_LINKS_PER_DAY,
  REFERRAL_LINK_MESSAGES,
  type ReferralLink,
  type referralRoutes,
} from "@app/contract/referrals";
import type { z } from "zod";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { createFlushTimer, type FlushTimer } from "#platform/flush-timer.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { ensureReferralCode, insertFreeCode, readTerms } from "./referral-codes.service.ts";
import {
  addOpens,
  countLinks,
  countLinksSince,
  hasActiveLabel,
  lockLinksOf,
  markWithdrawn,
  type OwnLinkRow,
  selectLinks,
  selectOwnLink,
  updateLabel,
} from "./referral-links.sql.ts";
import { findInactiveReason, toReferralCode } from "./referrals.policy.ts";
import { selectLink } from "./referrals.sql.ts";

/** Nobody pages further. */
const LISTED_MAX = 5_000;
const DAY_MS = 86_400_000;

type List = (typeof referralRoutes)["links"];

export async function listReferralLinks(
  deps: Pick<Deps, "sql" | "config" | "secrets">,
  member: Member,
  query: z.output<List["query"]>,
): Promise<z.input<List["data"]>> {
  const earnerId = member.accountId;
  const code = await ensureReferralCode(deps.sql, earnerId);
  const of = { earnerId, state: query.state };
  const [first, status, counts, terms] = await Promise.all([
    requireOwnLink(deps.sql, earnerId, code),
    selectLink(deps.sql, code),
    countLinks(deps.sql, earnerId),
    readTerms(deps.sql),
  ]);
  const { rows, pagination } = await readPage(deps, {
    name: `referral links ${earnerId} ${query.state}`,
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectLinks(deps.sql, of, range),
    count: async () => counts[query.state],
  });
  return {
    first: toOwnLink(deps, first),
    links: rows.map((row) => toOwnLink(deps, row)),
    withdrawn_count: counts.withdrawn,
    terms,
    // Of the earner; each link says itself whether it is switched off.
    inactive_reason: status && findInactiveReason({ ...status, is_link_active: true }),
    pagination,
  };
}

/** @throws AppError `invalid_input` the label is taken; `too_many_requests` too many links were made today */
export async function addReferralLink(
  deps: Pick<Deps, "sql" | "config" | "now">,
  member: Member,
  label: string,
): Promise<ReferralLink> {
  const earnerId = member.accountId;
  const createdAt = deps.now();
  const since = new Date(createdAt.getTime() - DAY_MS);
  return inTransaction(deps.sql, async (tx) => {
    await lockLinksOf(tx, earnerId);
    await requireFreeLabel(tx, earnerId, { label, exceptCode: null });
    if ((await countLinksSince(tx, earnerId, since)) >= NEW_LINKS_PER_DAY)
      throw new AppError("too_many_requests", REFERRAL_LINK_MESSAGES.tooMany);
    const code = await insertFreeCode(tx, { earnerId, label, createdAt });
    if (code === null) throw new Error(`no referral code was free for ${earnerId}`);
    return toOwnLink(deps, await requireOwnLink(tx, earnerId, code));
  });
}

/** @throws AppError `not_found`; `conflict` it is the first link, or withdrawn; `invalid_input` the label is taken */
export async function renameReferralLink(
  deps: Pick<Deps, "sql" | "config">,
  member: Member,
  { code: typed, label }: { code: string; label: string },
): Promise<ReferralLink> {
  const earnerId = member.accountId;
  return inTransaction(deps.sql, async (tx) => {
    const { code, withdrawn_at } = await requireLabeledLink(tx, earnerId, typed);
    if (withdrawn_at !== null) throw new AppError("conflict", REFERRAL_LINK_MESSAGES.withdrawn);
    await requireFreeLabel(tx, earnerId, { label, exceptCode: code });
    await updateLabel(tx, code, label);
    return toOwnLink(deps, await requireOwnLink(tx, earnerId, code));
  });
}

/**
 * New people no longer count for the link. Those who joined with it before still do. Safe to repeat.
 * @throws AppError `not_found`; `conflict` it is the first link
 */
export async function withdrawReferralLink(
  deps: Pick<Deps, "sql" | "now">,
  member: Member,
  typed: string,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const { code } = await requireLabeledLink(tx, member.accountId, typed);
    await markWithdrawn(tx, code, deps.now());
  });
}

/** For demo data. @param link.label null for the first link @returns the code */
export async function addPastLink(
  tx: Sql,
  link: { earnerId: string; label: string | null; opens: number; withdrawnAt: Date | null },
): Promise<string> {
  const { earnerId, label, opens, withdrawnAt } = link;
  const code = label === null ? await ensureReferralCode(tx, earnerId) : await insertFreeCode(tx, { earnerId, label });
  if (code === null) throw new Error(`no referral code was free for ${earnerId}`);
  await addOpens(tx, new Map([[code, opens]]));
  if (withdrawnAt !== null) await markWithdrawn(tx, code, withdrawnAt);
  return code;
}

async function requireLabeledLink(tx: Sql, earnerId: string, typed: string): Promise<OwnLinkRow> {
  await lockLinksOf(tx, earnerId);
  const link = await requireOwnLink(tx, earnerId, toReferralCode(typed) ?? "");
  if (link.label === null) throw new AppError("conflict", REFERRAL_LINK_MESSAGES.firstStays);
  return link;
}

async function requireOwnLink(sql: Sql, earnerId: string, code: string): Promise<OwnLinkRow> {
  const link = await selectOwnLink(sql, earnerId, code);
  if (!link) throw notFound();
  return link;
}

async function requireFreeLabel(
  tx: Sql,
  earnerId: string,
  wanted: { label: string; exceptCode: string | null },
): Promise<void> {
  if (await hasActiveLabel(tx, earnerId, wanted)) throw fieldError("label", REFERRAL_LINK_MESSAGES.taken);
}

function toOwnLink(deps: Pick<Deps, "config">, row: OwnLinkRow): ReferralLink {
  return {
    code: row.code,
    url: `${deps.config.publicUrl}/referral/${row.code}`,
    label: row.label,
    created_at: row.created_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    is_turned_off: row.is_turned_off,
    opens: row.opens,
    sign_ups: row.sign_ups,
    earned_cents: row.earned_cents,
  };
}

export type OpenCounter = { count(code: string): void } & Pick<FlushTimer, "close">;

/**
 * Counts opens of referral links in memory and adds them up once a second. Nothing but the code is stored, so the count
 * says nothing about a person. A killed server loses the last second.
 */
export function createOpenCounter(deps: Pick<Deps, "sql" | "log">): OpenCounter {
  let opens = new Map<string, number>();
  async function flush(): Promise<void> {
    const counted = opens;
    opens = new Map();
    if (counted.size > 0) await addOpens(deps.sql, counted);
  }
  const timer = createFlushTimer(deps, { name: "opens of referral links", flush });
  return {
    count(code) {
      opens.set(code, (opens.get(code) ?? 0) + 1);
      timer.schedule();
    },
    close: () => timer.close(),
  };
}
