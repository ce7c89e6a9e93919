import { randomUUID } from "node:crypto";
import { SIGN_UP_DRAFT_DAYS, type SignUpDraft, signUpDraft } from "@app/contract/sign-up-drafts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import type { Deps } from "#platform/deps.ts";
import { isSurelyTooYoung } from "./draft-age.policy.ts";
import { deleteDraft, deleteExpiredDrafts, insertDraft, selectDraft, updateDraft } from "./sign-up-drafts.sql.ts";

/** What cannot be opened, or was typed under rules that no longer hold, is typed anew. */
export async function readDraft(
  deps: Pick<Deps, "sql" | "secrets">,
  token: string | undefined,
): Promise<SignUpDraft | null> {
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  if (!row) return null;
  try {
    const opened = signUpDraft.safeParse(JSON.parse(deps.secrets.decrypt(draftPurposeOf(row.id), row.sealed_draft)));
    return opened.data ?? null;
  } catch {
    return null;
  }
}

/** @returns the token that it is kept under from now on: a new one for a token that names none; null when nothing is kept */
export async function keepDraft(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  token: string | undefined,
  draft: SignUpDraft,
): Promise<string | null> {
  if (isSurelyTooYoung(draft.date_of_birth, deps.now())) {
    await forgetDraft(deps, token);
    return null;
  }
  const row = token ? await selectDraft(deps.sql, hashToken(token)) : null;
  const id = row?.id ?? randomUUID();
  const sealed = deps.secrets.encrypt(draftPurposeOf(id), JSON.stringify(draft));
  if (token && row) {
    await updateDraft(deps.sql, { id, sealed, days: SIGN_UP_DRAFT_DAYS });
    return token;
  }
  const fresh = newToken();
  await insertDraft(deps.sql, { id, tokenHash: hashToken(fresh), sealed, days: SIGN_UP_DRAFT_DAYS });
  return fresh;
}

export async function forgetDraft(deps: Pick<Deps, "sql">, token: string | undefined): Promise<void> {
  if (token) await deleteDraft(deps.sql, hashToken(token));
}

export async function forgetExpiredDrafts(deps: Pick<Deps, "sql">): Promise<void> {
  await deleteExpiredDrafts(deps.sql);
}

/** Bound to its row: the bytes of one open in no other. */
export function draftPurposeOf(id: string): string {
  return `sign-up-draft ${id}`;
}
