import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "views.json",
    about: "The videos, pictures and documents you watched, and when you last did",
    tables: ["views"],
    rows: (me) => raw`
      select v.content_id, i.title, v.viewed_at from views v join contents i on i.id = v.content_id
      where v.viewer_id = ${me} order by v.viewed_at, v.content_id`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  content_hourly_stats: "derived from public activity",
};
