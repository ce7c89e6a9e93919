import { randomUUID } from "node:crypto";
import { REGISTRATION_DAYS } from "@app/contract/earners";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Draft, draftSchema, EMPTY_DRAFT, isComplete } from "./profile.policy.ts";
import {
  lockRegistration,
  type RegistrationRow,
  replaceEncryptedProfile,
  selectEncryptedProfiles,
  updatePendingProfileRow,
  upsertRegistration,
} from "./registrations.sql.ts";

/** A profile that cannot be decrypted, or that no longer fits the schema, counts as empty and is entered again. */
export function readPendingProfile(deps: Pick<Deps, "secrets">, row: RegistrationRow | null): Draft {
  if (!row?.encrypted_draft) return EMPTY_DRAFT;
  try {
    const parsed = draftSchema.safeParse(
      JSON.parse(deps.secrets.decrypt(toPurpose(row.account_id), row.encrypted_draft)),
    );
    return parsed.data ?? EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Updates the pending profile in the caller's transaction; concurrent updates wait. @returns the profile and its id */
export async function updatePendingProfile(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accountId: string,
  change: (draft: Draft) => Draft,
): Promise<{ draft: Draft; draftId: string }> {
  await upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: false, days: REGISTRATION_DAYS });
  const row = await lockRegistration(tx, accountId);
  if (!row) throw new Error("the registration was deleted after it was saved");
  const draft = change(readPendingProfile(deps, row));
  const sealed = deps.secrets.encrypt(toPurpose(accountId), JSON.stringify(draft));
  await updatePendingProfileRow(tx, accountId, { plan: draft.plan, isComplete: isComplete(draft), sealed });
  return { draft, draftId: row.draft_id };
}

/** The purpose names the person, so that a value copied into another row cannot be decrypted. */
function toPurpose(accountId: string): string {
  return `earner-draft ${accountId}`;
}

/** The column for key rotation. */
export const encryptedProfiles: EncryptedColumn = {
  name: "registrations.encrypted_draft",
  purposeOf: toPurpose,
  select: selectEncryptedProfiles,
  replace: replaceEncryptedProfile,
};
