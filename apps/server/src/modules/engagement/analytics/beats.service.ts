import { randomUUID } from "node:crypto";
import type { ContentId } from "@app/contract/ids";
import { BEAT_MAX_PLAYED_S, type playbackRoutes, TICKET_MESSAGE } from "@app/contract/views";
import { z } from "zod";
import { requireVisibleContent } from "#modules/catalog/index.ts";
import { selectPosition, upsertHistory, type Watched } from "#modules/engagement/library/library.sql.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, LOCKS, lockTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import {
  addItemSums,
  deleteOldBeatViewers,
  selectBeatViewers,
  upsertBeatViewers,
  type ViewerState,
} from "./analytics.sql.ts";
import { addBeats, type Beat } from "./retention.policy.ts";

type BeatDeps = Pick<Deps, "sql" | "config" | "now">;
type Body = z.output<(typeof playbackRoutes)["beat"]["body"]>;

const PURPOSE = "playback ticket";
const TICKET_VALID_MS = 24 * 3_600_000;
/** A position this close to the end begins at the start again. */
const END_SHARE = 0.97;

const ticketShape = z.object({
  contentId: z.string(),
  accountId: z.string(),
  /** Whose seconds are played. A trimmed or replaced video has others, and a curve of its own. Older tickets name none. */
  run: z.string().default(""),
  lengthMs: z.int().positive(),
  isOwner: z.boolean(),
  expiresMs: z.int(),
});

/** @throws AppError `not_found` */
export async function startPlayback(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  member: Member,
  id: ContentId,
): Promise<{ resume_at_s: number | null; ticket: string | null }> {
  const content = await requireVisibleContent(deps.sql, member, id);
  const lengthMs = content.length_ms ?? 0;
  if (content.type !== "video" || lengthMs <= 0) return { resume_at_s: null, ticket: null };
  const positionMs = await selectPosition(deps.sql, member.accountId, id);
  const ticket: z.infer<typeof ticketShape> = {
    contentId: id,
    accountId: member.accountId,
    run: content.timeline_run ?? "",
    lengthMs,
    isOwner: content.owner_id === member.accountId,
    expiresMs: deps.now().getTime() + TICKET_VALID_MS,
  };
  return {
    resume_at_s: positionMs === null ? null : toResume(positionMs, lengthMs) / 1000,
    ticket: deps.secrets.encrypt(PURPOSE, JSON.stringify(ticket)).toString("base64url"),
  };
}

function toResume(positionMs: number, lengthMs: number): number {
  return positionMs > lengthMs * END_SHARE ? 0 : positionMs;
}

/** A page's report: what to count, and the viewer's position. */
export type Report = { beat: Beat | null; watched: Watched };

/**
 * Reads a report without touching the database. The owner's own playing is not counted.
 * @throws AppError `invalid_input`
 */
export function readReport(deps: Pick<Deps, "secrets" | "now">, body: Body): Report {
  const { contentId, accountId, run, lengthMs, isOwner } = readTicket(deps, body.ticket);
  const played = body.played.filter(([from, to]) => from < to).map(([from, to]) => [from * 1000, to * 1000] as const);
  const playedMs = played.reduce((sum, [from, to]) => sum + to - from, 0);
  if (playedMs > BEAT_MAX_PLAYED_S * 1000)
    throw fieldError("played", "This is more than can be played between two reports.");
  const viewer = viewerOf(deps, { contentId, run, accountId });
  const { session, sequence } = body;
  return {
    beat: isOwner ? null : { contentId, run, viewer, session, sequence, lengthMs, played },
    watched: { accountId, contentId, run, positionMs: Math.round(Math.min(body.at_s * 1000, lengthMs)) },
  };
}

/** @returns in hexadecimal */
function viewerOf(
  { secrets }: Pick<Deps, "secrets">,
  { contentId, run, accountId }: { contentId: string; run: string; accountId: string },
): string {
  return secrets.keyedHash("beat viewer", `${contentId} ${run} ${accountId}`).toString("hex").slice(0, 32);
}

function readTicket({ secrets, now }: Pick<Deps, "secrets" | "now">, text: string): z.infer<typeof ticketShape> {
  let ticket: z.infer<typeof ticketShape>;
  try {
    ticket = ticketShape.parse(JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(text, "base64url"))));
  } catch {
    throw fieldError("ticket", TICKET_MESSAGE);
  }
  if (ticket.expiresMs < now().getTime()) throw fieldError("ticket", TICKET_MESSAGE);
  return ticket;
}

