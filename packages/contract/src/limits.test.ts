import { expect, test } from "vitest";
import * as accountSecurity from "./account-security.ts";
import { EXPORT_DAYS } from "./account-security.ts";
import * as accounts from "./accounts.ts";
import { GRACE_DAYS } from "./billing.ts";
import * as captions from "./captions.ts";
import { BROWSED_MAX } from "./categories.ts";
import * as chapters from "./chapters.ts";
import * as comments from "./comment-limits.ts";
import * as commentRules from "./comment-rules.ts";
import * as contents from "./contents.ts";
import * as cuts from "./cuts.ts";
import { ADULT_YEARS } from "./dates.ts";
import * as discovery from "./discovery.ts";
import * as documentLimits from "./document-limits.ts";
import * as documents from "./documents.ts";
import * as earnerFields from "./earner-fields.ts";
import * as earners from "./earners.ts";
import * as fileLimits from "./file-limits.ts";
import * as filmNotes from "./film-note-limits.ts";
import * as filters from "./filters.ts";
import * as follows from "./follows.ts";
import * as guardian from "./guardian.ts";
import * as hub from "./hub.ts";
import * as images from "./images.ts";
import * as library from "./library.ts";
import * as measurables from "./measurables.ts";
import * as profile from "./profile.ts";
import * as recruiting from "./recruiting.ts";
import * as referrals from "./referrals.ts";
import * as reports from "./reports.ts";
import * as schedule from "./schedule.ts";
import * as search from "./search.ts";
import * as signUp from "./sign-up.ts";
import * as signUpDrafts from "./sign-up-drafts.ts";
import * as teams from "./teams.ts";
import { THUMBNAIL_PART } from "./thumbnails.ts";
import * as uploads from "./uploads.ts";
import { CODE_ATTEMPTS_MAX } from "./verification.ts";
import * as views from "./views.ts";

const MB = 1_024 ** 2;

/** Every limit that a person can reach. They are promises, so changing one must change this list too. */
const LIMITS: [where: object, limits: Record<string, unknown>][] = [
  [accounts, { PASSWORD_MAX_CHARS: 200, EMAIL_MAX_CHARS: 254 }],
  [signUp, { USERNAME_MIN_CHARS: 3, USERNAME_MAX_CHARS: 30, YOUNGEST_YEARS: 13, EARLIEST_BIRTH_YEAR: 1900 }],
  [signUp, { VERIFICATION_HOURS: 24, RESET_MINUTES: 30, SIGN_IN_LINK_MINUTES: 15, MAILS_PER_DAY: 5 }],
  [signUp, { SIGN_UP_SESSION_DAYS: 30, UNVERIFIED_DAYS: 7 }],
  [signUpDrafts, { SIGN_UP_DRAFT_DAYS: 7, DRAFT_EMAIL_MAX_CHARS: 300, DRAFT_NAME_MAX_CHARS: 60 }],
  [accountSecurity, { CONFIRMED_MINUTES: 10, DELETION_DAYS: 30 }],
  [earnerFields, { BIO_MAX_CHARS: 50, SSN_DIGITS: 9, ZIP_DIGITS: 5, OFFERS_MAX: 100, VISITS_MAX: 100, GPA_MAX: 100 }],
  [earnerFields, { CATEGORIES_MAX: 20, NAME_MAX_CHARS: 60, GROUP_NAME_MAX_CHARS: 80, COLLEGE_CATEGORY: 88 }],
  [earners, { PROFILE_IMAGE_MAX_BYTES: 5 * MB, REGISTRATION_DAYS: 7, COMPLETED_DAYS: 1 }],
  [profile, { COVER_MAX_BYTES: 10 * MB, COVER_MIN_WIDTH_PX: 600 }],
  [guardian, { GUARDIAN_LINK_DAYS: 14, GUARDIAN_MINORS_MAX: 4 }],
  [measurables, { HEIGHT_IN: { min: 36, max: 96 }, WEIGHT_LB: { min: 50, max: 500 } }],
  [measurables, { POSITION_MAX_CHARS: 40, MARKS_MAX: 12, MARK_MAX_CHARS: 40 }],
  [contents, { TITLE_MAX_CHARS: 100, DESCRIPTION_MAX_CHARS: 5_000, TAGS_MAX: 10, TAG_MAX_CHARS: 40 }],
  [fileLimits.CONTENT_MAX_BYTES, { video: 4_096 * MB, image: 20 * MB, document: 50 * MB }],
  [fileLimits.CONTENT_MAX_SIZE, { video: "4 GB", image: "20 MB", document: "50 MB" }],
  [fileLimits.CONTENT_ENDINGS, { video: ["mp4", "mov", "webm", "mkv"], image: ["jpeg", "jpg", "png"] }],
  [fileLimits.CONTENT_ENDINGS, { document: ["pdf"] }],
  [contents, { UNDELETE_MINUTES: 2 }],
  [images, { IMAGES_MAX: 20, CAPTION_MAX_CHARS: 500, ALT_MAX_CHARS: 250, IMAGE_WIDTHS: [320, 640, 1280, 2048] }],
  [images, { IMAGE_FORMATS: ["avif", "webp", "jpeg"], IMAGE_ROTATIONS: [0, 90, 180, 270] }],
  [documentLimits, { DOCUMENT_PAGES_MAX: 500 }],
  [documents, { DOCUMENT_TEXT_PAGES_MAX: 10, DOCUMENT_QUERY_MAX_CHARS: 100, DOCUMENT_HITS_MAX: 2_000 }],
  [captions, { CAPTIONS_MAX_BYTES: 1 * MB, CUES_MAX: 5_000, CUE_MAX_CHARS: 500 }],
  [captions.CAPTIONS_PART, { maxBytes: 1 * MB, types: ["text/vtt", "application/x-subrip"] }],
  [chapters, { CHAPTERS_MIN: 3, CHAPTER_MIN_S: 10 }],
  [cuts, { CUT_MIN_S: 1, CLIP_MAX_S: 600 }],
  [schedule, { PUBLISH_AT_MIN_MINUTES: 5, PUBLISH_AT_MAX_DAYS: 365 }],
  [hub, { BULK_MAX: 100, HUB_MAX: 5_000 }],
  [library, { LIBRARY_MAX: 5_000, LIBRARY_SEARCH_MAX_CHARS: 100 }],
  [comments, { COMMENT_MAX_CHARS: 2_000, MENTIONS_MAX: 20, SLOW_MODES_S: [0, 10, 30, 60, 300, 900] }],
  [commentRules, { HELD_WORDS_MAX: 500, HELD_WORD_MAX_CHARS: 60 }],
  [reports, { REPORT_TEXT_MAX_CHARS: 1_000, APPEAL_MAX_CHARS: 2_000, REPORTS_PER_DAY: 50 }],
  [teams, { MEMBERS_MAX: 50, INVITATIONS_PER_DAY: 20, INVITATION_DAYS: 7 }],
  [THUMBNAIL_PART, { maxBytes: 10 * MB, types: ["image/jpeg", "image/png"] }],
  [uploads, { OPEN_UPLOADS_MAX: 40 }],
  [views, { VIDEO_VIEW_MIN_S: 10, STILL_VIEW_MIN_S: 3, VIEW_DEDUP_H: 24 }],
  [follows, { FOLLOWS_MAX: 5_000, FOLLOWING_CONTENTS_MAX: 1_200 }],
  [discovery, { BANNER_MAX: 8, TRENDING_MAX: 25, TOP_EARNERS_MAX: 25, WEEKLY_EARNERS_MAX: 25, ATHLETES_MAX: 16 }],
  [search, { SEARCH_MAX_CHARS: 100, SEARCH_MAX_WORDS: 12, SUGGESTIONS_MAX: 10, SEARCH_TOTAL_MAX: 300 }],
  [search, { NAMED_CHANNELS_MAX: 3 }],
  [filmNotes, { FILM_NOTES_MAX: 500, FILM_NOTE_MAX_CHARS: 2_000, DRAWING_MAX_BYTES: 20_000, SHAPES_MAX: 100 }],
  [filmNotes, { STROKE_POINTS_MAX: 500, DRAWING_UNITS: 10_000 }],
  [filters, { SHORT_MAX_MS: 240_000, MEDIUM_MAX_MS: 1_200_000 }],
  [filters, { DATE_DAYS: { today: 1, week: 7, month: 30, year: 365 } }],
  [recruiting, { HIGHLIGHTS_MAX: 10, COACH_MESSAGE_MAX_CHARS: 2_000 }],
  [referrals, { REFERRAL_PENDING_DAYS: 30, REFERRAL_COOKIE_DAYS: 30 }],
];

