import { z } from "zod";
import { type MediaPath, readMediaPath, selectItemMedia } from "#modules/catalog/contents/contents.service.ts";
import { createPictureAccess } from "#modules/channels/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Deps } from "#platform/deps.ts";
import { isSignedMediaUrl } from "#platform/media-url.ts";

export type MediaAccess = {
  /** @returns the storage key of a file that is public right now; null for any other path */
  findPublic(path: string): Promise<string | null>;
  /** @returns the storage key of a signed path that is neither expired nor revoked; otherwise null */
  findSigned(path: string, url: { expiresS: number; signature: string }): Promise<string | null>;
};

/** These belong to the product, not to a person. */
const PUBLIC_KINDS = new Set(["categories", "announcements", "slots"]);
/** Signed file by file. Their path is their storage key. */
const SIGNED_KINDS = new Set(["accounts", "uploads", "pictures", "exports"]);
const ORIGINAL = "original";

/**
 * Decides who may fetch a stored media file, by its kind and id; unknown kinds are refused. The file of a private video
 * needs a signed URL, which only those who may see the item are given (`canSee`). Nothing is cached between requests, so a
 * change of visibility applies at once in every process. Concurrent requests share one read.
 */
export function createMediaAccess(deps: Pick<Deps, "pool" | "secrets" | "now">): MediaAccess {
  const isPublicPicture = createPictureAccess(deps);
  const readItem = createBatchLoader((ids: readonly string[]) => selectItemMedia(deps.pool, ids));

  /** The item, if it exists and the path has its current token. */
  async function findItem({ id, token }: MediaPath) {
    const item = isId(id) ? await readItem(id) : null;
    return item?.media_token === token ? item : null;
  }

  /** A picture lies directly in the folder of its account. */
  async function isShownPicture(path: string): Promise<boolean> {
    const [, id = "", file, ...rest] = path.split("/");
    return Boolean(file) && rest.length === 0 && isId(id) && isPublicPicture(id, path);
  }

  return {
    async findPublic(path) {
      const kind = toKind(path);
      if (PUBLIC_KINDS.has(kind)) return path;
      if (kind === "accounts") return (await isShownPicture(path)) ? path : null;
      const named = readMediaPath(path);
      if (!named || named.folder === ORIGINAL) return null;
      const item = await findItem(named);
      return item?.is_listed && named.folder !== item.whole_run ? named.key : null;
    },
    async findSigned(path, url) {
      const named = readMediaPath(path);
      const isSigned = [path, ...(named ? [named.signedFolder] : [])].some((one) => isSignedMediaUrl(deps, one, url));
      if (!isSigned) return null;
      if (!named) return SIGNED_KINDS.has(toKind(path)) ? path : null;
      return (await findItem(named)) && named.key;
    },
  };
}

function toKind(path: string): string {
  return path.split("/", 1)[0] ?? "";
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
