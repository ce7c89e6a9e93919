import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, open, opendir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { z } from "zod";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER = "backup.json";
/** About a second and 128 MB for each guess of a passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 };

const header = z.object({
  format: z.literal(1),
  /** For the key of a passphrase, and a known text to check it; null: not encrypted. */
  encryption: z.object({ salt: z.string(), check: z.string() }).nullable(),
});

/** The folder of backups is not usable. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export type StoredFile = { sha256: string; sizeBytes: number };
export type AddedFile = { file: StoredFile; isNew: boolean };

/**
 * A folder of backups. Files are stored once, under a name that follows from their content, so that a further backup
 * adds only what is new. With a passphrase everything but the header and the names of the backups is encrypted
 * (AES-256-GCM).
 */
export type BackupFolder = {
  isEncrypted: boolean;
  has(sha256: string): boolean;
  /** Adds a file. One that is there already is not written again. */
  add(content: Readable): Promise<AddedFile>;
  /** Writes a file of the store to a path. @throws BackupError it is missing or damaged, or cannot be written */
  extract(sha256: string, target: string): Promise<void>;
  names(): Promise<string[]>;
  write(name: string, index: unknown): Promise<void>;
  read(name: string): Promise<unknown>;
  remove(name: string): Promise<void>;
  /** Removes the files that no backup needs. @returns how many */
  prune(needed: ReadonlySet<string>): Promise<number>;
};

