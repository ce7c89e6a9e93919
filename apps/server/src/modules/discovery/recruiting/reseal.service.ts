import type { SealedColumn } from "#platform/crypto/reseal.ts";
import { TOKEN_PURPOSE } from "./link.service.ts";
import { replaceSealedToken, selectSealedTokens } from "./reseal.sql.ts";

/** The address itself stays: it is found by a hash without a key. */
export const sealedTokens: SealedColumn = {
  name: "recruiting_links.sealed_token",
  purposeOf: () => TOKEN_PURPOSE,
  select: selectSealedTokens,
  replace: replaceSealedToken,
};
