import * as accountSecurity from "./account-security.ts";
import * as accounts from "./accounts.ts";
import * as analytics from "./analytics.ts";
import * as audit from "./audit.ts";
import * as billing from "./billing.ts";
import * as blocks from "./blocks.ts";
import * as captions from "./captions.ts";
import * as cards from "./cards.ts";
import * as categories from "./categories.ts";
import * as channels from "./channels.ts";
import * as commentRules from "./comment-rules.ts";
import * as comments from "./comments.ts";
import * as staffConsole from "./console.ts";
import * as contents from "./contents.ts";
import * as cuts from "./cuts.ts";
import * as siteStats from "./discovery.ts";
import * as documents from "./documents.ts";
import * as earnerFields from "./earner-fields.ts";
import * as earners from "./earners.ts";
import * as earnings from "./earnings.ts";
import * as files from "./files.ts";
import * as filmNotes from "./film-notes.ts";
import * as follows from "./follows.ts";
import * as guardian from "./guardian.ts";
import type { Route } from "./http.ts";
import * as http from "./http.ts";
import * as hub from "./hub.ts";
import * as images from "./images.ts";
import * as library from "./library.ts";
import { liveRoutes } from "./live.ts";
import * as measurables from "./measurables.ts";
import * as notifications from "./notifications.ts";
import * as payoutBatches from "./payout-batches.ts";
import * as payouts from "./payouts.ts";
import * as people from "./people.ts";
import * as picks from "./picks.ts";
import * as planPrices from "./plan-prices.ts";
import * as platformSettings from "./platform-settings.ts";
import * as preferences from "./preferences.ts";
import * as profile from "./profile.ts";
import * as reactions from "./reactions.ts";
import * as recruiting from "./recruiting.ts";
import * as referralReview from "./referral-review.ts";
import * as referrals from "./referrals.ts";
import * as registration from "./registration.ts";
import * as reportQueue from "./report-queue.ts";
import * as reports from "./reports.ts";
import * as search from "./search.ts";
import { signUpRoutes } from "./sign-up.ts";
import * as signUpDrafts from "./sign-up-drafts.ts";
import * as slots from "./slots.ts";
import * as staffAnnouncements from "./staff-announcements.ts";
import * as staffCategories from "./staff-categories.ts";
import * as staffComments from "./staff-comments.ts";
import * as staffContents from "./staff-contents.ts";
import * as suspensionAppeals from "./suspension-appeals.ts";
import * as tax from "./tax.ts";
import * as teams from "./teams.ts";
import * as thumbnails from "./thumbnails.ts";
import * as uploads from "./uploads.ts";
import * as verification from "./verification.ts";
import { playbackRoutes, viewRoutes } from "./views.ts";
import * as webPush from "./web-push.ts";

const groups = [
  accounts.accountRoutes,
  signUpRoutes,
  verification.verificationRoutes,
  signUpDrafts.signUpDraftRoutes,
  accountSecurity.accountSecurityRoutes,
  preferences.preferenceRoutes,
  accountSecurity.dataExportRoutes,
  earners.earnerRoutes,
  guardian.guardianRoutes,
  profile.profileRoutes,
  billing.billingRoutes,
  staffAnnouncements.announcementRoutes,
  staffConsole.consoleRoutes,
  audit.auditRoutes,
  blocks.blockRoutes,
  staffConsole.todayRoutes,
  people.peopleRoutes,
  staffContents.staffContentRoutes,
  staffConsole.staffJobRoutes,
  picks.pickRoutes,
  staffComments.staffCommentRoutes,
  platformSettings.platformSettingsRoutes,
  slots.slotRoutes,
  staffAnnouncements.staffAnnouncementRoutes,
  staffCategories.staffCategoryRoutes,
  planPrices.planPriceRoutes,
  captions.captionRoutes,
  categories.categoryRoutes,
  channels.channelRoutes,
  contents.contentRoutes,
  comments.commentRoutes,
  commentRules.commentRuleRoutes,
  cuts.cutRoutes,
  documents.documentRoutes,
  siteStats.discoveryRoutes,
  filmNotes.filmNoteRoutes,
  files.fileRoutes,
  follows.followRoutes,
  hub.hubRoutes,
  liveRoutes,
  reports.reportRoutes,
  reportQueue.reportQueueRoutes,
  search.searchRoutes,
  suspensionAppeals.suspensionAppealRoutes,
  measurables.measurableRoutes,
  siteStats.siteStatsRoutes,
  recruiting.recruitingRoutes,
  teams.teamRoutes,
  uploads.uploadRoutes,
  viewRoutes,
  reactions.reactionRoutes,
  library.libraryRoutes,
  playbackRoutes,
  notifications.notificationRoutes,
  webPush.webPushRoutes,
  preferences.unsubscribeRoutes,
  analytics.analyticsRoutes,
  referrals.referralRoutes,
  earnings.earningRoutes,
  earnings.statementRoutes,
  payouts.payoutRoutes,
  payoutBatches.payoutBatchRoutes,
  tax.taxRoutes,
  referralReview.referralReviewRoutes,
] as const;

/** Every route. OpenAPI and the security matrix are generated from this list. */
export const allRoutes: readonly Route[] = groups.flatMap((group): Route[] => Object.values(group));

type RouteOf<Group> = Group extends unknown ? Group[keyof Group] : never;

/** The union of all routes. A page imports this type only, and so downloads no schema of a route that it calls. */
export type ApiRoute = RouteOf<(typeof groups)[number]>;

/** OpenAPI names an object schema that one of these modules exports after its export. */
export const namedShapes: readonly Record<string, unknown>[] = [
  accountSecurity,
  accounts,
  analytics,
  staffAnnouncements,
  audit,
  staffConsole,
  billing,
  blocks,
  captions,
  cards,
  categories,
  channels,
  commentRules,
  comments,
  contents,
  cuts,
  siteStats,
  documents,
  earnerFields,
  earners,
  earnings,
  filmNotes,
  files,
  follows,
  guardian,
  http,
  hub,
  images,
  library,
  measurables,
  siteStats,
  notifications,
  payoutBatches,
  payouts,
  people,
  picks,
  planPrices,
  staffCategories,
  staffComments,
  staffContents,
  preferences,
  profile,
  reactions,
  recruiting,
  referralReview,
  referrals,
  registration,
  reportQueue,
  reports,
  search,
  signUpDrafts,
  suspensionAppeals,
  tax,
  teams,
  thumbnails,
  uploads,
  verification,
  webPush,
];
