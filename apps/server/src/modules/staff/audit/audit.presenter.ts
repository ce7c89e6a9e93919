import type { AuditEntryView, auditRoutes } from "@app/contract/audit";
import type { z } from "zod";
import type { AuditRow } from "./audit.sql.ts";

type Entry = z.input<typeof auditRoutes.list.data>["entries"][number];

export function toAuditEntry(row: AuditRow): Entry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    staff: row.staff_id === null ? null : { id: row.staff_id, username: row.staff_name ?? "Deleted user" },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    changes: toChanges(row.before, row.after),
    reason: row.reason,
  };
}

/** One line for each fact, as text. */
export function toChanges(before: Record<string, unknown>, after: Record<string, unknown>): AuditEntryView["changes"] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => ({ field, before: toText(before[field]), after: toText(after[field]) }));
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
