import type { Config } from "#src/config.ts";
import type { Secrets } from "./crypto/secrets.ts";

/** The suffix of pictures that have a small version. Older pictures have none. */
const WIDE = /-wide\.webp$/;

const HOUR_MS = 3_600_000;
const PURPOSE = "media";

type UrlConfig = Pick<Config, "mediaUrl">;

/** The URL of a file that everybody may fetch while its item is public, which the server checks. */
export function publicMediaUrl(config: UrlConfig, key: string): string;
export function publicMediaUrl(config: UrlConfig, key: string | null): string | null;
export function publicMediaUrl(config: UrlConfig, key: string | null): string | null {
  return key === null ? null : `${config.mediaUrl}/media/o/${key}`;
}

/**
 * A URL whose signature allows everything below `prefix` until it expires in 6 to 12 hours. The expiry is rounded to six
 * hours, so that the URL stays the same and browsers can cache.
 * @param key starts with `prefix`
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

/** @returns whether the signature is valid for this prefix and has not expired */
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

/** @returns the storage key of a picture's small version, or of the picture itself if it has none */
export function smallKeyOf(key: string): string;
export function smallKeyOf(key: string | null): string | null;
export function smallKeyOf(key: string | null): string | null {
  return key?.replace(WIDE, "-small.webp") ?? null;
}
