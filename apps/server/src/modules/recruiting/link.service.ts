import {
  HIGHLIGHTS_MAX,
  RECRUITING_MESSAGES,
  type recruitingLink,
  type recruitingRoutes,
} from "@app/contract/recruiting";
import type { z } from "zod";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { openMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { type LinkRow, replaceToken, selectLink, selectShowable, upsertLink, type VideoRow } from "./recruiting.sql.ts";

type LinkDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;
type View = z.input<typeof recruitingLink>;
type Choices = z.output<(typeof recruitingRoutes)["save"]["body"]>;

const PURPOSE = "recruiting-token";

const AT_FIRST: Omit<LinkRow, "account_id" | "sealed_token"> = {
  is_on: false,
  shows_gpa: false,
  shows_graduation: true,
  shows_colleges: true,
  shows_measurables: true,
  shows_location: false,
  highlight_ids: [],
  opened_count: 0,
};

/** @throws AppError `not_allowed` no athlete */
export async function showLink(deps: LinkDeps, member: Member): Promise<View> {
  requireAthlete(member);
  const row = await selectLink(deps.sql, member.accountId);
  const videos = await selectShowable(deps.sql, member.channelId);
  const { is_on, shows_gpa, shows_graduation, shows_colleges, shows_measurables, shows_location, ...rest } =
    row ?? AT_FIRST;
  const showable = new Set(videos.map(({ id }) => id));
  return {
    ...{ is_on, shows_gpa, shows_graduation, shows_colleges, shows_measurables, shows_location },
    highlights: rest.highlight_ids.filter((id) => showable.has(id)),
    opened_count: rest.opened_count,
    path: row ? `/recruit/${deps.secrets.decrypt(PURPOSE, row.sealed_token)}` : null,
    videos: videos.map(({ id, title, ...video }) => ({ id, title, thumbnail: thumbnailUrl(deps, { id, ...video }) })),
  };
}

/** @throws AppError `not_allowed`; `payment_required` a lapsed plan; `invalid_input` a video that is not theirs */
export async function saveLink(deps: LinkDeps, member: Member, choices: Choices): Promise<View> {
  requireAthlete(member);
  if (choices.is_on && member.isLapsed) throw new AppError("payment_required", RECRUITING_MESSAGES.lapsed);
  await inTransaction(deps.sql, async (tx) => {
    const { highlights, ...shown } = choices;
    const highlight_ids = await requireOwn(tx, member, [...new Set(highlights)].slice(0, HIGHLIGHTS_MAX));
    await upsertLink(tx, member.accountId, { ...shown, highlight_ids }, makeToken(deps));
  });
  return showLink(deps, member);
}

/** @throws AppError `conflict` there is none yet */
export async function renewLink(deps: LinkDeps, member: Member): Promise<View> {
  requireAthlete(member);
  if (!(await replaceToken(deps.sql, member.accountId, makeToken(deps))))
    throw new AppError("conflict", "Switch your recruiting page on first.");
  return showLink(deps, member);
}

function requireAthlete(member: Member): void {
  if (member.plan !== "Individual") throw new AppError("not_allowed", RECRUITING_MESSAGES.athletesOnly);
}

async function requireOwn(tx: Sql, member: Member, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return ids;
  const own = new Set((await selectShowable(tx, member.channelId)).map(({ id }) => id));
  if (!ids.every((id) => own.has(id))) throw fieldError("highlights", RECRUITING_MESSAGES.notYours);
  return ids;
}

function makeToken(deps: Pick<Deps, "secrets">): { hash: Buffer; sealed: Buffer } {
  const token = newToken();
  return { hash: hashToken(token), sealed: deps.secrets.encrypt(PURPOSE, token) };
}

function thumbnailUrl(deps: LinkDeps, video: Omit<VideoRow, "title">): string | null {
  const key = video.thumbnail_key;
  if (key === null) return null;
  if (video.visibility === "public") return openMediaUrl(deps.config, key);
  return signedMediaUrl(deps, key.split("/").slice(0, 3).join("/"), key);
}
