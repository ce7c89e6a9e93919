import { type RawBuilder, sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";
import { isVisibleSql } from "#platform/visible-items.sql.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "film-notes.json",
    about: "Your notes on videos, with their drawings",
    tables: ["film_notes"],
    rows: (me) => raw`
      select n.content_id, ${titleFor("n", "author_id")}, n.from_ms, n.to_ms, n.text, n.drawing, n.is_shared,
        n.created_at, n.updated_at
      from film_notes n where n.author_id = ${me} order by n.content_id, n.from_ms, n.id`,
  },
  {
    file: "views.json",
    about: "The videos, pictures and documents you watched in the last day, when they counted a view of yours",
    tables: ["views"],
    rows: (me) => raw`
      select v.content_id, ${titleFor("v", "viewer_id")}, v.viewed_at from views v
      where v.viewer_id = ${me} order by v.viewed_at, v.content_id`,
  },
  {
    file: "watch-history.json",
    about: "Your watch history, with where you stopped",
    tables: ["watch_history"],
    rows: (me) => raw`
      select h.content_id, ${titleFor("h", "account_id")}, h.position_ms, h.watched_at from watch_history h
      where h.account_id = ${me} order by h.watched_at, h.content_id`,
  },
  {
    file: "likes.json",
    about: "What you like",
    tables: ["content_likes"],
    rows: (me) => ofReactions(raw`content_likes r where r.is_liked and r.account_id = ${me}`),
  },
  {
    file: "saved.json",
    about: "What you saved to watch later",
    tables: ["content_saves"],
    rows: (me) => ofReactions(raw`content_saves r where r.account_id = ${me}`),
  },
  {
    file: "comments.json",
    about: "Your comments, with whom they mention",
    tables: ["comments"],
    rows: (me) => raw`
      select own.content_id, ${titleFor("own", "author_id")}, own.parent_id as reply_to, own.body as text,
        own.status = 'held' as is_held, own.created_at, own.edited_at,
        array(select m.username from comment_mentions m where m.comment_id = own.id) as mentions
      from comments own where own.author_id = ${me} and own.status <> 'deleted' order by own.id`,
  },
  {
    file: "comment-likes.json",
    about: "The comments you like",
    tables: ["comment_likes"],
    rows: (me) => raw`
      select l.comment_id, c.content_id, l.created_at from comment_likes l join comments c on c.id = l.comment_id
      where l.account_id = ${me} and l.is_liked order by l.created_at, l.comment_id`,
  },
  {
    file: "comment-settings.json",
    about: "What you chose for the comments on your channel",
    tables: ["comment_settings"],
    rows: (me) => raw`
      select s.opens_comments, s.holds_links, s.holds_first, s.holds_everything, s.slow_mode_s, s.words
      from comment_settings s join channels h on h.id = s.channel_id where h.owner_id = ${me}`,
  },
];

/** The title of a row's item; null if the account in this column may not see the item now. */
function titleFor(row: string, account: string) {
  return raw.raw(`(select i.title from contents i join channels c on c.id = i.channel_id
    where i.id = ${row}.content_id and ${isVisibleSql(`${row}.${account}`)}) as title`);
}

function ofReactions(from: RawBuilder<unknown>) {
  return raw<Record<string, unknown>>`
    select r.content_id, ${titleFor("r", "account_id")}, r.created_at from ${from} order by r.created_at, r.content_id`;
}

export const notExported: Readonly<Record<string, string>> = {
  content_hourly_stats: "derived from public activity",
  content_daily_sources: "sums over all viewers of an item",
  content_daily_stats: "sums over all viewers of an item",
  content_retention: "sums over all viewers of an item",
  comment_mentions: "part of other people's comments, which are theirs",
  comment_hidden_people: "whom an owner hid is not told, and names other people",
  comment_item_settings: "part of an item, which has an export of its own",
  comment_totals: "sums over all comments on an item",
  comments_to_count: "names comments, which are exported, for less than a second",
  commenters: "counted from your comments",
  beat_viewers: "names nobody, and is deleted after 30 days",
};
