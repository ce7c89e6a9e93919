import type { SealedColumn } from "#platform/crypto/reseal.ts";
import { SECRET_PURPOSE } from "./check-code.service.ts";
import { replaceSecret, selectSealedSecrets } from "./reseal.sql.ts";

/** Recovery codes are not among them: of a code only its hash is kept, and that stays with the key that made it. */
export const sealedSecrets: SealedColumn = {
  name: "two_factor.sealed_secret",
  purposeOf: () => SECRET_PURPOSE,
  select: selectSealedSecrets,
  replace: replaceSecret,
};
