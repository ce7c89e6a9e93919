import type { Config } from "#src/config.ts";
import type { Secrets } from "./crypto/secrets.ts";

/** How the key of a picture ends beside which a small one is stored; those from before end otherwise. */
const WIDE = /-wide\.webp$/;

const HOUR_MS = 3_600_000;
const PURPOSE = "media";

type UrlConfig = Pick<Config, "mediaUrl">;

/** Address of a file that anyone may fetch while its item is public; the server checks that it is. Null for none. */
export function publicMediaUrl(config: UrlConfig, key: string): string;
export function publicMediaUrl(config: UrlConfig, key: string | null): string | null;
export function publicMediaUrl(config: UrlConfig, key: string | null): string | null {
  return key === null ? null : `${config.mediaUrl}/media/o/${key}`;
}

/**
 * Address that opens everything below `prefix` until it expires, between 6 and 12 hours from now.
 * The expiry is rounded to six hours so that a browser meets the same address again and may cache.
 * @param key begins with `prefix`
 */
export function signedMediaUrl(
  deps: { config: UrlConfig; secrets: Secrets; now: () => Date },
  prefix: string,
  key: string,
): string {
  const stepMs = 6 * HOUR_MS;
  const expiresS = ((Math.floor(deps.now().getTime() / stepMs) + 2) * stepMs) / 1000;
  const signature = deps.secrets.sign(PURPOSE, `${expiresS} ${prefix}`);
  return `${deps.config.mediaUrl}/media/s/${expiresS}/${signature}/${key}`;
}

/** @returns whether an address made by `signedMediaUrl` for this prefix is genuine and not expired */
export function isSignedMediaUrl(
  deps: { secrets: Secrets; now: () => Date },
  prefix: string,
  url: { expiresS: number; signature: string },
): boolean {
  return (
    url.expiresS * 1000 > deps.now().getTime() &&
    deps.secrets.isSigned(PURPOSE, `${url.expiresS} ${prefix}`, url.signature)
  );
}

/** @returns the storage key of the small picture; of the picture itself where there is no small one */
export function smallKeyOf(key: string): string;

export function smallKeyOf(key: string | null): string | null;

export function smallKeyOf(key: string | null): string | null {
  return key?.replace(WIDE, "-small.webp") ?? null;
}
