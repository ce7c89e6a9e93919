import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { replaceStaffWords, selectStaffWords } from "./comment-rules.sql.ts";

export function listStaffWords(deps: Pick<Deps, "sql">): Promise<string[]> {
  return selectStaffWords(deps.sql);
}

export async function chooseStaffWords(
  deps: Pick<Deps, "sql">,
  staff: Member,
  words: readonly string[],
): Promise<string[]> {
  const after = words.toSorted();
  await inTransaction(deps.sql, async (tx) => {
    const before = await selectStaffWords(tx);
    await replaceStaffWords(tx, words);
    await recordAudit(tx, {
      staff,
      action: "held_words.changed",
      subject: { kind: "setting", id: "held words" },
      before: { words: before },
      after: { words: after },
    });
  });
  return after;
}
