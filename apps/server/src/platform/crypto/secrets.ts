import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const TOKEN_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** @returns an opaque token of 256 bits, in base64url */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is kept of a token. A token has 256 bits of its own, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type Secrets = {
  /** A keyed hash: finds duplicates of a value that must not be readable. `purpose` parts the uses. */
  keyedHash(purpose: string, value: string): Buffer;
  /** The hashes of a value under every key, the one that is written now first: what was kept under an older key is found. */
  keyedHashes(purpose: string, value: string): Buffer[];
  /** A signature in base64url, for URLs. */
  sign(purpose: string, value: string): string;
  isSigned(purpose: string, value: string, signature: string): boolean;
  /** AES-256-GCM; layout: key id (4 bytes), nonce (12), tag (16), text. `purpose` is bound as additional data. */
  encrypt(purpose: string, text: string): Buffer;
  /** @throws Error the bytes were changed, belong to another purpose, or their key is gone */
  decrypt(purpose: string, sealed: Buffer): string;
  /** Whether this was sealed with the key that seals now. */
  isCurrent(sealed: Buffer): boolean;
};

type FieldKey = { id: Buffer; key: Buffer };

/**
 * @param keys the first one signs and encrypts; the others still verify and decrypt, so that a key
 * can be replaced without a pause
 */
export function openSecrets(keys: readonly string[]): Secrets {
  const [first] = keys;
  if (first === undefined) throw new RangeError("at least one secret key is needed");
  const current = toFieldKey(first);
  const fieldKeys = [current, ...keys.slice(1).map(toFieldKey)];

  function hashWith(key: string, purpose: string, value: string): Buffer {
    return createHmac("sha256", derive(key, `hash:${purpose}`))
      .update(value)
      .digest();
  }

  function signWith(key: string, purpose: string, value: string): Buffer {
    return createHmac("sha256", derive(key, `sign:${purpose}`))
      .update(value)
      .digest()
      .subarray(0, 16);
  }

  return {
    keyedHash: (purpose, value) => hashWith(first, purpose, value),
    keyedHashes: (purpose, value) => keys.map((key) => hashWith(key, purpose, value)),
    sign: (purpose, value) => signWith(first, purpose, value).toString("base64url"),
    isSigned(purpose, value, signature) {
      const given = Buffer.from(signature, "base64url");
      return keys.some((key) => {
        const expected = signWith(key, purpose, value);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
    encrypt: (purpose, text) => seal(current, purpose, text),
    decrypt: (purpose, sealed) => open(fieldKeys, purpose, sealed),
    isCurrent: (sealed) => keyIdOf(sealed).equals(current.id),
  };
}

function seal({ id, key }: FieldKey, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}

function open(fieldKeys: FieldKey[], purpose: string, sealed: Buffer): string {
  const id = keyIdOf(sealed);
  const fieldKey = fieldKeys.find((candidate) => candidate.id.equals(id));
  if (!fieldKey) throw new Error("the key of this value is not configured");
  const tagFrom = KEY_ID_BYTES + NONCE_BYTES;
  const nonce = sealed.subarray(KEY_ID_BYTES, tagFrom);
  const decipher = createDecipheriv("aes-256-gcm", fieldKey.key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(tagFrom, tagFrom + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(tagFrom + TAG_BYTES)), decipher.final()]).toString("utf8");
}

function keyIdOf(sealed: Buffer): Buffer {
  return sealed.subarray(0, KEY_ID_BYTES);
}

function toFieldKey(secret: string): FieldKey {
  const key = derive(secret, "encrypt");
  return { id: createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES), key };
}

/** HKDF-SHA-256 (RFC 5869): one secret, a key of its own for each use. */
function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "fieldhouse", use, 32));
}
