import { z } from "zod";
import { type MediaPath, readMediaPath, selectItemMedia } from "#modules/catalog/contents/contents.service.ts";
import { createPictureAccess } from "#modules/channels/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Deps } from "#platform/deps.ts";
import { isSignedMediaUrl } from "#platform/media-url.ts";

export type MediaAccess = {
  /** @returns the storage key behind a path that anybody may fetch right now; null for every other path */
  findPublic(path: string): Promise<string | null>;
  /** @returns the storage key behind a path that was signed, has not expired and has not been ended; else null */
  findSigned(path: string, url: { expiresS: number; signature: string }): Promise<string | null>;
};

/** Belong to the product, not to a person. */
const PUBLIC_KINDS = new Set(["categories", "announcements"]);
/** Signed file by file; where they are stored is their path. */
const SIGNED_KINDS = new Set(["accounts", "uploads", "pictures", "exports"]);
const ORIGINAL = "original";

/**
 * Decides who may fetch which stored file, by kind and id; a kind that is not known here is refused. Nothing is
 * remembered from one request to the next, so that a change of visibility holds at once and in every process. Concurrent
 * requests share one read.
 */
export function createMediaAccess(deps: Pick<Deps, "pool" | "secrets" | "now">): MediaAccess {
  const isPublicPicture = createPictureAccess(deps);
  const readItem = createBatchLoader((ids: readonly string[]) => selectItemMedia(deps.pool, ids));

  /** Of an item that is there, and whose current token the path has. */
  async function findItem({ id, token }: MediaPath) {
    const item = isId(id) ? await readItem(id) : null;
    return item?.media_token === token ? item : null;
  }

  return {
    async findPublic(path) {
      const [kind = "", id = "", file, ...more] = path.split("/");
      if (PUBLIC_KINDS.has(kind)) return path;
      if (kind === "accounts")
        return file && more.length === 0 && isId(id) && (await isPublicPicture(id, path)) ? path : null;
      const named = readMediaPath(path);
      if (!named || named.folder === ORIGINAL) return null;
      const item = await findItem(named);
      return item?.is_listed ? named.key : null;
    },
    async findSigned(path, url) {
      const named = readMediaPath(path);
      const isSigned = [path, ...(named ? [named.signedFolder] : [])].some((one) => isSignedMediaUrl(deps, one, url));
      if (!isSigned) return null;
      if (!named) return SIGNED_KINDS.has(path.split("/")[0] ?? "") ? path : null;
      return (await findItem(named)) && named.key;
    },
  };
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
