import type { SealedColumn } from "#platform/crypto/reseal.ts";
import { draftPurposeOf } from "./drafts.service.ts";
import { replaceSealedDraft, selectSealedDrafts } from "./sign-up-drafts.sql.ts";

export const sealedSignUps: SealedColumn = {
  name: "sign_up_drafts.sealed_draft",
  purposeOf: draftPurposeOf,
  select: selectSealedDrafts,
  replace: replaceSealedDraft,
};
