import { COMMENT_RULES_MESSAGES } from "@app/contract/comment-rules";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { lockStaffWords, replaceStaffWords, selectStaffWords } from "./comment-rules.sql.ts";

export function listStaffWords(deps: Pick<Deps, "sql">): Promise<string[]> {
  return selectStaffWords(deps.sql);
}

/** @throws AppError `conflict` if `before` is given and others are stored */
export async function chooseStaffWords(
  deps: Pick<Deps, "sql">,
  staff: Member,
  { words, before }: { words: string[]; before?: string[] | undefined },
): Promise<string[]> {
  const after = words.toSorted();
  await inTransaction(deps.sql, async (tx) => {
    const stored = await lockStaffWords(tx);
    if (before && before.toSorted().join("\n") !== stored.toSorted().join("\n"))
      throw new AppError("conflict", COMMENT_RULES_MESSAGES.wordsChanged);
    await replaceStaffWords(tx, words);
    await recordAudit(tx, {
      staff,
      action: "held_words.changed",
      subject: { kind: "setting", id: "held words" },
      before: { words: stored },
      after: { words: after },
    });
  });
  return after;
}
