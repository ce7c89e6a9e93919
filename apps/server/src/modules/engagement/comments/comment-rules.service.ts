import { HELD_COUNTED_MAX } from "@app/contract/comment-limits";
import {
  COMMENT_RULES_MESSAGES,
  type commentRuleRoutes,
  HELD_PER_PAGE,
  HIDDEN_PEOPLE_MAX,
  type HoldReason,
} from "@app/contract/comment-rules";
import type { ContentType } from "@app/contract/contents";
import type { AccountId, ChannelId, CommentId, ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { recordItemEdit, requireManagedContent, requireVisibleContent } from "#modules/catalog/index.ts";
import { canManage, lockChannels, recordChannelLog, recordItemLog, requireChannel } from "#modules/channels/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { createFlushTimer, type FlushTimer } from "#platform/flush-timer.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import { channelOf, type Member } from "#platform/viewer.ts";
import {
  type ChosenSettings,
  countHeld,
  countHiddenPeople,
  hidePerson,
  selectHeld,
  selectHiddenPeople,
  selectItemSettings,
  selectModerators,
  selectSettings,
  showPerson,
  upsertForced,
  upsertItemSettings,
  upsertSettings,
} from "./comment-rules.sql.ts";
import { rightsTo } from "./comments.policy.ts";
import { toReply } from "./comments.presenter.ts";
import { selectComment, selectHeldComments } from "./comments.sql.ts";
import { approve, lockAuthors, lockModerated, type ModeratedRow, markDeleted } from "./write-comments.sql.ts";

type RuleDeps = Pick<Deps, "sql" | "config" | "events"> & { counter: FlushTimer; held: HeldChanges };
type Data<Name extends keyof typeof commentRuleRoutes> = z.input<(typeof commentRuleRoutes)[Name]["data"]>;

export async function showSettings(deps: Pick<Deps, "sql">, owner: Member): Promise<Data<"settings">> {
  return selectSettings(deps.sql, channelOf(owner).channelId);
}

export async function chooseSettings(
  deps: Pick<Deps, "sql">,
  owner: Member,
  chosen: ChosenSettings,
): Promise<Data<"settings">> {
  if (Object.keys(chosen).length === 0) return showSettings(deps, owner);
  const { channelId } = channelOf(owner);
  await inTransaction(deps.sql, async (tx) => {
    await upsertSettings(tx, channelId, chosen);
    const about = { channelId, actorId: owner.accountId, subject: "the channel" };
    await recordChannelLog(tx, { ...about, action: "comment_rules_changed" });
  });
  return selectSettings(deps.sql, channelId);
}

/** @throws AppError `not_found` for everybody but staff and those who moderate the channel */
export async function showItemSettings(
  deps: Pick<Deps, "sql">,
  owner: Member,
  id: ContentId,
): Promise<Data<"itemSettings">> {
  await requireManagedContent(deps.sql, owner, id, "moderate");
  return selectItemSettings(deps.sql, id);
}

/** @throws AppError `not_found` for everybody but staff and those who moderate the channel */
export async function chooseItemSettings(
  deps: Pick<Deps, "sql">,
  owner: Member,
  id: ContentId,
  chosen: z.output<(typeof commentRuleRoutes)["chooseForItem"]["body"]>,
): Promise<Data<"itemSettings">> {
  if (Object.keys(chosen).length === 0) return showItemSettings(deps, owner, id);
  await inTransaction(deps.sql, async (tx) => {
    const item = await requireManagedContent(tx, owner, id, "moderate");
    await upsertItemSettings(tx, id, chosen);
    const after = Object.fromEntries(
      Object.entries(chosen).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    await recordItemEdit(tx, owner, { ...item, id }, { action: "comment_rules_changed", after });
  });
  return selectItemSettings(deps.sql, id);
}

/** @throws AppError `not_found` */
export async function forceApproval(
  deps: Pick<Deps, "sql">,
  staff: Member,
  id: ChannelId,
  isForced: boolean,
): Promise<void> {
  await requireChannel(deps.sql, id);
  await inTransaction(deps.sql, async (tx) => {
    const { is_forced: wasForced } = await selectSettings(tx, id);
    await upsertForced(tx, id, isForced);
    if (wasForced !== isForced)
      await recordAudit(tx, {
        staff,
        action: isForced ? "comments.forced" : "comments.released",
        subject: { kind: "channel", id },
      });
  });
}

export async function listHeld(
  deps: Pick<Deps, "sql" | "config">,
  owner: Member,
  after: CommentId | undefined,
): Promise<Data<"held">> {
  const { channelId, ownerId } = channelOf(owner);
  const found = await selectHeld(deps.sql, channelId, after ?? null, HELD_PER_PAGE + 1);
  const page = found.slice(0, HELD_PER_PAGE);
  const rows = await selectHeldComments(
    deps.sql,
    owner.accountId,
    page.map(({ id }) => id),
  );
  return {
    comments: page.flatMap(({ id, content_id, type, title, held_for }) => {
      const row = rows.get(id);
      const content = { id: content_id, type: type as ContentType, title };
      if (row === undefined) return [];
      return {
        reason: held_for as HoldReason,
        content,
        comment: toReply(deps, row, owner, { owner_id: ownerId, channel_id: channelId }),
      };
    }),
    total: await countHeld(deps.sql, channelId, HELD_COUNTED_MAX),
    next: found.length > HELD_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The status after a decision. */
const DECIDED = { approve: "visible", remove: "deleted" } as const;

type HeldDecision = z.output<(typeof commentRuleRoutes)["decide"]["body"]>;

/**
 * Deciding the same twice changes nothing.
 * @throws AppError `not_found` for everybody but those who may moderate the channel, and staff; `conflict` it does not wait
 * any more, for example because staff hid it, or its author changed it after it was read
 */
export async function decideHeld(
  deps: RuleDeps,
  owner: Member,
  id: CommentId,
  { decision, text }: HeldDecision,
): Promise<void> {
  const row = await selectComment(deps.sql, id);
  if (row === null) throw notFound();
  const item = await requireVisibleContent(deps.sql, owner, row.content_id as ContentId);
  const isManager = canManage(owner, item, "moderate");
  if (!owner.isStaff && !isManager) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    const held = await lockModerated(tx, id);
    if (held?.status === DECIDED[decision]) return;
    if (held?.status !== "held" || held.is_hidden_by_staff)
      throw new AppError("conflict", COMMENT_RULES_MESSAGES.decided);
    if (decision === "approve") {
      requireText(held, text);
      await approve(tx, id);
    } else await markDeleted(tx, id, isManager ? "channel" : "staff");
    if (isManager) await recordItemLog(tx, owner, item, decision === "remove" ? "comment_deleted" : "comment_approved");
    else
      await recordAudit(tx, {
        staff: owner,
        action: decision === "remove" ? "comment.deleted" : "comment.approved",
        subject: { kind: "comment", id },
        before: { held: true },
        after: { held: false },
      });
  });
  deps.counter.schedule();
  deps.held.schedule(item.channel_id, row.author_id);
}

/** @param text undefined: from a page of the release before. @throws AppError `conflict` */
function requireText({ body }: Pick<ModeratedRow, "body">, text: string | undefined): void {
  if (text !== undefined && text !== body) throw new AppError("conflict", COMMENT_RULES_MESSAGES.textChanged);
}

/**
 * @throws AppError `not_found` the viewer does not moderate the item, or the comment has no author who can be hidden;
 * `conflict` too many
 */
export async function hideAuthor(deps: RuleDeps, owner: Member, id: CommentId): Promise<void> {
  const row = await selectComment(deps.sql, id);
  if (row === null) throw notFound();
  const item = await requireVisibleContent(deps.sql, owner, row.content_id as ContentId);
  if (!rightsTo(row, owner, item).hide_author || row.author_id === null) throw notFound();
  const authorId = row.author_id;
  await inTransaction(deps.sql, async (tx) => {
    // Otherwise two at once could exceed the limit together.
    await lockChannels(tx, [row.channel_id]);
    // Otherwise a comment that the author is just sending would stay visible.
    await lockAuthors(tx, [authorId]);
    await hidePerson(tx, row.channel_id, authorId);
    const total = await countHiddenPeople(tx, row.channel_id);
    if (total > HIDDEN_PEOPLE_MAX) throw new AppError("conflict", COMMENT_RULES_MESSAGES.tooManyHidden);
    const about = { channelId: row.channel_id, actorId: owner.accountId, subject: item.title };
    await recordChannelLog(tx, { ...about, action: "person_hidden" });
  });
  deps.counter.schedule();
  deps.held.schedule(row.channel_id, null);
}

export async function listHiddenPeople(deps: Pick<Deps, "sql">, owner: Member): Promise<Data<"hiddenPeople">> {
  return (await selectHiddenPeople(deps.sql, channelOf(owner).channelId, HIDDEN_PEOPLE_MAX)).map((person) => ({
    id: person.account_id,
    username: person.username,
    name: person.name,
    hidden_at: person.hidden_at.toISOString(),
  }));
}

/** @throws AppError `not_found` this person is not hidden */
export async function showHiddenPerson(deps: RuleDeps, owner: Member, id: AccountId): Promise<void> {
  const { channelId } = channelOf(owner);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await showPerson(tx, channelId, id))) throw notFound();
    await recordChannelLog(tx, { channelId, actorId: owner.accountId, action: "person_shown", subject: "" });
  });
  deps.counter.schedule();
  deps.held.schedule(channelOf(owner).channelId, null);
}

/** Makes the open pages of the channels' moderators, and of the authors, refetch held comments. */
export async function publishHeldChanges(
  { sql }: Pick<Deps, "sql">,
  channelIds: readonly string[],
  authorIds: readonly string[],
): Promise<void> {
  const moderators = await selectModerators(sql, channelIds);
  await publishLive(sql, [...moderators, ...authorIds], { name: "held_comments.changed", data: {} });
}

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
      await publishHeldChanges(deps, channelIds, authorIds);
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
