import { type RawBuilder, sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "film-notes.json",
    about: "Your notes on videos, with their drawings",
    tables: ["film_notes"],
    rows: (me) => raw`
      select n.content_id, i.title, n.from_ms, n.to_ms, n.text, n.drawing, n.is_shared, n.created_at, n.updated_at
      from film_notes n join contents i on i.id = n.content_id
      where n.author_id = ${me} order by n.content_id, n.from_ms, n.id`,
  },
  {
    file: "views.json",
    about: "The videos, pictures and documents you watched, and when you last did",
    tables: ["views"],
    rows: (me) => raw`
      select v.content_id, i.title, v.viewed_at from views v join contents i on i.id = v.content_id
      where v.viewer_id = ${me} order by v.viewed_at, v.content_id`,
  },
  {
    file: "watch-history.json",
    about: "Your watch history, with where you stopped",
    tables: ["watch_history"],
    rows: (me) => raw`
      select h.content_id, i.title, h.position_ms, h.watched_at
      from watch_history h join contents i on i.id = h.content_id
      where h.account_id = ${me} order by h.watched_at, h.content_id`,
  },
  {
    file: "likes.json",
    about: "What you like",
    tables: ["content_likes"],
    rows: (me) =>
      ofReactions(raw`content_likes r join contents i on i.id = r.content_id
      where r.is_liked and r.account_id = ${me}`),
  },
  {
    file: "saved.json",
    about: "What you saved to watch later",
    tables: ["content_saves"],
    rows: (me) => ofReactions(raw`content_saves r join contents i on i.id = r.content_id where r.account_id = ${me}`),
  },
];

function ofReactions(from: RawBuilder<unknown>) {
  return raw<Record<string, unknown>>`
    select r.content_id, i.title, r.created_at from ${from} order by r.created_at, r.content_id`;
}

export const notExported: Readonly<Record<string, string>> = {
  content_hourly_stats: "derived from public activity",
  content_daily_sources: "sums over all viewers of an item",
  content_daily_stats: "sums over all viewers of an item",
  content_retention: "sums over all viewers of an item",
  beat_viewers: "names nobody, and is deleted after 30 days",
};
