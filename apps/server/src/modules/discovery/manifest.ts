import type { Domain } from "#platform/domain.ts";
import { onEvent, onEventByJob } from "#platform/events/subscriptions.ts";
import { serveChannelPage } from "./channel-page/channel-page.routes.ts";
import { serveDiscovery } from "./discovery/discovery.routes.ts";
import { queueDiscoveryRefreshAfter, refreshDiscoveryJob } from "./discovery/discovery.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { serveFollowing } from "./following/following.routes.ts";
import { servePicks } from "./picks/picks.routes.ts";
import { deletePicksOf } from "./picks/picks.sql.ts";
import { encryptedTokens, endCoachAddresses } from "./recruiting/link.service.ts";
import { purgeCoachMessagesJob } from "./recruiting/page.service.ts";
import { serveRecruiting } from "./recruiting/recruiting.routes.ts";
import { deleteRecruiting } from "./recruiting/recruiting.sql.ts";
import { maintainSearchJob, placeDocumentsJob } from "./search/maintenance.service.ts";
import { serveSearch } from "./search/search.routes.ts";
import { erasePreviewsOfPerson, purgePreviewImagesJob } from "./sharing/preview-images.service.ts";
import { serveSharing } from "./sharing/sharing.routes.ts";
import { serveSiteStats } from "./site-stats/site-stats.routes.ts";
import { recountSiteStatsJob } from "./site-stats/site-stats.service.ts";

export const discovery: Domain = {
  name: "discovery",
  routes: [
    serveChannelPage,
    serveDiscovery,
    serveFollowing,
    servePicks,
    serveRecruiting,
    serveSiteStats,
    serveSharing,
    serveSearch,
  ],
  jobs: [refreshDiscoveryJob, recountSiteStatsJob, placeDocumentsJob, maintainSearchJob, purgeCoachMessagesJob],
  tables: {
    discovery: ["athletes_of_week", "banner_videos", "top_earners", "weekly_earners", "trending_videos"],
    picks: ["athlete_picks", "banner_pins"],
    "site-stats": ["site_stats"],
    recruiting: ["recruiting_links", "recruiting_messages"],
    search: ["search_documents", "search_suggestions", "search_words"],
  },
  encryptedColumns: [encryptedTokens],
  subscriptions: [
    onEvent("content.ready", (_deps, tx) => queueDiscoveryRefreshAfter(tx)),
    onEvent("content.published", (_deps, tx) => queueDiscoveryRefreshAfter(tx)),
    onEventByJob("content.purged", purgePreviewImagesJob),
    onEvent("guardian.consent_withdrawn", (_deps, tx, { account_id }) => endCoachAddresses(tx, account_id)),
  ],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await deleteRecruiting(tx, accountId);
      await deletePicksOf(tx, accountId);
    },
    eraseFiles: [
      async (deps, { accountId, channelId }) => {
        if (channelId !== null) await erasePreviewsOfPerson(deps, accountId, channelId);
      },
    ],
    exportParts,
    notExported,
  },
};
