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

/** What we store of a token. A token has 256 random bits, so an unkeyed hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type Secrets = {
  /** A keyed hash, to find duplicates of an encrypted value. `purpose` separates the uses. */
  keyedHash(purpose: string, value: string): Buffer;
  /** The hashes under every key, the current key's first, to find values stored under older keys. */
  keyedHashes(purpose: string, value: string): Buffer[];
  /** For a protocol that defines its own signature: a key for this use alone, of each secret key, the current one's first. */
  keysFor(purpose: string): Buffer[];
  /** A signature in base64url, for URLs. */
  sign(purpose: string, value: string): string;
  isSigned(purpose: string, value: string, signature: string): boolean;
  /** AES-256-GCM; layout: key id (4 bytes), nonce (12), tag (16), text. `purpose` is bound as additional data. */
  encrypt(purpose: string, text: string): Buffer;
  /** @throws Error the bytes were changed, have another purpose, or their key is not configured */
  decrypt(purpose: string, encrypted: Buffer): string;
  /** Whether this was encrypted with the current key. */
  isCurrent(encrypted: Buffer): boolean;
};

type FieldKey = { id: Buffer; key: Buffer };

/**
 * @param keys the first signs and encrypts; the others still verify and decrypt, so that a key can be replaced without
 * downtime
 */
export function createSecrets(keys: readonly string[]): Secrets {
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
    keysFor: (purpose) => keys.map((key) => derive(key, `key:${purpose}`)),
    sign: (purpose, value) => signWith(first, purpose, value).toString("base64url"),
    isSigned(purpose, value, signature) {
      const actual = Buffer.from(signature, "base64url");
      return keys.some((key) => {
        const expected = signWith(key, purpose, value);
        return actual.length === expected.length && timingSafeEqual(actual, expected);
      });
    },
    encrypt: (purpose, text) => encryptWith(current, purpose, text),
    decrypt: (purpose, encrypted) => decryptWith(fieldKeys, purpose, encrypted),
    isCurrent: (encrypted) => toKeyId(encrypted).equals(current.id),
  };
}

function encryptWith({ id, key }: FieldKey, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}

function decryptWith(fieldKeys: FieldKey[], purpose: string, encrypted: Buffer): string {
  const id = toKeyId(encrypted);
  const fieldKey = fieldKeys.find((candidate) => candidate.id.equals(id));
  if (!fieldKey) throw new Error("the key of this value is not configured");
  const tagStart = KEY_ID_BYTES + NONCE_BYTES;
  const nonce = encrypted.subarray(KEY_ID_BYTES, tagStart);
  const decipher = createDecipheriv("aes-256-gcm", fieldKey.key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(encrypted.subarray(tagStart, tagStart + TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(tagStart + TAG_BYTES)), decipher.final()]).toString("utf8");
}

function toKeyId(encrypted: Buffer): Buffer {
  return encrypted.subarray(0, KEY_ID_BYTES);
}

function toFieldKey(secret: string): FieldKey {
  const key = derive(secret, "encrypt");
  return { id: createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES), key };
}

/** HKDF-SHA-256 (RFC 5869): derives a separate key for each use. */
function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "fieldhouse", use, 32));
}
