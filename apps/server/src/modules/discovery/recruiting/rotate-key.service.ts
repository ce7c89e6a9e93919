import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { TOKEN_PURPOSE } from "./link.service.ts";
import { replaceEncryptedToken, selectEncryptedTokens } from "./rotate-key.sql.ts";

/** The address itself stays: it is found by a hash without a key. */
export const encryptedTokens: EncryptedColumn = {
  name: "recruiting_links.sealed_token",
  purposeOf: () => TOKEN_PURPOSE,
  select: selectEncryptedTokens,
  replace: replaceEncryptedToken,
};
