import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createDataFolder } from "#platform/data-folder.ts";

/** Generates a secret on first use and saves it in the data folder. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret.key");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    createDataFolder(dataDir);
    const secret = randomBytes(32).toString("base64url");
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  }
}
