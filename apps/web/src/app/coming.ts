import type { PageAccess } from "./access.ts";

/** Pages whose address is settled and whose feature is still to be built; what each will hold is in `coming-words.ts`. */
export const COMING = {
  "/image/$id": "member",
  "/file/$id": "member",
  "/upload-image": "earner",
  "/upload-document": "earner",
  "/edit-video/$id": "member",
  "/notification/": "public",
  "/creator-view": "earner",
  "/referral-page": "earner",
  "/admin/$": "staff",
} as const satisfies Record<string, PageAccess>;

export type ComingPath = keyof typeof COMING;
