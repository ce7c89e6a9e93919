import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import { WatchSkeleton } from "#features/watch/watch-layout.tsx";
import { importOnce, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { noteNavigation, validateSearch } from "#lib/search-params.ts";
import { guard, guardSignUp, type PageAccess } from "./access.ts";
import { PageError, PagePending, Shell } from "./shell/shell.tsx";

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** After this time, a click on a video shows the skeleton. */
const VIDEO_PENDING_MS = 100;
/** How long data preloaded on hover stays fresh. */
const PRELOAD_FRESH_MS = 10_000;

/** The page of an item: its loader also runs on hover, and the page uses the preloaded data only while it is fresh. */
const ITEM_PAGE = {
  preloadStaleTime: PRELOAD_FRESH_MS,
  preloadGcTime: PRELOAD_FRESH_MS,
  gcTime: 0,
  pendingComponent: WatchSkeleton,
  pendingMs: VIDEO_PENDING_MS,
  pendingMinMs: 0,
  // The router loads again at each step on the same page: in the viewer of images, in a document, out of the film room.
  // The page itself keeps its item up to date.
  shouldReload: ({ location }: { location: ParsedLocation }): false | undefined =>
    location.pathname === router.state.resolvedLocation?.pathname ? false : undefined,
};

const root = createRootRoute({ component: Shell, validateSearch });

/** Unknown paths redirect here. */
const NOT_FOUND = "/404";

/** Loads a page's code when it is opened, or on hover. */
const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => withOfflineError(load()), name);

const importLibraryPage = () => import("#pages/library-pages.tsx");
const importVerification = () => import("#pages/verification-pages.tsx");
const importMailLinks = () => import("#pages/mail-link-pages.tsx");
const importUploads = () => import("#pages/upload-pages.tsx");
const importFilePage = importOnce(() => import("#pages/file-page.tsx"));
const importImagePage = importOnce(() => import("#pages/image-page.tsx"));
export const importVideoPage = importOnce(() => import("#pages/video-page.tsx"));
const explore = lazyPage(() => import("#pages/explore-page.tsx"), "ExplorePage");
const signUp = lazyPage(() => import("#pages/sign-up-page.tsx"), "SignUpPage");
const heldComments = lazyPage(() => import("#pages/hub-pages.tsx"), "HeldCommentsPage");
const numbers = lazyPage(() => import("#pages/numbers-page.tsx"), "NumbersPage");
const notifications = lazyPage(() => import("#pages/notification-page.tsx"), "NotificationPage");
const hub = lazyPage(() => import("#pages/hub-pages.tsx"), "HubPage");
const legal = lazyPage(() => import("#pages/legal-page.tsx"), "LegalPage");
const admin = lazyPage(() => import("#pages/admin-page.tsx"), "AdminPage");

