import { RECRUITING_MESSAGES, type recruitingLink, type recruitingRoutes } from "@app/contract/recruiting";
import type { z } from "zod";
import { itemMediaUrl, revokeSignedMediaUrls } from "#modules/catalog/index.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { isGuardianNeeded } from "#modules/membership/index.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  isChannelHidden,
  type LinkRow,
  lockHighlights,
  replaceEncryptedToken,
  replaceToken,
  selectEncryptedTokens,
  selectLink,
  selectShowable,
  selectShowableAmong,
  type Token,
  upsertLink,
} from "./recruiting.sql.ts";

/** The link itself survives a rotation: it is found by an unkeyed hash. */
export const encryptedTokens: EncryptedColumn = {
  name: "recruiting_links.encrypted_token",
  purposeOf: () => TOKEN_PURPOSE,
  select: selectEncryptedTokens,
  replace: replaceEncryptedToken,
};

type LinkDeps = Pick<Deps, "sql" | "pool" | "secrets" | "config" | "now">;
type View = z.input<typeof recruitingLink>;
type Changes = z.output<(typeof recruitingRoutes)["save"]["body"]>;

export const TOKEN_PURPOSE = "recruiting-token";

const DEFAULT_LINK: Omit<LinkRow, "account_id" | "encrypted_token"> = {
  is_on: false,
  shows_gpa: false,
  shows_graduation: true,
  shows_colleges: true,
  shows_measurables: true,
  shows_location: false,
  highlight_ids: [],
  opened_count: 0,
};

/** @throws AppError `not_allowed` if the member is not an athlete */
export async function showLink(deps: LinkDeps, member: Member): Promise<View> {
  requireAthlete(member);
  const row = await selectLink(deps.sql, member.accountId);
  const { is_on, shows_gpa, shows_graduation, shows_colleges, shows_measurables, shows_location, ...rest } =
    row ?? DEFAULT_LINK;
  const newest = await selectShowable(deps.sql, member.channelId);
  const chosen = await selectShowableAmong(deps.sql, member.channelId, rest.highlight_ids);
  // A chosen one may be older than all that can be chosen.
  const videos = [...newest, ...chosen.filter(({ id }) => !newest.some((video) => video.id === id))];
  const canShowLocation = await isLocationAllowed(deps, member);
  const showable = new Set(chosen.map(({ id }) => id));
  return {
    is_on,
    shows_gpa,
    shows_graduation,
    shows_colleges,
    shows_measurables,
    shows_location: shows_location && canShowLocation,
    can_show_location: canShowLocation,
    highlights: rest.highlight_ids.filter((id) => showable.has(id)),
    closed_because: await findClosedReason(deps, member),
    opened_count: rest.opened_count,
    path: row ? `/recruit/${deps.secrets.decrypt(TOKEN_PURPOSE, row.encrypted_token)}` : null,
    videos: videos.map((video) => ({
      id: video.id,
      title: video.title,
      thumbnail: itemMediaUrl(deps, video, video.thumbnail_key),
    })),
  };
}

/**
 * @throws AppError `not_allowed`; `payment_required` the plan has lapsed; `invalid_input` somebody else's video, a
 * minor's location
 */
export async function saveLink(deps: LinkDeps, member: Member, changes: Changes): Promise<View> {
  requireAthlete(member);
  if (changes.is_on && member.isLapsed) throw new AppError("payment_required", RECRUITING_MESSAGES.lapsed);
  if (changes.shows_location && !(await isLocationAllowed(deps, member)))
    throw fieldError("shows_location", RECRUITING_MESSAGES.noLocation);
  await inTransaction(deps.sql, async (tx) => {
    const { highlights, ...shown } = changes;
    const chosen = highlights && { highlight_ids: await requireOwnVideos(tx, member, [...new Set(highlights)]) };
    if (changes.is_on === false) await endCoachAddresses(tx, member.accountId);
    else if (chosen) await endCoachAddresses(tx, member.accountId, chosen.highlight_ids);
    await upsertLink(tx, member.accountId, { ...shown, ...chosen }, makeToken(deps));
  });
  return showLink(deps, member);
}

/** @throws AppError `conflict` if there is no link yet */
export async function renewLink(deps: LinkDeps, member: Member): Promise<View> {
  requireAthlete(member);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await replaceToken(tx, member.accountId, makeToken(deps))))
      throw new AppError("conflict", "Turn on your recruiting page first.");
    await endCoachAddresses(tx, member.accountId);
  });
  return showLink(deps, member);
}

/** Why a page is closed although it is switched on. A guardian must consent before a lapsed plan can be paid. */
async function findClosedReason(deps: Pick<Deps, "sql" | "now">, member: Member): Promise<View["closed_because"]> {
  if (await isChannelHidden(deps.sql, member.channelId)) return "hidden";
  if (await isGuardianNeeded(deps, member.accountId)) return "guardian";
  return member.isLapsed ? "lapsed" : null;
}

async function isLocationAllowed(deps: Pick<Deps, "pool" | "now">, member: Member): Promise<boolean> {
  return !(await readPrivacy(deps.pool, member.accountId, deps.now())).isMinor;
}

function requireAthlete(member: Member): void {
  if (member.plan !== "Individual") throw new AppError("not_allowed", RECRUITING_MESSAGES.athletesOnly);
}

async function requireOwnVideos(tx: Sql, member: Member, ids: string[]): Promise<string[]> {
  const own = await selectShowableAmong(tx, member.channelId, ids);
  if (own.length < ids.length) throw fieldError("highlights", RECRUITING_MESSAGES.notYours);
  return ids;
}

/** A new link: the hash that finds it and the encrypted token that shows it to its owner. */
export function makeToken(deps: Pick<Deps, "secrets">): Token {
  const token = newToken();
  return { hash: hashToken(token), encrypted: deps.secrets.encrypt(TOKEN_PURPOSE, token) };
}

/**
 * Revokes the media URLs coaches received for an athlete's highlights, in the caller's transaction. URLs of public
 * videos stay valid.
 * @param kept highlights that stay on an open page
 */
export async function endCoachAddresses(tx: Sql, accountId: string, kept: readonly string[] = []): Promise<void> {
  const highlights = await lockHighlights(tx, accountId);
  await revokeSignedMediaUrls(
    tx,
    highlights.filter((id) => !kept.includes(id)),
  );
}

/** A page for demo data, open and with everything shown. */
export async function addRecruitingPage(deps: Pick<Deps, "secrets">, tx: Sql, accountId: string): Promise<void> {
  const all = { shows_gpa: true, shows_graduation: true, shows_colleges: true };
  await upsertLink(
    tx,
    accountId,
    { is_on: true, ...all, shows_measurables: true, shows_location: true },
    makeToken(deps),
  );
}
