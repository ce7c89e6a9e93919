import type { SealedColumn } from "#platform/crypto/reseal.ts";
import type { Deps } from "#platform/deps.ts";
import { draftPurposeOf } from "./drafts.service.ts";
import { replaceSealedDraft, replaceSealedSsn, selectSealedDrafts, selectSealedSsns } from "./reseal.sql.ts";
import { hashSsn, ssnPurposeOf } from "./write-profile.service.ts";

/** The hash of an SSN, which finds the same one elsewhere, is made anew with it. */
export function sealedSsns(deps: Pick<Deps, "secrets">): SealedColumn {
  return {
    name: "earner_profiles.sealed_ssn",
    purposeOf: ssnPurposeOf,
    select: selectSealedSsns,
    replace: (sql, { text, ...row }) => replaceSealedSsn(sql, { ...row, hash: hashSsn(deps, text) }),
  };
}

export const sealedDrafts: SealedColumn = {
  name: "registrations.sealed_draft",
  purposeOf: draftPurposeOf,
  select: selectSealedDrafts,
  replace: replaceSealedDraft,
};
