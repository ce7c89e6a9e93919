/** What other domains may use of this one. */
export { listWeeklyEarners } from "./discovery/channel-lists.service.ts";
export { listBanner, listTrending } from "./discovery/discovery.service.ts";
export { queueDiscoveryRefresh } from "./discovery/queue-refresh.service.ts";
export { addHighlight, addRecruitingPage } from "./recruiting/add-page.service.ts";
export { encryptedTokens } from "./recruiting/rotate-key.service.ts";
export { findLargestPicture, findPreview } from "./sharing/previews.service.ts";
export { readSiteStats } from "./site-stats/site-stats.service.ts";