test.each(LIMITS)("%#: limits are as promised", (where, limits) => {
  expect(where).toMatchObject(limits);
});

test("so are those outside of tables", () => {
  expect({ ADULT_YEARS, GRACE_DAYS, BROWSED_MAX, EXPORT_DAYS, CODE_ATTEMPTS_MAX }).toEqual({
    ADULT_YEARS: 18,
    GRACE_DAYS: 7,
    BROWSED_MAX: 5_000,
    EXPORT_DAYS: 7,
    CODE_ATTEMPTS_MAX: 5,
  });
});

test("the lists of choices are complete", () => {
  expect([accounts.USER_TYPES, accounts.PLANS, signUp.GENDERS]).toEqual([
    ["Fieldhouse", "General User"],
    ["Individual", "Team", "Organization"],
    ["Male", "Female", "Other"],
  ]);
  expect([contents.CONTENT_TYPES, contents.VISIBILITIES, search.SEARCH_TYPES]).toEqual([
    ["video", "image", "document"],
    ["public", "unlisted", "private"],
    ["video", "image", "document", "channel"],
  ]);
  // In the order in which they are offered.
  expect(captions.CAPTION_LANGUAGES.join(" ")).toBe(
    "en es fr de it pt pt-BR nl pl sv da nb fi is cs sk hu ro bg el hr sr sl uk ru lt lv et tr ar he fa ur hi bn pa ta " +
      "te th vi id ms fil ja ko zh-Hans zh-Hant sw am ht af ca eu ga",
  );
  expect([filters.SORTS, filters.DATES, filters.LENGTHS]).toEqual([
    ["relevance", "newest", "views"],
    ["any", "today", "week", "month", "year"],
    ["any", "short", "medium", "long"],
  ]);
  expect([guardian.GUARDIAN_RELATIONS, guardian.GUARDIAN_STATES]).toEqual([
    ["Mother", "Father", "Legal guardian"],
    ["asked", "accepted", "declined", "withdrawn"],
  ]);
});
