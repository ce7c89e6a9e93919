import type { Tx } from "#platform/db/database.ts";
import type { Member } from "#platform/viewer.ts";

type Entry = {
  staff: Pick<Member, "accountId"> | null;
  action: string;
  subject: { kind: string; id: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
};

export async function recordAudit(_tx: Tx, _entry: Entry): Promise<void> {}
