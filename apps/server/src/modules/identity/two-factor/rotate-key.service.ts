import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { SECRET_PURPOSE } from "./check-code.service.ts";
import { replaceSecret, selectEncryptedSecrets } from "./rotate-key.sql.ts";

/** Recovery codes are not among them: of a code only its hash is kept, and that stays with the key that made it. */
export const encryptedSecrets: EncryptedColumn = {
  name: "two_factor.sealed_secret",
  purposeOf: () => SECRET_PURPOSE,
  select: selectEncryptedSecrets,
  replace: replaceSecret,
};
