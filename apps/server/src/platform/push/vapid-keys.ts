import { createECDH } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { createDataFolder, writeOnce } from "../data-folder.ts";

/** The key pair that identifies this installation to push services (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const CURVE = "prime256v1";
const FILE = "vapid.key";

const savedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** @returns the public key of a private one; null if it is none */
export function toVapidPublicKey(privateKey: string): string | null {
  try {
    const pair = createECDH(CURVE);
    pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return pair.getPublicKey("base64url");
  } catch {
    return null;
  }
}

/** Generates the pair on first use and saves it in the data folder. A lost pair ends every subscription. */
export function loadOrCreateVapidKeys(dataDir: string): VapidKeys {
  const file = path.join(createDataFolder(dataDir), FILE);
  return readKeys(file) ?? createKeys(file);
}

function readKeys(file: string): VapidKeys | null {
  try {
    return savedKeys.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function createKeys(file: string): VapidKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys("base64url");
  // Leading zeros are part of the key's 32 bytes.
  const privateKey = Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
  if (writeOnce(file, `${JSON.stringify({ publicKey, privateKey })}\n`)) return { publicKey, privateKey };
  return savedKeys.parse(JSON.parse(readFileSync(file, "utf8")));
}
