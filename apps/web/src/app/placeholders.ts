import type { PageAccess } from "./access.ts";

/** Pages whose address is settled and whose feature is not built; what each says is in `placeholder-words.ts`. */
export const PLACEHOLDERS = {
  "/upload-image": "earner",
  "/upload-document": "earner",
  "/edit-video/$id": "member",
  "/notification/": "public",
  "/creator-view": "earner",
  "/admin/$": "staff",
} as const satisfies Record<string, PageAccess>;

export type PlaceholderPath = keyof typeof PLACEHOLDERS;

export function isPlaceholder(path: string | undefined): path is PlaceholderPath {
  return path !== undefined && Object.hasOwn(PLACEHOLDERS, path);
}
