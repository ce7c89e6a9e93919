import { AUDIT_MAX, type auditRoutes } from "@app/contract/audit";
import type { z } from "zod";
import { findAccountByEmail, findAccountByUsername } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readPage } from "#platform/pagination.ts";
import { toAuditEntry } from "./audit.presenter.ts";
import { countAuditLog, selectAuditLog } from "./audit.sql.ts";

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
