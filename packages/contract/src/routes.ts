import { accountRoutes } from "./accounts.ts";
import { categoryRoutes } from "./categories.ts";
import { contentRoutes } from "./contents.ts";
import { discoveryRoutes } from "./discovery.ts";
import type { Route } from "./http.ts";
import { signUpRoutes } from "./sign-up.ts";
import { uploadRoutes } from "./uploads.ts";
import { viewRoutes } from "./views.ts";

/** Every route of the product. OpenAPI and the security matrix are made from this list. */
export const allRoutes: readonly Route[] = [
  accountRoutes,
  signUpRoutes,
  categoryRoutes,
  contentRoutes,
  discoveryRoutes,
  uploadRoutes,
  viewRoutes,
].flatMap((group): Route[] => Object.values(group));