/** Writes reports in one transaction. Safe in several processes: a lock lets one write at a time. */
export async function writeReports(deps: BeatDeps, reports: readonly Report[]): Promise<void> {
  const beats = reports.flatMap(({ beat }) => beat ?? []);
  // The last position of each viewer and item.
  const watched = new Map(reports.map((one) => [`${one.watched.accountId} ${one.watched.contentId}`, one.watched]));
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingBeats);
    const now = deps.now();
    const known = await selectBeatViewers(tx, beats);
    const { viewers, items } = addBeats(known, beats, now);
    await upsertBeatViewers(tx, viewers);
    await addItemSums(tx, items, { at: now, day: dayIn(now, deps.config.platformTimeZone) });
    await upsertHistory(tx, [...watched.values()]);
  });
}

/** What somebody played in one visit of the past, for demo data: from and to, in milliseconds. */
type PastVisit = { accountId: string; at: Date; played: readonly (readonly [number, number])[] };

/**
 * Adds such visits, oldest first, to the watch time and the curve of an item as its page would have reported them. Does
 * nothing for an item that somebody has played already, so it is safe to repeat.
 */
export async function addPastVisits(
  deps: Pick<Deps, "secrets" | "config">,
  tx: Tx,
  content: { id: string; timeline_run: string | null; length_ms: number | null },
  visits: readonly PastVisit[],
): Promise<void> {
  const run = content.timeline_run ?? "";
  await lockTransaction(tx, LOCKS.countingBeats);
  const beatOf = ({ accountId, played }: PastVisit): Beat => ({
    contentId: content.id,
    run,
    played,
    session: randomUUID(),
    sequence: 1,
    lengthMs: content.length_ms ?? 0,
    viewer: viewerOf(deps, { contentId: content.id, run, accountId }),
  });
  const beats = visits.map((visit) => ({ at: visit.at, beat: beatOf(visit) }));
  const viewersBefore = await selectBeatViewers(
    tx,
    beats.map(({ beat }) => beat),
  );
  if (viewersBefore.size > 0) return;
  let known = new Map<string, ViewerState>();
  for (const { at, beat } of beats) {
    const { viewers, items } = addBeats(known, [beat], at);
    known = new Map([...known, ...viewers]);
    await addItemSums(tx, items, { at, day: dayIn(at, deps.config.platformTimeZone) });
  }
  await upsertBeatViewers(tx, known);
}

const FLUSH_INTERVAL_MS = 500;
/** Twenty seconds of ten thousand reports a second. */
const PENDING_MAX = 200_000;

export type ReportBuffer = {
  /** Resolves once the report is stored, so that a report that was acknowledged is never lost. */
  add(report: Report): Promise<void>;
  close(): Promise<void>;
};

/** Collects reports and writes them twice a second, in a few statements however many there are. */
export function createReportBuffer(deps: BeatDeps): ReportBuffer {
  let pending: Report[] = [];
  let next: { written: Promise<void>; start: () => void } | null = null;
  /** One flush at a time, so that reports stay in order. */
  let last: Promise<unknown> = Promise.resolve();

  function schedule() {
    const { promise: due, resolve: start } = Promise.withResolvers<void>();
    const timer = setTimeout(start, FLUSH_INTERVAL_MS).unref();
    const written = Promise.all([due, last]).then(() => {
      clearTimeout(timer);
      const reports = pending;
      [pending, next] = [[], null];
      return writeReports(deps, reports);
    });
    last = written.catch(() => undefined);
    return { written, start };
  }

  return {
    async add(report) {
      if (pending.length >= PENDING_MAX) throw new AppError("unavailable", "Too many reports at once. Try again soon.");
      pending.push(report);
      next ??= schedule();
      await next.written;
    },
    async close() {
      next?.start();
      await last;
    },
  };
}

/** How long viewers are remembered, so that a repeated report is recognized. */
const VIEWER_DAYS = 30;

/** Only the sums remain. */
export const purgeBeatViewersJob = defineJob({
  name: "analytics:purge-viewers",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "23 9 * * *",
  async run(deps) {
    const deleted = await deleteOldBeatViewers(deps.sql, VIEWER_DAYS);
    if (deleted > 0) deps.log.info({ deleted }, "deleted old viewers of the retention curves");
  },
});
