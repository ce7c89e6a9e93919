import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "reports.json",
    about: "What you reported",
    tables: ["reports"],
    rows: (me) => raw`
      select r.subject_kind, r.subject_id, r.reason, r.text, r.created_at, c.decided_at
      from reports r join report_cases c on c.id = r.case_id where r.reporter_id = ${me} order by r.id`,
  },
  {
    file: "decisions.json",
    about: "What our team decided about your content, comments and channel, and your appeals",
    tables: ["report_cases"],
    rows: (me) => raw`
      select subject_kind, subject_id, excerpt, decision, decision_reason, decided_at, appeal, appealed_at,
        appeal_decision, appeal_reason, appeal_decided_at
      from report_cases where owner_id = ${me} and decided_at is not null and decision <> 'keep' order by id`,
  },
];
