import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "recruiting.json",
    about:
      "Your recruiting page, and how often coaches opened it and messaged you; their messages went only to your email",
    tables: ["recruiting_links", "recruiting_messages"],
    rows: (me) => raw`
      select is_on, shows_gpa, shows_graduation, shows_colleges, shows_measurables, shows_location, highlight_ids,
        opened_count, created_at,
        array(select sent_at from recruiting_messages m where m.account_id = l.account_id order by 1) as messages_at
      from recruiting_links l where account_id = ${me}`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  trending_videos: "computed of what is public",
  banner_videos: "computed of what is public",
  banner_pins: "what staff chose for the home banner",
  athlete_picks: "what staff chose for the list of athletes",
  top_earners: "computed of what is public",
  weekly_earners: "computed of what is public",
  athletes_of_week: "computed of what is public",
  search_documents: "computed of what is public",
};
