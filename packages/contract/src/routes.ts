import { safetyRoutes } from "./account-safety.ts";
import { accountRoutes } from "./accounts.ts";
import { announcementRoutes } from "./announcements.ts";
import { billingRoutes } from "./billing.ts";
import { categoryRoutes } from "./categories.ts";
import { channelRoutes } from "./channels.ts";
import { contentRoutes } from "./contents.ts";
import { dataExportRoutes } from "./data-export.ts";
import { discoveryRoutes } from "./discovery.ts";
import { earnerRoutes } from "./earners.ts";
import { earningRoutes } from "./earnings.ts";
import { followRoutes } from "./follows.ts";
import { guardianRoutes } from "./guardian.ts";
import type { Route } from "./http.ts";
import { liveRoutes } from "./live.ts";
import { measurableRoutes } from "./measurables.ts";
import { numberRoutes } from "./numbers.ts";
import { preferenceRoutes } from "./preferences.ts";
import { profileRoutes } from "./profile.ts";
import { recruitingRoutes } from "./recruiting.ts";
import { referralRoutes } from "./referrals.ts";
import { searchRoutes } from "./search.ts";
import { signUpRoutes } from "./sign-up.ts";
import { uploadRoutes } from "./uploads.ts";
import { viewRoutes } from "./views.ts";

/** Every route of the product. OpenAPI and the security matrix are made from this list. */
export const allRoutes: readonly Route[] = [
  accountRoutes,
  signUpRoutes,
  safetyRoutes,
  preferenceRoutes,
  dataExportRoutes,
  earnerRoutes,
  guardianRoutes,
  profileRoutes,
  billingRoutes,
  announcementRoutes,
  categoryRoutes,
  channelRoutes,
  contentRoutes,
  discoveryRoutes,
  followRoutes,
  liveRoutes,
  searchRoutes,
  measurableRoutes,
  numberRoutes,
  recruitingRoutes,
  uploadRoutes,
  viewRoutes,
  referralRoutes,
  earningRoutes,
].flatMap((group): Route[] => Object.values(group));