const routes = [
  page(
    "/",
    "visitor",
    lazyPage(() => import("#pages/landing-page.tsx"), "LandingPage"),
  ),
  page(
    "/login",
    "visitor",
    lazyPage(() => import("#pages/sign-in-pages.tsx"), "LoginPage"),
  ),
  createRoute({ getParentRoute: () => root, path: "/signup", component: signUp, beforeLoad: guardSignUp }),
  page("/referral", "visitor", signUp),
  page(
    "/referral/$code",
    "visitor",
    lazyPage(() => import("#pages/sign-up-page.tsx"), "InvitedSignUpPage"),
  ),
  page("/verify-email", "public", lazyPage(importVerification, "VerifyEmailPage")),
  page("/email-verification/$", "public", lazyPage(importVerification, "EmailVerificationPage")),
  page("/change-email-verification/$", "public", lazyPage(importVerification, "ChangeEmailVerificationPage")),
  page(
    "/reset-password/$",
    "visitor-link",
    lazyPage(() => import("#pages/sign-in-pages.tsx"), "ResetPasswordPage"),
  ),
  page(
    "/sign-in-link/$",
    "visitor-link",
    lazyPage(() => import("#pages/sign-in-pages.tsx"), "SignInLinkPage"),
  ),
  page(
    "/setting",
    "member",
    lazyPage(() => import("#pages/setting-page.tsx"), "SettingPage"),
  ),
  page(
    "/normal-user",
    "public",
    lazyPage(() => import("#pages/normal-user-page.tsx"), "NormalUserPage"),
  ),
  page(
    "/billing",
    "public",
    lazyPage(() => import("#pages/billing-page.tsx"), "BillingPage"),
  ),
  page(
    "/profile-info",
    "public",
    lazyPage(() => import("#pages/profile-info-page.tsx"), "ProfileInfoPage"),
  ),
  page("/guardian-consent/$", "public", lazyPage(importMailLinks, "GuardianConsentPage")),
  page("/unsubscribe/$", "public", lazyPage(importMailLinks, "UnsubscribePage")),
  page("/appeal", "public", lazyPage(importMailLinks, "AppealPage")),
  page("/team-invitation/$", "public", lazyPage(importMailLinks, "TeamInvitationPage")),
  page(
    "/recruit/$token",
    "public",
    lazyPage(() => import("#pages/recruiting-page.tsx"), "RecruitingPage"),
  ),
  page(
    "/search-results",
    "member",
    lazyPage(() => import("#pages/search-pages.tsx"), "SearchResultsPage"),
  ),
  page(
    "/filter",
    "public",
    lazyPage(() => import("#pages/search-pages.tsx"), "FilterPage"),
  ),
  page(
    "/profile",
    "member",
    lazyPage(() => import("#pages/profile-page.tsx"), "OwnProfilePage"),
  ),
  page(
    "/profile/$id",
    "member",
    lazyPage(() => import("#pages/profile-page.tsx"), "ProfilePage"),
  ),
  page(
    "/following",
    "member",
    lazyPage(() => import("#pages/library-pages.tsx"), "FollowingPage"),
  ),
  page("/history", "member", lazyPage(importLibraryPage, "HistoryPage")),
  page("/watch-later", "member", lazyPage(importLibraryPage, "WatchLaterPage")),
  page("/liked", "member", lazyPage(importLibraryPage, "LikedPage")),
  page("/creator-view/comments", "earner", heldComments),
  page("/creator-view/numbers", "earner", numbers),
  page(
    "/category-listing/$id",
    "public",
    lazyPage(() => import("#pages/category-page.tsx"), "CategoryPage"),
  ),
  page(
    "/film-sheet/$id",
    "member",
    lazyPage(() => import("#pages/film-sheet-page.tsx"), "FilmSheetPage"),
  ),
  page(
    "/receipt/$id",
    "member",
    lazyPage(() => import("#pages/receipt-page.tsx"), "ReceiptPage"),
  ),
  page("/explore", "public", explore),
  page("/portal", "public", explore),
  createRoute({
    getParentRoute: () => root,
    path: "/video/$id",
    beforeLoad: guard("member"),
    component: lazyPage(importVideoPage, "VideoPage"),
    loader: async (navigation) => (await withOfflineError(importVideoPage())).loadVideo(navigation),
    ...ITEM_PAGE,
  }),
  page("/upload-content", "earner", lazyPage(importUploads, "UploadContentPage")),
  page("/upload-video", "earner", lazyPage(importUploads, "UploadVideoPage")),
  page("/upload-image", "earner", lazyPage(importUploads, "UploadImagePage")),
  page("/creator-view", "earner", hub),
  page(
    "/edit-video/$id",
    "member",
    lazyPage(() => import("#pages/edit-page.tsx"), "EditPage"),
  ),
  page(
    "/edit-video/$id/captions",
    "member",
    lazyPage(() => import("#pages/edit-captions-page.tsx"), "EditCaptionsPage"),
  ),
  page(
    "/edit-video/$id/cut",
    "member",
    lazyPage(() => import("#pages/cut-page.tsx"), "CutPage"),
  ),
  page("/upload-document", "earner", lazyPage(importUploads, "UploadDocumentPage")),
  page(
    "/referral-page",
    "member",
    lazyPage(() => import("#pages/referral-page.tsx"), "ReferralPage"),
  ),
  createRoute({
    getParentRoute: () => root,
    path: "/image/$id",
    beforeLoad: guard("member"),
    component: lazyPage(importImagePage, "ImagePage"),
    loader: async (navigation) => (await withOfflineError(importImagePage())).loadImages(navigation),
    ...ITEM_PAGE,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/file/$id",
    beforeLoad: guard("member"),
    component: lazyPage(importFilePage, "FilePage"),
    loader: async (navigation) => (await withOfflineError(importFilePage())).loadFile(navigation),
    ...ITEM_PAGE,
  }),
  page(
    NOT_FOUND,
    "public",
    lazyPage(() => import("#pages/not-found-page.tsx"), "NotFoundPage"),
  ),
  ...(isLocalMode() ? [devUi()] : []),
  page("/terms", "public", legal),
  page("/privacy", "public", legal),
  page("/guidelines", "public", legal),
  page("/notification/", "public", notifications),
  page("/admin/$", "staff", admin),
  createRoute({
    getParentRoute: () => root,
    path: "$",
    beforeLoad: () => {
      throw redirect({ href: NOT_FOUND, replace: true });
    },
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: "intent",
  // Pages use TanStack Query, which has its own stale times.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // Keeps all values as text, so that `?search=2024` is not parsed as a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search).toString();
    return text && `?${text}`;
  },
});

router.subscribe("onBeforeLoad", ({ fromLocation, toLocation }) =>
  noteNavigation(fromLocation?.pathname ?? null, toLocation.pathname),
);

/**
 * Where the window was on the page that is being left. A placeholder of the next page is often shorter, which scrolls the
 * window; after Back from there, the router restores that position, because the first page has never gone.
 */
let left: { key: string; y: number } | null = null;

router.subscribe("onBeforeLoad", ({ fromLocation: from, toLocation: to }) => {
  const key = from && keyOf(from);
  if (key && key !== keyOf(to) && key !== left?.key) left = { key, y: scrollY };
});

router.subscribe("onRendered", ({ toLocation }) => {
  if (left?.key === keyOf(toLocation)) scrollTo(0, left.y);
  left = null;
});

function keyOf({ href, state }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** The server sets this in local development only. */
function isLocalMode(): boolean {
  return document.querySelector('meta[name="fieldhouse-mode"][content="local"]') !== null;
}

function devUi() {
  return page(
    "/dev/ui",
    "public",
    lazyPage(() => import("#pages/dev-ui-page.tsx"), "DevUiPage"),
  );
}

function page<const Path extends string>(path: Path, access: PageAccess, component: PageComponent) {
  return createRoute({ getParentRoute: () => root, path, component, beforeLoad: guard(access) });
}
