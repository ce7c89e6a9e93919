/** What other domains may use of this one. */
export { listWeeklyEarners } from "./discovery/channel-lists.service.ts";
export { listBanner, listTrending } from "./discovery/discovery.service.ts";
export { queueDiscoveryRefresh } from "./discovery/queue-refresh.service.ts";
export { readNumbers } from "./numbers/numbers.service.ts";
export { addHighlight, addRecruitingPage } from "./recruiting/add-page.service.ts";
export { sealedTokens } from "./recruiting/reseal.service.ts";
export { findPreview, findShownPictures } from "./sharing/previews.service.ts";
