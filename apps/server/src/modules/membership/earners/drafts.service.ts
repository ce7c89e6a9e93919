import { randomUUID } from "node:crypto";
import { REGISTRATION_DAYS } from "@app/contract/earners";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Draft, draftSchema, EMPTY_DRAFT, isComplete } from "./draft.policy.ts";
import { lockRegistration, type RegistrationRow, updateDraft, upsertRegistration } from "./registrations.sql.ts";

/** What cannot be opened, or was entered under rules that no longer hold, is entered anew. */
export function openDraft(deps: Pick<Deps, "secrets">, row: RegistrationRow | null): Draft {
  if (!row?.sealed_draft) return EMPTY_DRAFT;
  try {
    const opened = draftSchema.safeParse(
      JSON.parse(deps.secrets.decrypt(draftPurposeOf(row.account_id), row.sealed_draft)),
    );
    return opened.data ?? EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Changes the draft in the caller's transaction, one change after the other. @returns it, and the id it is known by */
export async function changeDraft(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accountId: string,
  change: (draft: Draft) => Draft,
): Promise<{ draft: Draft; draftId: string }> {
  await upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: false, days: REGISTRATION_DAYS });
  const row = await lockRegistration(tx, accountId);
  if (!row) throw new Error("a registration that was just kept is gone");
  const draft = change(openDraft(deps, row));
  const sealed = deps.secrets.encrypt(draftPurposeOf(accountId), JSON.stringify(draft));
  await updateDraft(tx, accountId, { plan: draft.plan, isComplete: isComplete(draft), sealed });
  return { draft, draftId: row.draft_id };
}

/** Bound to the person: the bytes of one row open in no other. */
export function draftPurposeOf(accountId: string): string {
  return `earner-draft ${accountId}`;
}
