import { AUDIT_MAX, type AuditEntryView, type auditRoutes } from "@app/contract/audit";
import { DELETED_USER } from "@app/contract/brand";
import type { z } from "zod";
import { findAccountByEmail, findAccountByUsername } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readPage } from "#platform/pagination.ts";
import { type AuditRow, countAuditLog, selectAuditLog } from "./audit.sql.ts";

export async function listAuditLog(
  deps: Pick<Deps, "sql" | "secrets">,
  { search, action, ...query }: z.output<(typeof auditRoutes)["list"]["query"]>,
): Promise<z.input<(typeof auditRoutes)["list"]["data"]>> {
  const named = search === "" ? [] : await findAccounts(deps, search);
  const filter = { search, action, accountIds: named };
  const { rows, pagination } = await readPage(deps, {
    name: `audit-log ${JSON.stringify([search, action])}`,
    maxRows: AUDIT_MAX,
    query,
    read: (range) => selectAuditLog(deps.sql, filter, range),
    count: () => countAuditLog(deps.sql, filter, AUDIT_MAX),
  });
  return { entries: rows.map(toAuditEntry), pagination };
}

/** @returns the ids of the people with this username or email address */
async function findAccounts({ sql }: Pick<Deps, "sql">, search: string): Promise<string[]> {
  const name = search.replace(/^@/, "");
  const found = await Promise.all([findAccountByUsername(sql, name), findAccountByEmail(sql, search)]);
  return found.flatMap((account) => account?.id ?? []);
}

type Entry = z.input<typeof auditRoutes.list.data>["entries"][number];

function toAuditEntry(row: AuditRow): Entry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    staff: row.staff_id === null ? null : { id: row.staff_id, username: row.staff_name ?? DELETED_USER },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    changes: toChanges(row.before, row.after),
    reason: row.reason,
  };
}

/** One line for each fact, as text. */
function toChanges(before: Record<string, unknown>, after: Record<string, unknown>): AuditEntryView["changes"] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => ({ field, before: toText(before[field]), after: toText(after[field]) }));
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
