import type { Deps } from "#platform/deps.ts";
import { createFlushTimer } from "#platform/flush-timer.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import { selectModerators } from "./comment-rules.sql.ts";

/** How far a page that shows the queue may lag behind it. */
const PUBLISH_INTERVAL_MS = 300;

/** Makes the open pages of a channel's moderators, and of the author, refetch held comments. */
export type HeldChanges = {
  /**
   * Schedules it after a comment of the channel began or ceased to be held.
   * @param authorId null: the author must not notice, or is unknown
   */
  schedule(channelId: string, authorId: string | null): void;
  close(): Promise<void>;
};

/**
 * Publishes after the writer's transaction, and once for all changes of an interval, because publishing locks rows that all
 * writers on a busy channel would wait for. What a killed process did not publish, a page shows when it is next loaded.
 */
export function createHeldChanges(deps: Pick<Deps, "sql" | "log">): HeldChanges {
  let [channels, authors] = [new Set<string>(), new Set<string>()];
  const timer = createFlushTimer(deps, {
    name: "changes of held comments",
    async flush() {
      const [channelIds, authorIds] = [[...channels], [...authors]];
      [channels, authors] = [new Set(), new Set()];
      const moderators = await selectModerators(deps.sql, channelIds);
      await publishLive(deps.sql, [...moderators, ...authorIds], { name: "held_comments.changed", data: {} });
    },
    intervalMs: PUBLISH_INTERVAL_MS,
  });
  return {
    schedule(channelId, authorId) {
      channels.add(channelId);
      if (authorId !== null) authors.add(authorId);
      timer.schedule();
    },
    close: timer.close,
  };
}
