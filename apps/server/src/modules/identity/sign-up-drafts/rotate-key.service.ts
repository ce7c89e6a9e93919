import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { draftPurposeOf } from "./drafts.service.ts";
import { replaceEncryptedProfile, selectEncryptedProfiles } from "./sign-up-drafts.sql.ts";

export const encryptedSignUps: EncryptedColumn = {
  name: "sign_up_drafts.sealed_draft",
  purposeOf: draftPurposeOf,
  select: selectEncryptedProfiles,
  replace: replaceEncryptedProfile,
};
