import type { AuditAction, AuditSubject } from "@app/contract/audit";
import { z } from "zod";
import { newId } from "./clock.ts";
import type { Tx } from "./db/database.ts";
import type { Member } from "./viewer.ts";

/** Facts about a subject, by their names on the page. No passwords, no SSNs, no addresses of people. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

export type AuditEntry = {
  /** Null: somebody at the command line of the server. */
  staff: Pick<Member, "accountId"> | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** Only what changed. */
  before?: AuditFacts;
  after?: AuditFacts;
  reason?: string;
};

/** Writes down what staff do, in the transaction that does it. */
export function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  return recordAudits(tx, [entry]);
}

/** The same for several steps. There must be one. */
export async function recordAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    id: newId(z.uuid()),
    staff_id: entry.staff?.accountId ?? null,
    action: entry.action,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    before: toJson(entry.before),
    after: toJson(entry.after),
    reason: entry.reason ?? "",
  }));
  await tx.insertInto("audit_log").values(rows).execute();
}

/** @returns the facts that differ, before and after */
export function whatChanged(before: AuditFacts, after: AuditFacts): [AuditFacts, AuditFacts] {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (facts: AuditFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return [only(before), only(after)];
}

/** PostgreSQL refuses JSON with half of a surrogate pair; as text, it becomes U+FFFD like everywhere else. */
function toJson(facts: AuditFacts = {}): string {
  return JSON.stringify(facts, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}
