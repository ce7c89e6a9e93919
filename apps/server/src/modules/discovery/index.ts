/** The front door: what other domains may import. */
export { listBanner, listTrending, listWeeklyEarners, queueDiscoveryRefresh } from "./discovery/discovery.service.ts";
export { pickAthlete, pinVideo } from "./picks/picks.service.ts";
export { addRecruitingPage } from "./recruiting/link.service.ts";
export { appendHighlight } from "./recruiting/recruiting.sql.ts";
export { findLcpImage, findPreview } from "./sharing/previews.service.ts";
export { readSiteStats } from "./site-stats/site-stats.service.ts";
