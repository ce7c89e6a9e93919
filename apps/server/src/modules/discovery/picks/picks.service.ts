import { BANNER_MAX } from "@app/contract/discovery";
import type { ContentId } from "@app/contract/ids";
import { type AthletePick, PICKS_MESSAGES, type pickRoutes } from "@app/contract/picks";
import type { z } from "zod";
import { itemMediaUrl } from "#modules/catalog/index.ts";
import { replaceAthletes } from "#modules/discovery/discovery/channel-lists.sql.ts";
import { lockList, replaceBanner } from "#modules/discovery/discovery/discovery.sql.ts";
import { usernameKey } from "#modules/identity/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { isReordering } from "#platform/reordering.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type AthleteRow,
  deletePick,
  lockAthlete,
  replacePins,
  selectBanner,
  selectFeatured,
  selectPickedAthletes,
  selectPins,
  upsertPick,
} from "./picks.sql.ts";

type Data<Name extends keyof typeof pickRoutes> = z.input<(typeof pickRoutes)[Name]["data"]>;
type ChangeDeps = Pick<Deps, "sql" | "now">;

const BANNER = { kind: "setting", id: "home banner" } as const;

export async function showBanner(deps: Pick<Deps, "sql" | "config" | "secrets" | "now">): Promise<Data<"banner">> {
  const rows = await selectBanner(deps.sql);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    channel: row.channel,
    is_pinned: row.is_pinned,
    is_shown: row.is_shown,
    thumbnail: itemMediaUrl(deps, row, row.thumbnail_small_key),
  }));
}

/** @throws AppError `not_found`; `conflict` if it cannot be shown, or too many are pinned */
export async function pinVideo(deps: ChangeDeps, staff: Member, id: ContentId, isPinned: boolean): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    // Two changes come one after the other.
    await lockList(tx, "banner_videos");
    const video = await selectFeatured(tx, id);
    if (!video) throw notFound();
    const before = await selectPins(tx);
    if (video.is_pinned === isPinned) return;
    if (isPinned && (video.type !== "video" || !video.is_listed))
      throw new AppError("conflict", PICKS_MESSAGES.notListed);
    if (isPinned && before.length >= BANNER_MAX) throw new AppError("conflict", PICKS_MESSAGES.full);
    await replacePins(tx, isPinned ? [...before, id] : before.filter((one) => one !== id));
    await replaceBanner(tx);
    await recordAudit(tx, {
      staff,
      action: "banner.pinned",
      subject: { kind: "content", id },
      before: { pinned: !isPinned },
      after: { pinned: isPinned },
    });
  });
}

/** @throws AppError `conflict` unless each pinned video is named once */
export async function orderPins(deps: ChangeDeps, staff: Member, ids: readonly ContentId[]): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockList(tx, "banner_videos");
    const before = await selectPins(tx);
    if (!isReordering(before, ids)) throw new AppError("conflict", PICKS_MESSAGES.otherPins);
    if (before.join() === ids.join()) return;
    await replacePins(tx, ids);
    await replaceBanner(tx);
    await recordAudit(tx, {
      staff,
      action: "banner.ordered",
      subject: BANNER,
      before: { order: before },
      after: { order: ids },
    });
  });
}

export async function showAthletePicks(deps: Pick<Deps, "sql">): Promise<Data<"athletes">> {
  const rows = await selectPickedAthletes(deps.sql);
  const [removed, rest] = [rows.filter((row) => row.pick === "removed"), rows.filter((row) => row.pick !== "removed")];
  return {
    shown: rest.filter((row) => row.is_shown).map(toAthlete),
    waiting: rest.filter((row) => !row.is_shown).map(toAthlete),
    removed: removed.map(toAthlete),
  };
}

function toAthlete({ id, owner_id, username, name, pick, reason }: AthleteRow): Data<"athletes">["shown"][number] {
  return { id, owner_id, username, name, pick: (pick ?? "none") as AthletePick, reason };
}

/** @throws AppError `invalid_input` on `username` */
export async function pickAthlete(
  deps: ChangeDeps,
  staff: Member,
  { username, pick, reason }: { username: string; pick: AthletePick; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const athlete = await lockAthlete(tx, usernameKey(username.replace(/^@/, "")));
    if (!athlete) throw fieldError("username", PICKS_MESSAGES.noAthlete);
    const before = athlete.pick ?? "none";
    if (before === pick && (pick === "none" || athlete.reason === reason)) return;
    if (pick === "none") await deletePick(tx, athlete.channel_id);
    else await upsertPick(tx, athlete.channel_id, { pick, reason });
    await replaceAthletes(tx, deps.now());
    await recordAudit(tx, {
      staff,
      action: "athlete.picked",
      subject: { kind: "account", id: athlete.owner_id },
      reason,
      before: { list: before },
      after: { list: pick },
    });
  });
}