/** @throws BackupError it is encrypted and the passphrase is missing or wrong, or it is not and there is one */
export async function openBackupFolder(root: string, passphrase: string | null): Promise<BackupFolder> {
  await mkdir(path.join(root, "backups"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(root, "files"), { recursive: true, mode: 0o700 });
  const key = await openKey(path.join(root, HEADER), passphrase);
  const nameOf = (sha256: string) =>
    key === null ? sha256 : createHmac("sha256", key.names).update(sha256).digest("hex");
  const fileOf = (sha256: string) => {
    const name = nameOf(sha256);
    return path.join(root, "files", name.slice(0, 2), name);
  };
  const indexOf = (name: string) => path.join(root, "backups", name);
  return {
    isEncrypted: key !== null,
    has: (sha256) => existsSync(fileOf(sha256)),
    async add(content) {
      const temporary = path.join(root, "files", `incoming-${randomBytes(8).toString("hex")}`);
      const hash = createHash("sha256");
      let sizeBytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          sizeBytes += chunk.length;
          done(null, chunk);
        },
      });
      try {
        await writeEncrypted([content, measure], temporary, key?.contents ?? null);
        const sha256 = hash.digest("hex");
        const target = fileOf(sha256);
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        const isNew = !existsSync(target);
        if (isNew) await rename(temporary, target);
        return { file: { sha256, sizeBytes }, isNew };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async extract(sha256, target) {
      const hash = createHash("sha256");
      const source = fileOf(sha256);
      if (!existsSync(source)) throw new BackupError(`A file is missing from the backup: ${path.basename(source)}.`);
      try {
        await readEncrypted(source, target, { key: key?.contents ?? null, onChunk: (chunk) => hash.update(chunk) });
      } catch (error) {
        const message = isOfSystem(error)
          ? `A file of the backup cannot be copied to ${target}: ${error.message}.`
          : `A file of the backup is damaged: ${path.basename(source)}.`;
        throw new BackupError(message, { cause: error });
      }
      if (hash.digest("hex") !== sha256)
        throw new BackupError(`A file of the backup is damaged: ${path.basename(source)}.`);
    },
    names: async () => (await readdir(path.join(root, "backups"))).filter((name) => /^\d{4}-\d\d-/.test(name)).sort(),
    async write(name, index) {
      const text = Buffer.from(JSON.stringify(index));
      const temporary = path.join(root, `incoming-${name}`);
      await writeFile(temporary, key === null ? text : encrypt(text, key.contents), { mode: 0o600 });
      await rename(temporary, indexOf(name));
    },
    async read(name) {
      const bytes = await readFile(indexOf(name)).catch(() => {
        throw new BackupError(`There is no backup ${name}.`);
      });
      return JSON.parse((key === null ? bytes : decrypt(bytes, key.contents)).toString("utf8"));
    },
    remove: (name) => rm(indexOf(name), { force: true }),
    async prune(needed) {
      const kept = new Set<string>();
      for (const sha256 of needed) kept.add(nameOf(sha256));
      let removed = 0;
      for await (const entry of await opendir(path.join(root, "files"), { recursive: true })) {
        if (!entry.isFile() || kept.has(entry.name)) continue;
        await rm(path.join(entry.parentPath, entry.name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** A full or broken disk, or a missing permission. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

type Keys = { contents: Buffer; names: Buffer };

async function openKey(file: string, passphrase: string | null): Promise<Keys | null> {
  const saved = existsSync(file) ? header.parse(JSON.parse(await readFile(file, "utf8"))) : null;
  if (saved === null) {
    const salt = randomBytes(16);
    const key = passphrase === null ? null : await deriveKeys(passphrase, salt);
    const encryption = key && {
      salt: salt.toString("hex"),
      check: encrypt(Buffer.from(HEADER), key.contents).toString("hex"),
    };
    await writeFile(file, `${JSON.stringify({ format: 1, encryption })}\n`, { mode: 0o600 });
    return key;
  }
  if (saved.encryption === null) {
    if (passphrase === null) return null;
    throw new BackupError("This folder holds backups without a passphrase. Choose another folder for encrypted ones.");
  }
  if (passphrase === null) throw new BackupError("These backups are encrypted: set BACKUP_PASSPHRASE.");
  const key = await deriveKeys(passphrase, Buffer.from(saved.encryption.salt, "hex"));
  try {
    decrypt(Buffer.from(saved.encryption.check, "hex"), key.contents);
    return key;
  } catch {
    throw new BackupError("BACKUP_PASSPHRASE is not the passphrase of these backups.");
  }
}

async function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
  const secret = await derive(passphrase, salt, 32, SCRYPT);
  const part = (use: string) => Buffer.from(hkdfSync("sha256", secret, "", use, 32));
  return { contents: part("contents"), names: part("names") };
}

function encrypt(text: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer, key: Buffer): Buffer {
  const cipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, NONCE_BYTES));
  cipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
}

/** Layout: nonce, text, tag. An error of any of the streams ends all of them. */
async function writeEncrypted(
  [content, measure]: [Readable, Transform],
  target: string,
  key: Buffer | null,
): Promise<void> {
  const file = createWriteStream(target, { mode: 0o600, flush: true });
  if (key === null) return pipeline(content, measure, file);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  async function* encrypted(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield nonce;
    for await (const chunk of text) yield cipher.update(chunk);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }
  await pipeline(content, measure, encrypted, file);
}

async function readEncrypted(
  source: string,
  target: string,
  { key, onChunk }: { key: Buffer | null; onChunk: (chunk: Buffer) => void },
): Promise<void> {
  const watch = new PassThrough().on("data", onChunk);
  const file = createWriteStream(target, { mode: 0o600 });
  if (key === null) return pipeline(createReadStream(source), watch, file);
  const handle = await open(source);
  try {
    const { size } = await handle.stat();
    const nonce = Buffer.alloc(NONCE_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await handle.read(nonce, 0, NONCE_BYTES, 0);
    await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    const cipher = createDecipheriv("aes-256-gcm", key, nonce).setAuthTag(tag);
    const end = size - TAG_BYTES - 1;
    const text = end < NONCE_BYTES ? [] : createReadStream(source, { start: NONCE_BYTES, end });
    await pipeline(text, cipher, watch, file);
  } finally {
    await handle.close();
  }
}
