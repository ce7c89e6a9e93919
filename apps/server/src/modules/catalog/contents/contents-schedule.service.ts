import type { Visibility } from "@app/contract/contents";
import { findScheduleFault, SCHEDULE_MESSAGES } from "@app/contract/schedule";
import { lockChannelsOf, recountContents } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { publishScheduled, selectDueContents } from "./contents-maintenance.sql.ts";

const BATCH_SIZE = 100;

type PublishDeps = Pick<Deps, "sql" | "events" | "now" | "log">;

type AudienceFields = { visibility?: Visibility | undefined; publish_at?: string | null | undefined };
type Audience = { visibility?: Visibility; publish_at?: Date | null };

/**
 * What a choice of visibility and date writes. An item with a date is private until then; a new visibility takes the
 * date back.
 * @param stored the item's date, which may be sent again however near it is
 * @throws AppError `invalid_input` on `visibility` or `publish_at`
 */
export function toAudience({ visibility, publish_at }: AudienceFields, stored: Date | null, now: Date): Audience {
  if (!publish_at)
    return visibility === undefined && publish_at === undefined
      ? {}
      : { ...(visibility && { visibility }), publish_at: null };
  if (visibility !== undefined && visibility !== "private")
    throw fieldError("visibility", SCHEDULE_MESSAGES.notPrivate);
  const at = new Date(publish_at);
  const fault = at.getTime() === stored?.getTime() ? null : findScheduleFault(at, now);
  if (fault !== null) throw fieldError("publish_at", fault);
  return { visibility: "private", publish_at: at };
}

/** Publishes every item whose date has come. After a time without a worker, that is as soon as there is one again. */
export async function publishDueContents(deps: PublishDeps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await workThrough(deps, {
    failure: "a scheduled item could not be published",
    signal,
    next: (after: string | null) => selectDueContents(deps.sql, { now, after, limit: BATCH_SIZE }),
    work: (id) => publishDue(deps, id, now),
  });
}

async function publishDue(deps: PublishDeps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockChannelsOf(tx, [id]);
    const published = await publishScheduled(tx, id, now);
    if (!published) return;
    await recountContents(tx, published.channel_id);
    if (published.is_ready) await deps.events.publish(tx, "content.published", { content_id: id });
  });
}
